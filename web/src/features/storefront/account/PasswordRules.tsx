import { Check, Circle } from "lucide-react";
import { passwordRules } from "./accountSchemas";

/** The rules of a password, each marked as soon as it is met. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="rules" aria-label="Password rules">
      {passwordRules.map(([rule, isMet]) => {
        const met = isMet(password);
        const Icon = met ? Check : Circle;
        return (
          <li key={rule} className={met ? "ok" : ""}>
            <Icon className="ico ico-14" aria-hidden="true" />
            {rule}
            <span className="visually-hidden">{met ? ", met" : ", not yet met"}</span>
          </li>
        );
      })}
    </ul>
  );
}
