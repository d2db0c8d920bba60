import type { UseFormReturn } from "react-hook-form";
import { useActiveVendorsQuery, useCategoryChoicesQuery } from "@/features/admin/products/productsApi";
import { hallmarksOf, productTypes } from "@/features/admin/products/productValues";
import { normalizeNumber, SelectField, TextField } from "@/shared/admin/form/formFields";
import { asOptions, namedOptions } from "@/shared/admin/list/FilterSelect";
import { type BulkValues, noHallmark, percentChangeRule, percentRule, piecesRule, wholeRupeesRule } from "./bulkValues";

const decimal = { inputMode: "decimal" as const };

export function BulkFields({ form, values }: { form: UseFormReturn<BulkValues>; values: BulkValues }) {
  const { data: categories = [] } = useCategoryChoicesQuery();
  const { data: vendors = [] } = useActiveVendorsQuery();
  const select = { form, optional: true, blank: "Stays as it is", className: "c2" } as const;
  const inPercent = values.discountBy === "percent";
  return (
    <div className="form-grid six">
      <SelectField {...select} name="categoryId" label="Category" options={namedOptions(categories)} />
      <SelectField {...select} name="vendorId" label="Vendor" options={namedOptions(vendors)} />
      <SelectField {...select} name="productType" label="Product type" options={asOptions(productTypes)} />
      <SelectField {...select} name="status" label="Status" options={asOptions(["active", "in active"])} />
      <SelectField {...select} name="stockAvailability" label="Stock availability" options={asOptions(["yes", "no"])} />
      <SelectField
        {...select}
        name="stockBy"
        label="Stock quantity"
        options={[
          { value: "count", label: "Set in pieces" },
          { value: "none", label: "Not counted" },
        ]}
      />
      {values.stockBy === "count" && (
        <TextField
          form={form}
          name="stockQuantity"
          label="Pieces of each"
          className="c2"
          rules={{
            validate: (value) => (String(value).trim() === "" ? "Pieces are required" : piecesRule(value)),
            setValueAs: normalizeNumber,
          }}
          input={{ inputMode: "numeric" }}
        />
      )}
      <SelectField
        {...select}
        name="hallmark"
        label="Hallmark"
        options={[...asOptions([...hallmarksOf("22k"), ...hallmarksOf("24k")]), { value: noHallmark, label: "None" }]}
      />
      <SelectField
        {...select}
        name="discountBy"
        label="Discount"
        options={[
          { value: "rupees", label: "Set in rupees" },
          { value: "percent", label: "Part of the making charge" },
        ]}
      />
      <TextField
        form={form}
        optional
        name="makingChargePercent"
        label="Making charge, change by"
        className="c2"
        unit="%"
        rules={{ validate: (value) => percentChangeRule(String(value)) }}
        input={decimal}
        hint="Such as 10 or -5"
      />
      <TextField
        form={form}
        optional
        name="wastageChargePercent"
        label="Wastage charge, change by"
        className="c2"
        unit="%"
        rules={{ validate: (value) => percentChangeRule(String(value)) }}
        input={decimal}
      />
      {values.discountBy && (
        <TextField
          key={values.discountBy}
          form={form}
          name="discount"
          label={inPercent ? "Discount, part" : "Discount, amount"}
          className="c2"
          unit={inPercent ? "%" : "₹"}
          rules={{
            validate: (value) => (inPercent ? percentRule : wholeRupeesRule)(String(value)),
            setValueAs: normalizeNumber,
          }}
          input={decimal}
        />
      )}
    </div>
  );
}
