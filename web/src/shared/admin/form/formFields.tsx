import type { InputHTMLAttributes, ReactNode } from "react";
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from "react-hook-form";
import { Field } from "@/shared/ui/Field";
import { ChangeNote, useFieldChange } from "./fieldChanges";

interface BoundProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  name: Path<V>;
  label: string;
  /** Fields are required by default. */
  optional?: boolean;
  rules?: RegisterOptions<V>;
  hint?: ReactNode;
  className?: string;
}

/** `Name is required`, `Contact numbers are required` */
const required = (label: string) =>
  `${label} ${/(numbers|charges|images|products)$/i.test(label) ? "are" : "is"} required`;

function useBound<V extends FieldValues>(
  { form, name, label, optional, rules }: BoundProps<V>,
  textOf?: (value: string) => string,
) {
  const change = useFieldChange(name, textOf);
  const filled = (value: unknown) => optional || String(value ?? "").trim() !== "" || required(label);
  const error = form.getFieldState(name, form.formState).error?.message;
  const registered = form.register(name, { validate: filled, ...rules } as RegisterOptions<V>);
  return { error: error ?? change.error, registered, note: <ChangeNote text={change.note} /> };
}

type TextFieldProps<V extends FieldValues> = BoundProps<V> & {
  /** A unit inside the field, at its end. */
  unit?: string;
  input?: InputHTMLAttributes<HTMLInputElement>;
};

export function TextField<V extends FieldValues>({ unit, input, ...bound }: TextFieldProps<V>) {
  const { error, registered, note } = useBound(bound);
  return (
    <Field label={bound.label} error={error} hint={bound.hint} className={bound.className}>
      {(control) => (
        <>
          <div className={unit ? "with-unit" : undefined}>
            <input
              className="form-control"
              autoComplete="off"
              aria-required={!bound.optional}
              {...input}
              {...control}
              {...registered}
            />
            {unit && <span aria-hidden="true">{unit}</span>}
          </div>
          {note}
        </>
      )}
    </Field>
  );
}

export function AreaField<V extends FieldValues>(bound: BoundProps<V>) {
  const { error, registered, note } = useBound(bound);
  return (
    <Field label={bound.label} error={error} hint={bound.hint} className={bound.className}>
      {(control) => (
        <>
          <textarea className="form-control" rows={3} aria-required={!bound.optional} {...control} {...registered} />
          {note}
        </>
      )}
    </Field>
  );
}

type SelectFieldProps<V extends FieldValues> = BoundProps<V> & {
  options: readonly { value: string; label: string }[];
  /** The label of the empty option. */
  blank?: string;
  disabled?: boolean;
};

export function SelectField<V extends FieldValues>({
  options,
  blank = "Choose",
  disabled,
  ...bound
}: SelectFieldProps<V>) {
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const { error, registered, note } = useBound(bound, labelOf);
  return (
    <Field label={bound.label} error={error} hint={bound.hint} className={bound.className}>
      {(control) => (
        <>
          <select
            className="form-select"
            aria-required={!bound.optional}
            defaultValue={bound.form.getValues(bound.name)}
            {...control}
            {...registered}
            // A disabled field would lose its value in react-hook-form, so changes are blocked instead.
            aria-disabled={disabled}
            onMouseDown={disabled ? (event) => event.preventDefault() : undefined}
            onKeyDown={disabled ? (event) => event.key !== "Tab" && event.preventDefault() : undefined}
          >
            <option value="">{blank}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {note}
        </>
      )}
    </Field>
  );
}

const grouped = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/;

/** Accepts a number in the format that the admin shows, with or without spaces: `₹1,23,456.00`. */
export function normalizeNumber(value: unknown): string {
  const text = String(value ?? "").replace(/₹|\s/g, "");
  return (grouped.test(text) ? text.replaceAll(",", "") : text).replace(/^(\d+)\.0+$/, "$1");
}

const numberShape = (decimals: number) => new RegExp(`^\\d+${decimals ? `(\\.\\d{1,${decimals}})?` : ""}$`);

/** The rupees of a typed amount; NaN if it is none. */
export function typedAmount(text: string): number {
  const amount = normalizeNumber(text);
  return numberShape(2).test(amount) ? Number(amount) : Number.NaN;
}

/** Rules of a number field: at most `decimals` decimals; `above` excludes zero. */
export const numberRules = (label: string, { decimals = 2, above = false } = {}) => ({
  setValueAs: normalizeNumber,
  validate: (value: unknown) => {
    const text = String(value ?? "").trim();
    if (text === "") return required(label);
    if (!numberShape(decimals).test(text))
      return decimals ? `${label} must be a number such as 12.5` : `${label} must be a whole number`;
    return !above || Number(text) > 0 || `${label} must be more than 0`;
  },
});
