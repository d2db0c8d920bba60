import * as z from "zod/mini";
import type { Address } from "@/shared/api/types";
import { isPhone, type Place, phoneRule, placeProblems } from "./contactRules";

const filled = z.string().check(z.trim(), z.minLength(1));

const possible = (field: keyof Place) =>
  z.refine<Place>((place) => placeProblems(place)[field] === undefined, {
    path: [field],
    error: ({ input }) => placeProblems(input as Place)[field],
    // Report this error together with others.
    when: () => true,
  });

/** Every field but the phone number is required, and the shop must deliver to the place. */
export const addressForm = z
  .object({
    firstName: filled,
    lastName: filled,
    address: filled,
    country: filled,
    state: filled,
    city: filled,
    zipCode: filled,
    phone: z.string().check(z.refine((text) => text.trim() === "" || isPhone(text), { error: phoneRule })),
    isDefault: z.boolean(),
  })
  .check(possible("country"), possible("state"), possible("city"), possible("zipCode"));

export type AddressForm = z.infer<typeof addressForm>;

export const emptyAddress: AddressForm = {
  firstName: "",
  lastName: "",
  address: "",
  country: "India",
  state: "",
  city: "",
  zipCode: "",
  phone: "",
  isDefault: false,
};

/** Splits a full name into first and last name. */
export function namesOf(name: string) {
  const [firstName = "", ...lastNames] = name.trim().split(/\s+/);
  return { firstName, lastName: lastNames.join(" ") };
}

/** Converts a saved address to form values. */
export const formOf = ({ id: _, name, zip_code: zipCode, ...place }: Address): AddressForm => ({
  ...namesOf(name),
  ...place,
  zipCode,
});

/** Maps the refused fields to the names of the form. */
export const refusedFields = ({ name, ...fields }: Record<string, string>): Record<string, string> =>
  name === undefined ? fields : { ...fields, firstName: name };

export const fieldNames = Object.keys(emptyAddress) as (keyof AddressForm)[];

/** Converts form values to the body of the request. */
export const fieldsOf = ({ firstName, lastName, ...place }: AddressForm) => ({
  ...place,
  name: `${firstName} ${lastName}`,
});

const names: Record<Exclude<keyof AddressForm, "phone" | "isDefault">, string> = {
  firstName: "first name",
  lastName: "last name",
  address: "address",
  country: "country",
  state: "state",
  city: "city",
  zipCode: "PIN or zip code",
};

/** `City and zip code are still missing.`, or an empty string. */
export function missingFields(values: Partial<AddressForm>): string {
  const missing = (Object.keys(names) as (keyof typeof names)[]).filter((field) => !values[field]?.trim());
  if (missing.length === 0) return "";
  const words = missing.map((field) => names[field]);
  const last = words.pop() as string;
  const list = words.length ? `${words.join(", ")} and ${last}` : last;
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${missing.length === 1 ? "is" : "are"} still missing.`;
}
