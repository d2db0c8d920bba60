/** Such as "Order 7 is" or "Orders 7, 9 and 12 are". */
export function orderNumbers(ids: number[]): string {
  const last = ids.at(-1);
  return ids.length === 1 ? `Order ${last} is` : `Orders ${ids.slice(0, -1).join(", ")} and ${last} are`;
}
