import * as z from "zod/mini";
import type { Address } from "@/shared/api/types";
import { type Place, placeProblems } from "./contactRules";

const filled = z.string().check(z.trim(), z.minLength(1));

const possible = (field: keyof Place) =>
  z.refine<Place>((place) => placeProblems(place)[field] === undefined, {
    path: [field],
    error: ({ input }) => placeProblems(input as Place)[field],
    // Beside whatever else is wrong, not after it.
    when: () => true,
  });

/** Every field is required, and the place must be one that the shop delivers to. */
export const addressForm = z
  .object({
    firstName: filled,
    lastName: filled,
    address: filled,
    country: filled,
    state: filled,
    city: filled,
    zipCode: filled,
  })
  .check(possible("country"), possible("state"), possible("city"), possible("zipCode"));

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

/** The fields of the form that the shop refused, by their names in the form. */
export const refusedFields = ({ name, ...fields }: Record<string, string>) =>
  Object.entries({ ...fields, ...(name !== undefined && { firstName: name }) }).filter(
    (entry): entry is [keyof AddressForm, string] => entry[0] in emptyAddress,
  );

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
