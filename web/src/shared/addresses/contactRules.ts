import rules from "../../../../shop/customers/contact_rules.json";

interface Country {
  /** The pattern of postal codes and the message for an invalid one. */
  zipCode: string;
  zipCodeRule: string;
  states: Record<string, string[]>;
}

/**
 * The countries, states and cities to which the shop delivers, with their postal code rules. The API reads the same
 * file.
 */
const byName: Record<string, Country | undefined> = rules.countries;
const phone = new RegExp(rules.phone);

export const countries = Object.keys(rules.countries);
export const statesOf = (country: string) => Object.keys(byName[country]?.states ?? {});
export const citiesOf = (country: string, state: string) => byName[country]?.states[state] ?? [];

/** 7 to 15 digits with common separators. */
export const isPhone = (text: string) => phone.test(text.trim());
export const phoneRule = rules.phoneRule;

export interface Place {
  country: string;
  state: string;
  city: string;
  zipCode: string;
}

/** Returns the problem of each filled field; a field is checked against the ones above it. */
export function placeProblems({ country, state, city, zipCode }: Place): Partial<Place> {
  const problems: Partial<Place> = {};
  const known = byName[country];
  if (country && !known) problems.country = choose("a country", countries);
  if (!known) return problems;
  const isState = state in known.states;
  if (state && !isState) problems.state = choose(`a state of ${country}`, statesOf(country));
  const cities = citiesOf(country, state);
  if (city && isState && !cities.includes(city)) problems.city = choose(`a city of ${state}`, cities);
  if (zipCode.trim() && !new RegExp(known.zipCode).test(zipCode.trim())) problems.zipCode = known.zipCodeRule;
  return problems;
}

const choose = (what: string, names: string[]) =>
  `Please choose ${what}: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
