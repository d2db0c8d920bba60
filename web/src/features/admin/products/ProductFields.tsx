import { useEffect } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { AreaField, normalizeNumber, numberRules, SelectField, TextField } from "@/shared/admin/form/formFields";
import { asOptions, namedOptions } from "@/shared/admin/list/FilterSelect";
import { piecesRule } from "./bulk/bulkValues";
import { type AdminProduct, useActiveVendorsQuery, useCategoryChoicesQuery } from "./productsApi";
import { hallmarksOf, type ProductValues, productTypes } from "./productValues";
import { SizesField } from "./SizesField";
import { StonesField } from "./StonesField";
import { stoneRows, totalsOf } from "./stoneValues";

interface ProductFieldsProps {
  form: UseFormReturn<ProductValues>;
  product: AdminProduct | null;
  inactive: boolean;
}

const decimal = { inputMode: "decimal" as const };

const wholeRupees = numberRules("Discount", { decimals: 0 }).validate;

function atMostMaking(discount: unknown, { makingCharge }: ProductValues): true | string {
  const shaped = wholeRupees(discount);
  if (shaped !== true) return shaped || "Discount must be a whole number";
  return Number(discount) <= (Number(makingCharge) || 0) || "Discount can be at most the making charge";
}

const grossNumber = numberRules("Gross weight", { decimals: 3, above: true }).validate;

function grossRule(gross: unknown, { weight, stones }: ProductValues): true | string {
  if (String(gross ?? "").trim() === "") return true;
  const shaped = grossNumber(gross);
  if (shaped !== true) return shaped || "Gross weight must be a number";
  const least = (Number(weight) || 0) + totalsOf(stoneRows(stones)).grams;
  return Number(gross) >= least - 0.0005 || `Gross weight must be at least ${least.toFixed(3)}: gold and stones`;
}

const measureNumber = (label: string) => numberRules(label, { decimals: 1, above: true }).validate;

/** A width or height in mm, which may be empty. */
const measureRules = (label: string) => ({
  validate: (value: unknown) => String(value ?? "").trim() === "" || measureNumber(label)(value),
  setValueAs: normalizeNumber,
});

const stockHint = (inactive: boolean, isCounted: boolean) => {
  if (inactive) return "In active products are never in stock.";
  return isCounted ? "Follows from the stock quantity." : undefined;
};

const rupeeField = (label: string) => ({ label, unit: "₹", rules: numberRules(label), input: decimal });

export function ProductFields({ form, product, inactive }: ProductFieldsProps) {
  const { data: categories = [] } = useCategoryChoicesQuery();
  const { data: active = [] } = useActiveVendorsQuery();
  // An inactive vendor cannot be chosen, but the current one stays.
  const kept = product && !active.some(({ id }) => id === product.vendorId) ? [product] : [];
  const vendors = [
    ...namedOptions(active),
    ...kept.map(({ vendorId, vendorName }) => ({ value: String(vendorId), label: vendorName })),
  ];
  const { setValue } = form;
  useEffect(() => {
    if (inactive) setValue("stockAvailability", "no", { shouldDirty: true });
  }, [inactive, setValue]);

  const isScheduled = useWatch({ control: form.control, name: "onSaleAt" }) !== "";
  useEffect(() => {
    if (isScheduled) setValue("status", "in active", { shouldDirty: true });
  }, [isScheduled, setValue]);
  const quantity = useWatch({ control: form.control, name: "stockQuantity" }).trim();
  const hasSizes = useWatch({ control: form.control, name: "sizes" }) !== "";
  const isCounted = quantity !== "";
  const [purity, hallmark] = useWatch({ control: form.control, name: ["purity", "hallmark"] });
  // A hallmark states the purity, so a hallmark for another purity is cleared.
  useEffect(() => {
    if (hallmark && !hallmarksOf(purity).includes(hallmark)) setValue("hallmark", "", { shouldDirty: true });
  }, [purity, hallmark, setValue]);
  useEffect(() => {
    if (!inactive && /^\d+$/.test(quantity)) setValue("stockAvailability", Number(quantity) > 0 ? "yes" : "no");
  }, [inactive, quantity, setValue]);

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
        options={namedOptions(categories)}
      />
      <SelectField
        form={form}
        name="productType"
        label="Product type"
        className="c2"
        options={asOptions(productTypes)}
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
        className="c2"
        unit="gm"
        rules={numberRules("Weight", { decimals: 3, above: true })}
        input={{ ...decimal, readOnly: hasSizes }}
        hint={hasSizes ? "That of the default size" : "Gold only; it is charged"}
      />
      <TextField
        form={form}
        optional
        name="grossWeight"
        label="Gross weight"
        className="c2"
        unit="gm"
        rules={{ validate: grossRule, setValueAs: normalizeNumber }}
        input={decimal}
        hint="With stones; may be empty"
      />
      <SelectField form={form} name="purity" label="Purity" className="c2" options={asOptions(["22k", "24k"])} />
      <SelectField
        form={form}
        optional
        name="hallmark"
        label="Hallmark"
        className="c2"
        blank="None"
        key={`hallmarks ${purity}`}
        options={asOptions(hallmarksOf(purity))}
        hint="Fits the purity; may be empty"
      />
      <TextField
        form={form}
        optional
        name="width"
        label="Width"
        className="c2"
        unit="mm"
        rules={measureRules("Width")}
        input={decimal}
        hint="Of one piece; may be empty"
      />
      <TextField
        form={form}
        optional
        name="height"
        label="Height"
        className="c2"
        unit="mm"
        rules={measureRules("Height")}
        input={decimal}
        hint="As it is worn; may be empty"
      />
      <StonesField form={form} />
      <SizesField form={form} />
      <TextField form={form} name="makingCharge" className="c2" {...rupeeField("Making charge")} />
      <TextField form={form} name="wastageCharge" className="c2" {...rupeeField("Wastage charge")} />
      <TextField
        form={form}
        name="discount"
        label="Discount"
        className="c2"
        unit="₹"
        rules={{ validate: atMostMaking, setValueAs: normalizeNumber }}
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
      <SelectField
        form={form}
        name="status"
        label="Status"
        className="c2"
        options={asOptions(["active", "in active"])}
        disabled={isScheduled}
        hint={isScheduled ? "Becomes active at its time" : undefined}
      />
      <SelectField
        form={form}
        name="stockAvailability"
        label="Stock availability"
        className="c2"
        options={asOptions(["yes", "no"])}
        disabled={inactive || isCounted}
        hint={stockHint(inactive, isCounted)}
      />
      <TextField
        form={form}
        optional
        name="stockQuantity"
        label="Stock quantity"
        className="c2"
        rules={{ validate: piecesRule, setValueAs: normalizeNumber }}
        input={{ inputMode: "numeric", readOnly: hasSizes }}
        hint={hasSizes ? "All sizes together" : "Empty: not counted"}
      />
      <TextField
        form={form}
        optional
        name="bin"
        label="Bin"
        className="c2"
        input={{ maxLength: 20 }}
        hint="Where its pieces are stored; seen when packing"
      />
      <TextField
        form={form}
        optional
        name="onSaleAt"
        label="On sale from"
        className="c2"
        input={{ type: "datetime-local" }}
        hint={isScheduled ? "In India. Until then only staff see it" : "Empty: by its status"}
      />
    </div>
  );
}
