/** Products with so many pieces or fewer are marked as low. */
export const lowStock = 2;
