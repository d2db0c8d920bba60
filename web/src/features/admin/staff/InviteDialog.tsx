import { type FormEvent, useId, useState } from "react";
import { useDispatch } from "react-redux";
import { errorText } from "@/shared/api/errors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Dialog } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Problem } from "@/shared/ui/Problem";
import { RolePicker } from "./RolePicker";
import { type Role, useInviteMutation } from "./staffApi";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const dispatch = useDispatch();
  const [email, setEmail] = useState("");
  const [chosen, setChosen] = useState<Role[]>(["orders"]);
  const [problem, setProblem] = useState<string>();
  const [invite, { isLoading }] = useInviteMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!email.trim()) return setProblem("Please enter an email address.");
    if (chosen.length === 0) return setProblem("Please choose at least one role.");
    const { error } = await invite({ email: email.trim(), roles: chosen });
    if (error) return setProblem(errorText(error, "The invitation was not sent. Please try again."));
    dispatch(toastShown("success", `An invitation is on its way to ${email.trim()}`));
    onClose();
  };
  return (
    <Dialog
      title="Invite"
      onClose={onClose}
      footer={
        <>
          <span className="sub me-auto">The link is good for 72 h, once</span>
          <button type="button" className="btn btn-line" onClick={onClose}>
            Close
          </button>
          <button type="submit" form={formId} className="btn btn-primary" disabled={isLoading}>
            Send
          </button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Email" className="fld">
          {(control) => (
            <input
              {...control}
              type="email"
              className="form-control"
              autoComplete="off"
              maxLength={254}
              value={email}
              autoFocus
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <RolePicker chosen={chosen} onChange={setChosen} />
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
