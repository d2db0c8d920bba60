import { Plus, X } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { ChangeNote, useFieldChange } from "@/shared/admin/form/fieldChanges";
import { normalizeNumber } from "@/shared/admin/form/formFields";
import { Field } from "@/shared/ui/Field";
import type { ProductValues } from "./productValues";

export interface RowColumn<Name extends string> {
  name: Name;
  label: string;
  unit?: string;
  isRequired?: boolean;
  /** Set for a text; other columns are numbers. */
  text?: InputHTMLAttributes<HTMLInputElement>;
}

/** The rows of a field whose value is their list as a text in JSON, or empty. */
interface FormRows<Row> {
  rows: Row[];
  error: string | undefined;
  /** What others have changed. */
  note: string | undefined;
  onChange: (rows: Row[]) => void;
}

/** `wordsOf` has the words for a value of the field. */
export function useFormRows<Row>(
  form: UseFormReturn<ProductValues>,
  name: "sizes" | "stones",
  rule: (text: string) => true | string,
  wordsOf: (text: string) => string,
): FormRows<Row> {
  const text = useWatch({ control: form.control, name });
  form.register(name, { validate: rule });
  const { error, note } = useFieldChange(name, wordsOf);
  return {
    rows: text ? JSON.parse(text) : [],
    error: form.getFieldState(name, form.formState).error?.message ?? error,
    note,
    onChange: (rows) =>
      form.setValue(name, rows.length > 0 ? JSON.stringify(rows) : "", {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      }),
  };
}

interface RowsFieldProps<Row, Name extends string> extends FormRows<Row> {
  /** The name of a row: `size`. */
  one: string;
  legend: string;
  className?: string;
  columns: readonly RowColumn<Name>[];
  blank: Row;
  /** The number of rows that the server takes. */
  most: number;
  hint: string;
  isWrong: (row: Row, name: Name) => boolean;
  /** Shown in each row, behind its fields. */
  behind?: (row: Row, index: number) => ReactNode;
  children?: ReactNode;
}

/** A part of the product's form that is a list: a row of fields for each entry, which can be added and removed. */
export function RowsField<Name extends string, Row extends Record<Name, string>>(props: RowsFieldProps<Row, Name>) {
  const { one, legend, className = "", columns, rows, blank, most, hint, error, note, isWrong, onChange } = props;
  const faultId = useId();
  const set = (index: number, name: Name, value: string) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: value } : row)));
  return (
    <fieldset className={`wide stones ${className}`}>
      <legend className="form-label">{legend}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity, and no state of their own
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
        <div key={index} className="stone" role="group" aria-label={`${capitalized(one)} ${index + 1}`}>
          {columns.map(({ name, label, unit, isRequired, text }) => (
            <Field key={name} label={label} className={name}>
              {(control) => (
                <div className={unit ? "with-unit" : undefined}>
                  <input
                    className="form-control"
                    autoComplete="off"
                    inputMode={text ? undefined : "decimal"}
                    {...text}
                    value={row[name]}
                    {...control}
                    aria-required={isRequired}
                    aria-invalid={Boolean(error) && isWrong(row, name)}
                    aria-describedby={error ? faultId : undefined}
                    onChange={(event) => set(index, name, event.target.value)}
                    onBlur={() => !text && row[name] !== "" && set(index, name, normalizeNumber(row[name]))}
                  />
                  {unit && <span aria-hidden="true">{unit}</span>}
                </div>
              )}
            </Field>
          ))}
          {props.behind?.(row, index)}
          <button
            type="button"
            className="btn btn-icon"
            aria-label={`Remove ${one} ${index + 1}`}
            title="Remove"
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <X className="ico" aria-hidden="true" />
          </button>
        </div>
      ))}
      {error && (
        <div id={faultId} className="form-hint bad" role="alert">
          {error}
        </div>
      )}
      <div className="under">
        <button
          type="button"
          className="btn btn-line btn-sm"
          disabled={rows.length >= most}
          onClick={() => onChange([...rows, blank])}
        >
          <Plus className="ico ico-16" aria-hidden="true" />
          Add {one}
        </button>
        <span className="form-hint num">{hint}</span>
      </div>
      {/* This stands last, because the styles lay out only the next sibling of the legend below it. */}
      {props.children}
      <ChangeNote text={note} />
    </fieldset>
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
