import { useForm, useWatch } from "react-hook-form";
import { FormModal } from "@/shared/admin/form/FormModal";
import { normalizeNumber, numberRules, TextField } from "@/shared/admin/form/formFields";
import type { GoldRate } from "@/shared/api/types";
import { useSyncedForm } from "@/shared/form/useSyncedForm";
import { dayOf, rupees } from "@/shared/format";
import { RateChangePreview } from "./RateChangePreview";
import { useRateSteps } from "./useRateSteps";

interface RateFormProps {
  /** Null: a new one. */
  rate: GoldRate | null;
  last: GoldRate | undefined;
  onClose: () => void;
}

export interface RateValues {
  r22kRate: string;
  r24kRate: string;
  date: string;
}

const labels = { preview: "See what changes", save: "Save Gold Rate", confirm: "Yes, save this rate" };

/** The form previews the effect before it can be saved. A large change needs a second confirmation. */
export function RateForm({ rate, last, onClose }: RateFormProps) {
  const form = useForm<RateValues>({ defaultValues: valuesOf(rate) });
  const synced = useSyncedForm(form, rate, valuesOf);
  const values = useWatch({ control: form.control }) as RateValues;
  const { step, effect, failure, saving, submit } = useRateSteps({ form, values, synced, id: rate?.id, onClose });
  return (
    <FormModal
      title={rate ? "Edit Gold Rate" : "Add Gold Rate"}
      form={form}
      subject={rate}
      changes={synced.changes}
      saving={saving}
      submitLabel={labels[step]}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="form-grid two">
        <TextField
          form={form}
          name="r22kRate"
          label="22k rate"
          unit="₹ /gm"
          {...rupeesAGram("22k rate", last?.r22kRate)}
        />
        <TextField
          form={form}
          name="r24kRate"
          label="24k rate"
          unit="₹ /gm"
          {...rupeesAGram("24k rate", last?.r24kRate)}
          rules={{ validate: notBelow22k, setValueAs: normalizeNumber }}
        />
        <TextField form={form} name="date" label="Date" input={{ type: "date" }} />
      </div>
      {effect && <RateChangePreview effect={effect} asks={step === "confirm"} />}
    </FormModal>
  );
}

function valuesOf(rate: GoldRate | null): RateValues {
  if (!rate) return { r22kRate: "", r24kRate: "", date: dayOf(Date.now()) };
  return { r22kRate: `${rate.r22kRate}`, r24kRate: `${rate.r24kRate}`, date: rate.date };
}

function notBelow22k(typed: unknown, { r22kRate }: RateValues) {
  const problem = rateRule("24k rate")(typed);
  if (problem !== true) return problem;
  // Errors of the other rate are shown at its own field.
  if (rateRule("22k rate")(r22kRate) !== true || Number(typed) >= Number(r22kRate)) return true;
  return "The 24k rate cannot be below the 22k rate. Are they in each other's place?";
}

const rateRule = (label: string) => numberRules(label, { above: true }).validate;

const rupeesAGram = (label: string, last: number | undefined) => ({
  rules: { validate: rateRule(label), setValueAs: normalizeNumber, deps: ["r24kRate" as const] },
  input: { inputMode: "decimal" as const },
  hint: last === undefined ? undefined : `Last ${rupees(last)}`,
});
