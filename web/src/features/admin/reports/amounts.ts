const format = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1,23,456.00`, without the sign of the rupee: the head of the table has it. A minus is written as such. */
export const amount = (value: number) => `${value < 0 ? "−" : ""}${format.format(Math.abs(value))}`;
