/** Where the shop delivers: country, state, city. */
export const places: Record<string, Record<string, string[]>> = {
  India: {
    "Tamil Nadu": ["Chennai", "Coimbatore", "Madurai"],
    Kerala: ["Kochi", "Thiruvananthapuram", "Kozhikode"],
    Karnataka: ["Bengaluru", "Mysuru", "Mangaluru"],
  },
  USA: {
    California: ["Los Angeles", "San Francisco", "San Diego"],
    Texas: ["Houston", "Dallas", "Austin"],
    "New York": ["New York City", "Buffalo", "Rochester"],
  },
  UK: {
    England: ["London", "Manchester", "Birmingham"],
    Scotland: ["Edinburgh", "Glasgow"],
    Wales: ["Cardiff", "Swansea"],
  },
};

export const countries = Object.keys(places);
export const statesOf = (country: string) => Object.keys(places[country] ?? {});
export const citiesOf = (country: string, state: string) => places[country]?.[state] ?? [];
