import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { AreaField, choices, figure, plainFigure, SelectField, TextField } from "@/shared/portal/fields";
import { type StockedProduct, useActiveVendorsQuery, useCategoryChoicesQuery } from "./productsApi";
import type { ProductValues } from "./productValues";

interface ProductFieldsProps {
  form: UseFormReturn<ProductValues>;
  product: StockedProduct | null;
  inactive: boolean;
}

const decimal = { inputMode: "decimal" as const };

const wholeRupees = figure("Discount", { decimals: 0 }).validate;

function atMostMaking(discount: unknown, { makingCharge }: ProductValues): true | string {
  const shaped = wholeRupees(discount);
  if (shaped !== true) return shaped || "Discount must be a whole number";
  return Number(discount) <= (Number(makingCharge) || 0) || "Discount can be at most the making charge";
}

const rupeeField = (label: string) => ({ label, unit: "₹", rules: figure(label), input: decimal });

export function ProductFields({ form, product, inactive }: ProductFieldsProps) {
  const { data: categories = [] } = useCategoryChoicesQuery();
  const { data: active = [] } = useActiveVendorsQuery();
  // Who is in active cannot be chosen anew, but stays where they are.
  const kept = product && !active.some(({ id }) => id === product.vendorId) ? [product] : [];
  const vendors = [
    ...active.map(({ id, name }) => ({ value: String(id), label: name })),
    ...kept.map(({ vendorId, vendorName }) => ({ value: String(vendorId), label: vendorName })),
  ];
  const { setValue } = form;
  useEffect(() => {
    if (inactive) setValue("stockAvailability", "no", { shouldDirty: true });
  }, [inactive, setValue]);

  return (
    <div className="form-grid six">
      <TextField form={form} name="code" label="Code" className="c2" input={{ maxLength: 50 }} />
      <TextField form={form} name="name" label="Name" className="c4" input={{ maxLength: 200 }} />
      <AreaField form={form} name="description" label="Description" className="wide" />
      <SelectField
        form={form}
        name="categoryId"
        label="Category"
        className="c2"
        key={`categories ${categories.length}`}
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <SelectField
        form={form}
        name="productType"
        label="Product type"
        className="c2"
        options={choices(["general", "men", "wedding", "kids"])}
      />
      <SelectField
        form={form}
        name="vendorId"
        label="Vendor"
        className="c2"
        key={`vendors ${vendors.length}`}
        options={vendors}
      />
      <TextField
        form={form}
        name="weight"
        label="Weight"
        className="c3"
        unit="gm"
        rules={figure("Weight", { decimals: 3, above: true })}
        input={decimal}
      />
      <SelectField form={form} name="purity" label="Purity" className="c3" options={choices(["22k", "24k"])} />
      <TextField form={form} name="makingCharge" className="c2" {...rupeeField("Making charge")} />
      <TextField form={form} name="wastageCharge" className="c2" {...rupeeField("Wastage charge")} />
      <TextField
        form={form}
        name="discount"
        label="Discount"
        className="c2"
        unit="₹"
        rules={{ validate: atMostMaking, setValueAs: plainFigure }}
        input={decimal}
        hint="At most the making charge"
      />
      <TextField form={form} name="purchaseRate" className="c2" {...rupeeField("Purchase rate")} />
      <TextField
        form={form}
        name="purchaseGoldRate"
        className="c2"
        {...rupeeField("Purchase gold rate")}
        unit="₹ /gm"
      />
      <TextField form={form} name="purchaseDate" label="Purchase date" className="c2" input={{ type: "date" }} />
      <SelectField form={form} name="status" label="Status" className="c3" options={choices(["active", "in active"])} />
      <SelectField
        form={form}
        name="stockAvailability"
        label="Stock availability"
        className="c3"
        options={choices(["yes", "no"])}
        disabled={inactive}
        hint={inactive ? "In active products are never in stock." : undefined}
      />
    </div>
  );
}
