import type { Order } from "@/shared/api/types";

type Address = Pick<NonNullable<Order["address"]>, "name" | "address" | "city" | "zip_code" | "state" | "country">;

/** In points, from the largest to the smallest. */
const sizes = [14, 12, 11, 10, 9, 8, 7, 6, 5.5, 5];
/** The room for an address on the label, in millimetres. */
const room = { width: 91, height: 68 };
const millimetresOfPoint = 0.3528;
/** The mean width of a character and the height of a line, in parts of the letters' size. */
const letter = { width: 0.55, height: 1.3 };
/** How much larger town and postal code are. */
const pinScale = 1.25;

/** The size in points of the letters in which an address fits on the label, estimated by its characters. */
export function labelSize(address: Address): number {
  return sizes.find((size) => heightOf(address, size) <= room.height) ?? 5;
}

function heightOf({ name, address, city, zip_code, state, country }: Address, size: number): number {
  const line = (text: string, scale = 1) => {
    const letters = Math.floor(room.width / (size * scale * letter.width * millimetresOfPoint));
    return Math.ceil(Math.max(text.length, 1) / letters) * size * scale * letter.height * millimetresOfPoint;
  };
  const phone = line("");
  return line(name) + line(address) + line(`${city} ${zip_code}`, pinScale) + line(`${state}, ${country}`) + phone;
}
