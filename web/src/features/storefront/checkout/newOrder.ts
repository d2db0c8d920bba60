import { cartTotals } from "@/shared/api/cart";
import type { AuthUser, CartLine, ChangedPrice, NewOrder, NewOrderItem } from "@/shared/api/types";
import { lineKey } from "@/shared/product/sizeText";

/** The order with the prices on the page; the server calculates them again and compares. */
export function newOrderOf(
  user: AuthUser,
  lines: CartLine[],
  addressId: number,
  chosen: Pick<NewOrder, "paymentMethod" | "holdId"> & Partial<Pick<NewOrder, "phone" | "gift">> = {},
): NewOrder {
  const { pieces, total } = cartTotals(lines);
  return {
    customerId: user.id,
    totalQuantity: pieces,
    totalAmount: total,
    name: user.name,
    email: user.email,
    phone: user.phone ?? "",
    addressId,
    ...chosen,
    items: lines.map(itemOf),
  };
}

function itemOf({ product, productId, size, quantity }: CartLine): NewOrderItem {
  const { weight, goldRate, stoneCharge, makingCharge, wastageCharge, discount, ornamentPrice } = product;
  return {
    productId,
    size: size ?? null,
    weight,
    goldRate,
    productRate: Math.round(goldRate * weight * 100) / 100,
    stoneCharge,
    makingCharge,
    wastageCharge,
    discount,
    totalAmount: ornamentPrice * quantity,
    productQuantity: quantity,
    status: "ordered",
  };
}

/** Whether an order has the same items as the cart. */
export function matchesCart(order: NewOrder, lines: CartLine[]): boolean {
  const ordered = new Map(order.items.map((item) => [lineKey(item), item.productQuantity]));
  return lines.length === ordered.size && lines.every((line) => ordered.get(lineKey(line)) === line.quantity);
}

/** The same order with the prices of the server's response, without a hold that has ended. */
export function atNewPrices(
  { holdId, ...order }: NewOrder,
  prices: { totalAmount: number; items: ChangedPrice[]; isHeld?: boolean },
): NewOrder {
  const items = order.items.map((item) => {
    const now = prices.items.find((priced) => lineKey(priced) === lineKey(item));
    if (!now) return item;
    const { weight, goldRate, productRate, stoneCharge, makingCharge, wastageCharge, discount, totalAmount } = now;
    return { ...item, weight, goldRate, productRate, stoneCharge, makingCharge, wastageCharge, discount, totalAmount };
  });
  return { ...order, ...(prices.isHeld && { holdId }), totalAmount: prices.totalAmount, items };
}
