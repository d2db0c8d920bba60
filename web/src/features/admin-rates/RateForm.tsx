import { useForm, useWatch } from "react-hook-form";
import type { GoldRate } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { FormModal } from "@/shared/portal/FormModal";
import { figure, plainFigure, TextField } from "@/shared/portal/fields";
import { dayOf } from "@/shared/portal/rates";
import { RateEffectNote } from "./RateEffectNote";
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

const labels = { look: "See what changes", save: "Save Gold Rate", confirm: "Yes, save this rate" };

/** First it shows what the rate would do; only then it can be saved, and a steep one is asked for twice. */
export function RateForm({ rate, last, onClose }: RateFormProps) {
  const form = useForm<RateValues>({
    defaultValues: rate
      ? { r22kRate: `${rate.r22kRate}`, r24kRate: `${rate.r24kRate}`, date: rate.date }
      : { r22kRate: "", r24kRate: "", date: dayOf(Date.now()) },
  });
  const values = useWatch({ control: form.control }) as RateValues;
  const { step, effect, failure, saving, submit } = useRateSteps({ form, values, id: rate?.id, onClose });
  return (
    <FormModal
      title={rate ? "Edit Gold Rate" : "Add Gold Rate"}
      form={form}
      subject={rate}
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
          rules={{ validate: notBelow22k, setValueAs: plainFigure }}
        />
        <TextField form={form} name="date" label="Date" input={{ type: "date" }} />
      </div>
      {effect && <RateEffectNote effect={effect} asks={step === "confirm"} />}
    </FormModal>
  );
}

function notBelow22k(typed: unknown, { r22kRate }: RateValues) {
  const problem = rateRule("24k rate")(typed);
  if (problem !== true) return problem;
  // What is wrong with the other rate stands at the other rate.
  if (rateRule("22k rate")(r22kRate) !== true || Number(typed) >= Number(r22kRate)) return true;
  return "The 24k rate cannot be below the 22k rate. Are they in each other's place?";
}

const rateRule = (label: string) => figure(label, { above: true }).validate;

const rupeesAGram = (label: string, last: number | undefined) => ({
  rules: { validate: rateRule(label), setValueAs: plainFigure, deps: ["r24kRate" as const] },
  input: { inputMode: "decimal" as const },
  hint: last === undefined ? undefined : `Last ${rupees(last)}`,
});
