/** A courier and a tracking number as they are entered. */
export interface Shipment {
  courier: string;
  number: string;
}

/** Whether a text has the form of a courier's tracking number: 4 to 40 letters, digits, spaces, `/` and `-`. */
export const isTrackingNumber = (text: string) => /^[A-Za-z0-9][A-Za-z0-9 /-]{2,38}[A-Za-z0-9]$/.test(text);

/** A tracking number as the server stores it: in capitals, without blanks. */
export const storedNumber = (text: string) => text.replace(/\s/g, "").toUpperCase();

/** Why courier and number cannot be saved; empty if they can, or if there is neither. `missing` has the texts for one. */
export function shipmentProblem({ courier, number }: Shipment, missing: Record<keyof Shipment, string>): string {
  const trimmed = number.trim();
  if (courier && !trimmed) return missing.number;
  if (!courier && trimmed) return missing.courier;
  return trimmed && !isTrackingNumber(trimmed) ? "A tracking number has 4 to 40 letters and digits." : "";
}
