import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorText } from "@/shared/api/errors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { FormDialog } from "@/shared/ui/FormDialog";
import { RolePicker } from "./RolePicker";
import { type Role, useInviteMutation } from "./staffApi";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch();
  const [email, setEmail] = useState("");
  const [chosen, setChosen] = useState<Role[]>(["orders"]);
  const [problem, setProblem] = useState<string>();
  const [invite, { isLoading }] = useInviteMutation();
  const submit = async () => {
    if (!email.trim()) return setProblem("Please enter an email address.");
    if (chosen.length === 0) return setProblem("Please choose at least one role.");
    const { error } = await invite({ email: email.trim(), roles: chosen });
    if (error) return setProblem(errorText(error, "The invitation was not sent. Please try again."));
    dispatch(toastShown("success", `An invitation is on its way to ${email.trim()}`));
    onClose();
  };
  return (
    <FormDialog
      title="Invite"
      action="Send"
      note="The link is good for 72 h, once"
      busy={isLoading}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Email" className="fld">
        {(control) => (
          <input
            {...control}
            type="email"
            className="form-control"
            autoComplete="off"
            maxLength={254}
            value={email}
            // biome-ignore lint/a11y/noAutofocus: the field of a dialog that was just opened
            autoFocus
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <RolePicker chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
