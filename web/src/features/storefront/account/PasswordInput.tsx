import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

export function PasswordInput(props: ComponentProps<"input">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="with-button">
      <input className="form-control" {...props} type={shown ? "text" : "password"} />
      <button
        type="button"
        className="btn btn-icon"
        aria-label={shown ? "Hide password" : "Show password"}
        onClick={() => setShown(!shown)}
      >
        <Icon className="ico" aria-hidden="true" />
      </button>
    </div>
  );
}
