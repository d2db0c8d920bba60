/** Whether a text has the form of a courier's tracking number: 4 to 40 letters, digits, spaces, `/` and `-`. */
export const isTrackingNumber = (text: string) => /^[A-Za-z0-9][A-Za-z0-9 /-]{2,38}[A-Za-z0-9]$/.test(text);
