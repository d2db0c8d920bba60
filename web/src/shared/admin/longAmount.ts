/** Whether a figure is an amount from a crore of rupees on, such as `₹1,19,09,878.00`: it fits only in smaller letters. */
export const isLongAmount = (figure: string | number | undefined) => /^₹.{13}/.test(`${figure}`);
