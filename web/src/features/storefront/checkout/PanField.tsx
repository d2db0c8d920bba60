import type { Ref } from "react";
import { rupees } from "@/shared/format";
import { Field } from "@/shared/ui/Field";

interface PanFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  /** In rupees: the law requires the PAN above this amount. */
  above: number;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function PanField({ ref, value, above, error, onChange }: PanFieldProps) {
  return (
    <section className="part" aria-labelledby="pan">
      <div className="step-h">
        <h2 id="pan">Your PAN</h2>
      </div>
      <Field
        label="PAN"
        error={error}
        hint={`The law asks for it for a purchase above ${rupees(above)}. We store it encrypted.`}
      >
        {(control) => (
          <input
            {...control}
            ref={ref}
            className="form-control pan"
            value={value}
            maxLength={20}
            placeholder="ABCDE1234F"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </section>
  );
}
