import { Plus, X } from "lucide-react";
import { useId } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { ChangeNote, useFieldChange } from "@/shared/admin/form/fieldChanges";
import { normalizeNumber } from "@/shared/admin/form/formFields";
import { grams, rupees } from "@/shared/format";
import { carats } from "@/shared/product/stones";
import { Field } from "@/shared/ui/Field";
import type { ProductValues } from "./productValues";
import {
  blankStone,
  maxKinds,
  type StoneRow,
  stoneFault,
  stoneRows,
  stonesRule,
  stonesText,
  totalsOf,
} from "./stoneValues";

const columns: { name: keyof StoneRow; label: string; unit?: string }[] = [
  { name: "kind", label: "Kind" },
  { name: "count", label: "Count" },
  { name: "carats", label: "Carats", unit: "ct" },
  { name: "charge", label: "Charge", unit: "₹" },
];

const kinds = ["Diamond", "Ruby", "Emerald", "Sapphire", "Pearl", "Polki, uncut diamond", "Kundan"];

/** The stones of a product: a row for each kind. Carats and charge are those of all stones of the kind. */
export function StonesField({ form }: { form: UseFormReturn<ProductValues> }) {
  const id = useId();
  const rows = stoneRows(useWatch({ control: form.control, name: "stones" }));
  form.register("stones", { validate: stonesRule });
  const change = useFieldChange("stones", stonesText);
  const error = form.getFieldState("stones", form.formState).error?.message ?? change.error;
  const write = (next: StoneRow[]) =>
    form.setValue("stones", next.length > 0 ? JSON.stringify(next) : "", {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  const set = (index: number, name: keyof StoneRow, value: string) =>
    write(rows.map((row, at) => (at === index ? { ...row, [name]: value } : row)));
  const total = totalsOf(rows);
  return (
    <fieldset className="wide stones">
      <legend className="form-label">Stones</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity, and no state of their own
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
        <div key={index} className="stone" role="group" aria-label={`Stone ${index + 1}`}>
          {columns.map(({ name, label, unit }) => (
            <Field key={name} label={label} className={name}>
              {(control) => (
                <div className={unit ? "with-unit" : undefined}>
                  <input
                    className="form-control"
                    autoComplete="off"
                    inputMode={name === "kind" ? undefined : "decimal"}
                    list={name === "kind" ? `${id}-kinds` : undefined}
                    maxLength={name === "kind" ? 60 : undefined}
                    value={row[name]}
                    {...control}
                    aria-required
                    aria-invalid={Boolean(error && stoneFault(row, name))}
                    aria-describedby={error ? `${id}-fault` : undefined}
                    onChange={(event) => set(index, name, event.target.value)}
                    onBlur={() => name !== "kind" && set(index, name, normalizeNumber(row[name]))}
                  />
                  {unit && <span aria-hidden="true">{unit}</span>}
                </div>
              )}
            </Field>
          ))}
          <button
            type="button"
            className="btn btn-icon"
            aria-label={`Remove stone ${index + 1}`}
            title="Remove"
            onClick={() => write(rows.filter((_, at) => at !== index))}
          >
            <X className="ico" aria-hidden="true" />
          </button>
        </div>
      ))}
      {error && (
        <div id={`${id}-fault`} className="form-hint bad" role="alert">
          {error}
        </div>
      )}
      <div className="under">
        <button
          type="button"
          className="btn btn-line btn-sm"
          disabled={rows.length >= maxKinds}
          onClick={() => write([...rows, blankStone])}
        >
          <Plus className="ico ico-16" aria-hidden="true" />
          Add stone
        </button>
        <span className="form-hint num">
          {rows.length > 0
            ? `${carats(total.carats)} (${grams(total.grams)}), ${rupees(total.charge)} in all`
            : "None. A kind's carats and charge are those of all its stones together."}
        </span>
      </div>
      {/* Last: only what follows the legend at once is laid out below it. */}
      <datalist id={`${id}-kinds`}>
        {kinds.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      <ChangeNote text={change.note} />
    </fieldset>
  );
}
