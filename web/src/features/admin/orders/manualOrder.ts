import { useRef, useState } from "react";
import { newIdempotencyKey } from "@/shared/api/idempotencyKeys";
import type { AdminProductOut } from "@/shared/api/schema";
import type { NewOrder } from "@/shared/api/types";
import { inSize } from "@/shared/product/sizeText";
import { type OrderFields, useOrderedProductsQuery } from "./ordersApi";

/** The largest quantity of a product in an order. */
export const maxQuantity = 10;

/** The values of the order form. */
export type OrderValues = Record<keyof OrderFields | "addressId" | "paymentMethod", string>;

/** Where an order goes, how it is paid, and the buyer's PAN; without them the server's defaults. */
type Terms = Pick<NewOrder, "addressId" | "paymentMethod" | "pan">;

export interface PricedLine {
  /** At the price of the size. */
  product: AdminProductOut;
  size: string | null;
  quantity: number;
}

interface RequestedLine {
  productId: number;
  /** Undefined for the default one. */
  size?: string;
  quantity: number;
}

const defaultSize = ({ sizes = [] }: AdminProductOut) => sizes.find(({ isDefault }) => isDefault)?.label ?? null;

export const totalOf = (lines: PricedLine[]) =>
  lines.reduce((sum, { product, quantity }) => sum + product.ornamentPrice * quantity, 0);

export const piecesOf = (lines: Pick<PricedLine, "quantity">[]) => lines.reduce((sum, line) => sum + line.quantity, 0);

/** The items of a manual order; their prices are updated while the form is open. */
export function useOrderLines() {
  const [requested, setRequested] = useState<RequestedLine[]>([]);
  const ids = requested.map(({ productId }) => productId);
  const { data, isFetching } = useOrderedProductsQuery(ids, { skip: ids.length === 0 });
  const lines = requested.flatMap(({ productId, size: chosen, quantity }): PricedLine[] => {
    const product = data?.find(({ id }) => id === productId);
    if (!product) return [];
    const size = chosen ?? defaultSize(product);
    return [{ product: inSize(product, size) as AdminProductOut, size, quantity }];
  });
  const add = (productId: number) =>
    setRequested((before) =>
      before.some((line) => line.productId === productId)
        ? before.map((line) =>
            line.productId === productId ? { ...line, quantity: Math.min(maxQuantity, line.quantity + 1) } : line,
          )
        : [...before, { productId, quantity: 1 }],
    );
  /** A manual order has each product once, in one size. */
  const setSize = (productId: number, size: string) =>
    setRequested((before) => before.map((line) => (line.productId === productId ? { ...line, size } : line)));
  const setQuantity = (productId: number, quantity: number) =>
    setRequested((before) =>
      before
        .map((line) => (line.productId === productId ? { ...line, quantity } : line))
        .filter((line) => line.quantity > 0),
    );
  return {
    lines,
    isEmpty: requested.length === 0,
    isPriced: lines.length === requested.length && !isFetching,
    add,
    setQuantity,
    setSize,
  };
}

/** The order in the API's format. The server calculates each price again and refuses differences. */
export function orderWith(customerId: number, lines: PricedLine[], terms: Terms = {}): NewOrder {
  return {
    ...terms,
    customerId,
    totalQuantity: piecesOf(lines),
    totalAmount: totalOf(lines),
    items: lines.map(({ product, size, quantity }) => ({
      productId: product.id,
      size,
      weight: product.weight,
      goldRate: product.goldRate,
      productRate: product.metalValue,
      stoneCharge: product.stoneCharge,
      makingCharge: product.makingCharge,
      wastageCharge: product.wastageCharge,
      discount: product.discount,
      totalAmount: product.ornamentPrice * quantity,
      productQuantity: quantity,
      status: "ordered",
    })),
  };
}

/**
 * Returns the same idempotency key for the same items of a customer, also with other prices or terms: an attempt
 * without a response may have placed the order with the earlier ones, and the server then refuses the key.
 */
export function useOrderKey() {
  const sent = useRef({ content: "", key: "" });
  return ({ customerId, items }: NewOrder) => {
    const content = JSON.stringify([
      customerId,
      items.map(({ productId, size, productQuantity }) => [productId, size, productQuantity]),
    ]);
    if (sent.current.content !== content) sent.current = { content, key: newIdempotencyKey() };
    return sent.current.key;
  };
}
