import { useEffect, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { ProductValues } from "./productValues";
import { type RowColumn, RowsField, useFormRows } from "./RowsField";
import { blankSize, grossOf, maxSizes, ofDefault, type SizeRow, sizeFault, sizesRule, sizesText } from "./sizeValues";

const columns: RowColumn<Exclude<keyof SizeRow, "isDefault">>[] = [
  { name: "label", label: "Size", isRequired: true, text: { maxLength: 5 } },
  { name: "weight", label: "Weight", unit: "gm", isRequired: true },
  { name: "makingCharge", label: "Making", unit: "₹" },
  { name: "wastageCharge", label: "Wastage", unit: "₹" },
  { name: "stockQuantity", label: "Pieces" },
];

/** The sizes of a product: a row for each. The product's weight and stock quantity follow from them. */
export function SizesField({ form }: { form: UseFormReturn<ProductValues> }) {
  const defaultName = useId();
  const list = useFormRows<SizeRow>(form, "sizes", sizesRule, sizesText);
  const { rows } = list;
  const write = (given: SizeRow[]) => {
    const hasDefault = given.some(({ isDefault }) => isDefault);
    const next = given.map((row, at) => (hasDefault || at > 0 ? row : { ...row, isDefault: true }));
    list.onChange(next);
    const { defaultValues: opened = {} } = form.formState;
    if (next.length > 0 && form.getValues("grossWeight") === grossOf(opened, rows)) {
      form.setValue("grossWeight", grossOf(opened, next), { shouldDirty: true });
    }
  };

  const { setValue } = form;
  const { weight, stockQuantity } = ofDefault(rows);
  const hasSizes = rows.length > 0;
  useEffect(() => {
    if (!hasSizes) return;
    setValue("weight", weight, { shouldDirty: true });
    setValue("stockQuantity", stockQuantity, { shouldDirty: true });
  }, [hasSizes, weight, stockQuantity, setValue]);

  return (
    <RowsField
      one="size"
      legend="Sizes"
      className="of-sizes"
      columns={columns}
      {...list}
      blank={blankSize}
      most={maxSizes}
      hint={
        hasSizes
          ? "Charges left empty are those of the product. Pieces of all sizes, or of none."
          : "None. A ring's 12, a bangle's 2.6, a chain's 18 in."
      }
      isWrong={(row, name) => Boolean(sizeFault(row, name, rows))}
      onChange={write}
      behind={(row, index) => (
        <label className="by-default">
          <input
            type="radio"
            className="form-check-input"
            name={defaultName}
            checked={row.isDefault}
            onChange={() => write(rows.map((each, at) => ({ ...each, isDefault: at === index })))}
          />
          Default
        </label>
      )}
    />
  );
}
