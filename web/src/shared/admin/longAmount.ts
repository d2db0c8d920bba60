/**
 * Whether a figure is an amount of at least a crore of rupees, such as `₹1,19,09,878.00`, which fits only in smaller
 * letters.
 */
export const isLongAmount = (figure: string | number | undefined) => /^₹.{13}/.test(`${figure}`);
