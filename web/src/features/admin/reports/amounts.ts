const format = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1,23,456.00`, without the rupee sign, which is in the head of the table. Negative amounts get a minus sign. */
export const amount = (value: number) => `${value < 0 ? "−" : ""}${format.format(Math.abs(value))}`;
