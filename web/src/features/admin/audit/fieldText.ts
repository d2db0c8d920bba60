import { day, dayAndTime, rupees } from "@/shared/format";
import { stonesText } from "@/shared/product/stones";

const names: Record<string, string> = {
  r22k: "22k rate",
  r24k: "24k rate",
  address1: "Address 1",
  address2: "Address 2",
  address3: "State",
  address4: "Pin code",
  password_hash: "Password",
  status_text: "Current status",
  image_url: "Picture",
  url: "Address",
  "required from": "Required as of",
  huids: "HUID",
  courier: "Courier",
  tracking_number: "Tracking number",
};

/** The label of a field: `making_charge` becomes `Making charge`. */
export function fieldName(field: string): string {
  const words = field.replace(/_at$/, "").replaceAll("_", " ");
  return names[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const date = /^\d{4}-\d{2}-\d{2}$/;
const money = /(_charge|_rate|(^|_)amount|^discount|^r2[24]k)$/;

interface StoredSize {
  label: string;
  weight: number;
  making_charge: number | null;
  wastage_charge: number | null;
  stock_quantity: number | null;
}

const sizesText = (sizes: StoredSize[]) =>
  sizes
    .map(({ label, weight, making_charge: making, wastage_charge: wastage, stock_quantity: pieces }) =>
      [
        `${label}: ${weight} gm`,
        making !== null && `making ${rupees(making)}`,
        wastage !== null && `wastage ${rupees(wastage)}`,
        pieces !== null && `${pieces} pieces`,
      ]
        .filter(Boolean)
        .join(", "),
    )
    .join("; ");

/** Whether a value is not empty. */
export const hasValue = (value: unknown) => value !== null && value !== undefined && value !== "";

/** Formats a value for display; money and weights get their unit. */
export function valueText(value: unknown, field = ""): string {
  if (!hasValue(value)) return "nothing";
  if (money.test(field) && Number.isFinite(Number(value))) return rupees(Number(value));
  if (field === "stones" && Array.isArray(value)) return stonesText(value) || "none";
  if (field === "sizes" && Array.isArray(value)) return sizesText(value) || "none";
  if (field === "payment") return String(value).replaceAll("_", " ");
  if (/^(gross_)?weight$/.test(field)) return `${value} gm`;
  if (typeof value === "string" && date.test(value)) return day(value);
  if (typeof value === "string" && moment.test(value)) return dayAndTime(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return listText(value);
  return typeof value === "object" ? partsText(value as object) : String(value);
}

function listText(values: unknown[]): string {
  const isOfParts = typeof values[0] === "object";
  return values.map((value) => valueText(value)).join(isOfParts ? "; " : ", ") || "nothing";
}

const partsText = (parts: object): string =>
  Object.entries(parts)
    .filter(([, value]) => hasValue(value))
    .map(([name, value]) => `${fieldName(name)}: ${valueText(value, name)}`)
    .join(", ");
