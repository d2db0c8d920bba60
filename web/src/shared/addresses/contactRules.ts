import rules from "../../../../shop/customers/contact_rules.json";

interface Country {
  /** The pattern of postal codes and the message for an invalid one. */
  zipCode: string;
  zipCodeRule: string;
  states: Record<string, string[]>;
  /**
   * The states by the first digits of a PIN code, the likeliest first; the longest of these prefixes counts. Their cities
   * are suggestions.
   */
  pinStates?: Record<string, string[]>;
  /** The city by the first digits of a PIN code, if they determine it; the longest of these prefixes counts. */
  pinCities?: Record<string, string>;
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

/** Whether cities other than the known ones are accepted. */
export const acceptsCities = (country: string) => byName[country]?.pinStates !== undefined;

/** The states that can have a postal code, the likeliest first; empty if the code does not determine the state. */
export function statesOfPin(country: string, zipCode: string): string[] {
  const known = byName[country];
  const code = zipCode.trim();
  if (!known?.pinStates || !new RegExp(known.zipCode).test(code)) return [];
  return byPrefix(known.pinStates, code) ?? [];
}

export const cityOfPin = (country: string, zipCode: string) => byPrefix(byName[country]?.pinCities ?? {}, zipCode);

/** The entry of the longest prefix that a PIN code begins with. Blanks in the code are left out. */
function byPrefix<T>(entries: Record<string, T>, zipCode: string): T | undefined {
  const digits = zipCode.replaceAll(" ", "");
  for (let length = digits.length; length > 1; length--) {
    const found = entries[digits.slice(0, length)];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** 7 to 15 digits with common separators. */
export const isPhone = (text: string) => phone.test(text.trim());
export const phoneRule = rules.phoneRule;

export const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text);

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
  if (city && isState) problems.city = cityProblem(city, state, country);
  if (zipCode.trim()) problems.zipCode = zipCodeProblem(zipCode.trim(), known, isState && !problems.city ? state : "");
  return problems;
}

function cityProblem(city: string, state: string, country: string): string | undefined {
  const cities = citiesOf(country, state);
  if (!acceptsCities(country)) return cities.includes(city) ? undefined : choose(`a city of ${state}`, cities);
  const isSame = (name: string) => name.toLowerCase() === city.trim().toLowerCase();
  if (cities.some(isSame)) return undefined;
  const places = Object.values(byName).flatMap((each) => Object.entries(each?.states ?? {}));
  const other = places.find(([, names]) => names.some(isSame));
  return other && `${city} is in ${other[0]}. Please choose that state, or another city`;
}

function zipCodeProblem(zipCode: string, { zipCode: pattern, zipCodeRule, pinStates }: Country, state: string) {
  if (!new RegExp(pattern).test(zipCode)) return zipCodeRule;
  if (!pinStates) return undefined;
  const states = byPrefix(pinStates, zipCode);
  if (!states) return `No state of India has PIN codes that begin with ${zipCode.slice(0, 2)}`;
  return !state || states.includes(state) ? undefined : `${zipCode} is a PIN code of ${states.join(" or ")}`;
}

const choose = (what: string, names: string[]) =>
  `Please choose ${what}: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
