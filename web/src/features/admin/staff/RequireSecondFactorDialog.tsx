import { useState } from "react";
import { errorReason } from "@/shared/api/errors";
import { dayOf } from "@/shared/format";
import { Field } from "@/shared/ui/Field";
import { FormDialog } from "@/shared/ui/FormDialog";
import { useRequireSecondFactorMutation } from "./staffApi";

/** In milliseconds: how long people have to set it up, unless the owner says another day. */
const usual = 7 * 86_400_000;

/** Asks an owner from which day on everyone needs a second factor. */
export function RequireSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const today = dayOf(Date.now());
  const [day, setDay] = useState(dayOf(Date.now() + usual));
  const [require, { isLoading, error }] = useRequireSecondFactorMutation();
  // The field's own bound greys earlier days, but they can be typed.
  const problem = day >= today ? undefined : day ? "Please enter today or a later day" : "Please enter a day";
  const submit = async () => {
    if (problem) return;
    const { error: refusal } = await require(day > today ? { isRequired: true, from: day } : { isRequired: true });
    if (!refusal) onClose();
  };
  return (
    <FormDialog
      title="Second factor for all"
      size="sm"
      action="Require it"
      busy={isLoading}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        Until that day, whoever has no second factor is reminded on each page. From then on they set it up at the
        sign-in, and can do nothing before.
      </p>
      <Field label="From" error={problem ?? (error && errorReason(error))} hint="Today: at once">
        {(control) => (
          <input
            {...control}
            type="date"
            className="form-control"
            min={today}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
