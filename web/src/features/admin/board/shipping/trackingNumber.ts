/** Whether a text has the form of a courier's tracking number: 4 to 40 letters, digits, spaces, `/` and `-`. */
export const isTrackingNumber = (text: string) => /^[A-Za-z0-9][A-Za-z0-9 /-]{2,38}[A-Za-z0-9]$/.test(text);

/** A tracking number as the server stores it: in capitals, without blanks. */
export const storedNumber = (text: string) => text.replace(/\s/g, "").toUpperCase();
