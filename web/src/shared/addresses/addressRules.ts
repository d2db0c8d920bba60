import * as z from "zod/mini";
import type { Address } from "@/shared/api/types";

const filled = z.string().check(z.trim(), z.minLength(1));

/** Every field is required. */
export const addressForm = z.object({
  firstName: filled,
  lastName: filled,
  address: filled,
  country: filled,
  state: filled,
  city: filled,
  zipCode: filled,
});

export type AddressForm = z.infer<typeof addressForm>;

export const emptyAddress: AddressForm = {
  firstName: "",
  lastName: "",
  address: "",
  country: "",
  state: "",
  city: "",
  zipCode: "",
};

/** First and last name out of a whole one. */
export function namesOf(name: string) {
  const [firstName = "", ...lastNames] = name.trim().split(/\s+/);
  return { firstName, lastName: lastNames.join(" ") };
}

/** A saved address as the form has it. */
export const formOf = ({ id: _, name, zip_code: zipCode, ...place }: Address): AddressForm => ({
  ...namesOf(name),
  ...place,
  zipCode,
});

/** What is sent of a filled form. */
export const fieldsOf = ({ firstName, lastName, ...place }: AddressForm) => ({
  ...place,
  name: `${firstName} ${lastName}`,
});

const names: Record<keyof AddressForm, string> = {
  firstName: "first name",
  lastName: "last name",
  address: "address",
  country: "country",
  state: "state",
  city: "city",
  zipCode: "zip code",
};

/** `City and zip code are still missing.`, or nothing. */
export function missingFields(values: Partial<AddressForm>): string {
  const missing = (Object.keys(names) as (keyof AddressForm)[]).filter((field) => !values[field]?.trim());
  if (missing.length === 0) return "";
  const words = missing.map((field) => names[field]);
  const last = words.pop() as string;
  const list = words.length ? `${words.join(", ")} and ${last}` : last;
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${missing.length === 1 ? "is" : "are"} still missing.`;
}
