import { type FormEvent, useId, useState } from "react";
import { errorReason } from "@/shared/api/errors";
import { useSubscribeMutation } from "@/shared/api/newsletter";

/** Subscribes an address. The newsletter starts after the confirmation by mail. */
export function NewsletterForm() {
  const id = useId();
  const [email, setEmail] = useState("");
  const [said, setSaid] = useState({ text: "", isBad: false });
  const [subscribe, { isLoading }] = useSubscribeMutation();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (!email.trim()) return setSaid({ text: "Please enter your email", isBad: true });
    const { error } = await subscribe({ email: email.trim() });
    if (error) return setSaid({ text: errorReason(error), isBad: true });
    setEmail("");
    setSaid({ text: "Thank you. Please confirm by the link in the mail that we have sent you.", isBad: false });
  };
  return (
    <form className="letter" onSubmit={(event) => void onSubmit(event)} noValidate>
      <label htmlFor={id}>New pieces and the gold rate, once a month</label>
      <div>
        <input
          id={id}
          type="email"
          autoComplete="email"
          placeholder="Your email"
          value={email}
          aria-invalid={said.isBad}
          aria-describedby={`${id}-said`}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className="btn btn-ivory" aria-disabled={isLoading}>
          Subscribe
        </button>
      </div>
      <p id={`${id}-said`} role="status">
        {said.text}
      </p>
    </form>
  );
}
