import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { isEmail, isPhone, phoneRule } from "@/shared/addresses/contactRules";
import { errorText, fieldErrors, isApiError } from "@/shared/api/errors";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { focusFirstInvalid } from "@/shared/ui/focusFirstInvalid";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { type Message, useSendMessageMutation } from "./siteApi";

const lines: { name: keyof Message; label: string; type: string; autoComplete: string }[] = [
  { name: "name", label: "Name", type: "text", autoComplete: "name" },
  { name: "email", label: "Email", type: "email", autoComplete: "email" },
  { name: "phone", label: "Phone (optional)", type: "tel", autoComplete: "tel" },
  { name: "company", label: "Company (optional)", type: "text", autoComplete: "organization" },
];

const thanks = "We have received your email. We'll reach you back soon.";

const longestMessage = 5000;

/**
 * The contact form; name and e-mail are required. The chat button of a shop without a chat number fills in the message.
 */
export function ContactForm() {
  const user = useAppSelector(selectAuthUser);
  const start: Message = { name: user?.name ?? "", email: user?.email ?? "", phone: "", company: "", message: "" };
  const begun = useSearchParams()[0].get("message") ?? "";
  const [message, setMessage] = useState({ ...start, message: begun.slice(0, longestMessage) });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [send, { isLoading }] = useSendMessageMutation();
  const dispatch = useAppDispatch();
  const change = (name: keyof Message, value: string) => {
    setMessage({ ...message, [name]: value });
    setProblems({ ...problems, [name]: "" });
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = check(message);
    setProblems(found);
    if (Object.keys(found).length) return focusFirstInvalid(form);
    const { error } = await send(message);
    if (!error) {
      setMessage(start);
      return dispatch(toastShown("success", thanks));
    }
    setProblems(fieldErrors(error));
    focusFirstInvalid(form);
    const isUnreached = isApiError(error) && typeof error.status === "string";
    const text = isUnreached
      ? "Could not send the email. Please try again."
      : errorText(error, "Failed to send email.");
    dispatch(toastShown("error", text));
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      {lines.map(({ name, label, ...kind }) => (
        <Field key={name} label={label} error={problems[name]}>
          {(control) => (
            <input
              className="form-control"
              maxLength={200}
              {...kind}
              {...control}
              value={message[name]}
              onChange={(event) => change(name, event.target.value)}
            />
          )}
        </Field>
      ))}
      <Field label="Message (optional)" className="whole" error={problems.message}>
        {(control) => (
          <textarea
            className="form-control"
            rows={6}
            maxLength={longestMessage}
            {...control}
            value={message.message}
            onChange={(event) => change("message", event.target.value)}
          />
        )}
      </Field>
      <div className="whole">
        <SubmitButton className="btn-lg" busy={isLoading}>
          Send message
        </SubmitButton>
      </div>
    </form>
  );
}

function check({ name, email, phone }: Message): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!name.trim()) problems.name = "Please enter your name";
  if (!email.trim()) problems.email = "Please enter your email";
  else if (!isEmail(email.trim())) problems.email = "Please enter a valid email address";
  if (phone.trim() && !isPhone(phone)) problems.phone = phoneRule;
  return problems;
}
