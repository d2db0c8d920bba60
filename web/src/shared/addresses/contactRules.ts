import rules from "./contactRules.json";

interface Country {
  /** The pattern of its postal codes, and the sentence that asks for one. */
  zipCode: string;
  zipCodeRule: string;
  states: Record<string, string[]>;
}

/** Where the shop delivers, and how postal codes are written there: the same as the server's rules. */
const byName: Record<string, Country | undefined> = rules.countries;
const phone = new RegExp(rules.phone);

export const countries = Object.keys(rules.countries);
export const statesOf = (country: string) => Object.keys(byName[country]?.states ?? {});
export const citiesOf = (country: string, state: string) => byName[country]?.states[state] ?? [];

/** 7 to 15 digits and the signs that are usual between them. */
export const isPhone = (text: string) => phone.test(text.trim());
export const phoneRule = rules.phoneRule;

export interface Place {
  country: string;
  state: string;
  city: string;
  zipCode: string;
}

/** What is wrong with each filled field of a place; a field is checked against those above it. */
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
