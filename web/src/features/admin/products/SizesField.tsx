import { Plus, X } from "lucide-react";
import { useEffect, useId } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { ChangeNote, useFieldChange } from "@/shared/admin/form/fieldChanges";
import { normalizeNumber } from "@/shared/admin/form/formFields";
import { Field } from "@/shared/ui/Field";
import type { ProductValues } from "./productValues";
import {
  blankSize,
  grossOf,
  maxSizes,
  ofDefault,
  type SizeRow,
  sizeFault,
  sizeRows,
  sizesRule,
  sizesText,
} from "./sizeValues";

const columns: { name: Exclude<keyof SizeRow, "isDefault">; label: string; unit?: string }[] = [
  { name: "label", label: "Size" },
  { name: "weight", label: "Weight", unit: "gm" },
  { name: "makingCharge", label: "Making", unit: "₹" },
  { name: "wastageCharge", label: "Wastage", unit: "₹" },
  { name: "stockQuantity", label: "Pieces" },
];

/** The sizes of a product: a row for each. The product's weight and stock quantity follow from them. */
export function SizesField({ form }: { form: UseFormReturn<ProductValues> }) {
  const id = useId();
  const rows = sizeRows(useWatch({ control: form.control, name: "sizes" }));
  form.register("sizes", { validate: sizesRule });
  const change = useFieldChange("sizes", sizesText);
  const error = form.getFieldState("sizes", form.formState).error?.message ?? change.error;
  const write = (given: SizeRow[]) => {
    const hasDefault = given.some(({ isDefault }) => isDefault);
    const next = given.map((row, at) => (hasDefault || at > 0 ? row : { ...row, isDefault: true }));
    form.setValue("sizes", next.length > 0 ? JSON.stringify(next) : "", {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
    const { defaultValues: opened = {} } = form.formState;
    if (next.length > 0 && form.getValues("grossWeight") === grossOf(opened, rows)) {
      form.setValue("grossWeight", grossOf(opened, next), { shouldDirty: true });
    }
  };
  const set = (index: number, name: keyof SizeRow, value: string) =>
    write(rows.map((row, at) => (at === index ? { ...row, [name]: value } : row)));

  const { setValue } = form;
  const { weight, stockQuantity } = ofDefault(rows);
  const hasSizes = rows.length > 0;
  useEffect(() => {
    if (!hasSizes) return;
    setValue("weight", weight, { shouldDirty: true });
    setValue("stockQuantity", stockQuantity, { shouldDirty: true });
  }, [hasSizes, weight, stockQuantity, setValue]);

  return (
    <fieldset className="wide stones of-sizes">
      <legend className="form-label">Sizes</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity, and no state of their own
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
        <div key={index} className="stone" role="group" aria-label={`Size ${index + 1}`}>
          {columns.map(({ name, label, unit }) => (
            <Field key={name} label={label} className={name}>
              {(control) => (
                <div className={unit ? "with-unit" : undefined}>
                  <input
                    className="form-control"
                    autoComplete="off"
                    inputMode={name === "label" ? undefined : "decimal"}
                    maxLength={name === "label" ? 5 : undefined}
                    value={row[name]}
                    {...control}
                    aria-required={name === "label" || name === "weight"}
                    aria-invalid={Boolean(error && sizeFault(row, name, rows))}
                    aria-describedby={error ? `${id}-fault` : undefined}
                    onChange={(event) => set(index, name, event.target.value)}
                    onBlur={() => name !== "label" && row[name] !== "" && set(index, name, normalizeNumber(row[name]))}
                  />
                  {unit && <span aria-hidden="true">{unit}</span>}
                </div>
              )}
            </Field>
          ))}
          <label className="by-default">
            <input
              type="radio"
              className="form-check-input"
              name={`${id}-default`}
              checked={row.isDefault}
              onChange={() => write(rows.map((each, at) => ({ ...each, isDefault: at === index })))}
            />
            Default
          </label>
          <button
            type="button"
            className="btn btn-icon"
            aria-label={`Remove size ${index + 1}`}
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
          disabled={rows.length >= maxSizes}
          onClick={() => write([...rows, blankSize])}
        >
          <Plus className="ico ico-16" aria-hidden="true" />
          Add size
        </button>
        <span className="form-hint">
          {hasSizes
            ? "Charges left empty are those of the product. Pieces of all sizes, or of none."
            : "None. A ring's 12, a bangle's 2.6, a chain's 18 in."}
        </span>
      </div>
      <ChangeNote text={change.note} />
    </fieldset>
  );
}
