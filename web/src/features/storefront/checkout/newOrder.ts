import { cartTotals } from "@/shared/api/cart";
import type { GiftIn } from "@/shared/api/schema";
import type { Address, AuthUser, CartLine, ChangedPrice, NewOrder, NewOrderItem } from "@/shared/api/types";
import { lineKey } from "@/shared/product/sizeText";
import { isMessageTooLong } from "./GiftFields";

interface Choices {
  selectedId: number | undefined;
  /** The address of that id, if there still is one. */
  selected: Address | undefined;
  /** The address that is being edited. */
  edited: number | "new" | undefined;
  needsMethod: boolean;
  gift: GiftIn | null;
}

/** What is missing before an order can be placed; undefined if nothing is. */
export function orderProblem({ selectedId, selected, edited, needsMethod, gift }: Choices): string | undefined {
  if (selectedId === undefined) return "Please select or save an address";
  if (!selected) return "Please select a valid address";
  if (edited === "new") return "Please save the address that you are adding, or cancel";
  if (edited === selectedId) return "Please save the address that you are editing, or cancel";
  if (needsMethod) return "Please choose how to pay";
  if (isMessageTooLong(gift)) return "Please make the message on the card shorter";
  return undefined;
}

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
