/** What the pages call the things of the API. Money in rupees, weight in grams, times in UTC as ISO 8601 with Z. */

import type {
  AddressOut,
  AdminOut,
  AdminStepOut,
  CartItemOut,
  CategoryOut,
  CustomerOut,
  DeliveryOut,
  FacetsOut,
  GoldRateOut,
  ImageOut,
  OrderIn,
  OrderItemIn,
  OrderItemOut,
  OrderLineOut,
  OrderOut,
  ProductOut,
  RenditionOut,
  Status,
  StatusChangeOut,
  StepOut,
  WishlistEntryOut,
} from "./schema";

export type { NewAddress, ProductType, ValueCount } from "./schema";

export type Role = "customer" | "admin";
/** As a page keeps it, where the phone may be missing. */
export type AuthUser = Omit<CustomerOut, "phone"> & { phone: string | null };
export type AdminUser = AdminOut;
export type Category = CategoryOut;
export type GoldRate = GoldRateOut;
export type Rendition = RenditionOut;
export type ProductImage = ImageOut;
export type Product = ProductOut;
/** For each filter, how many products each choice would leave while the other filters stay. */
export type Facets = FacetsOut;

export interface ProductList {
  products: Product[];
  nextCursor: string | null;
  /** Of the whole list; absent where the counts were not asked for. */
  total: number | null;
  facets: Facets | null;
}

export type CartLine = CartItemOut;
export type WishlistEntry = WishlistEntryOut;
/** As read; it is sent with `zipCode`. */
export type Address = AddressOut;
export type AddressSnapshot = DeliveryOut;

export type OrderStatus = Status;
export const statuses: readonly OrderStatus[] = ["ordered", "packed", "shipped", "delivered"];
/** `cancelled` is only displayed. */
export type ShownStatus = OrderStatus | "cancelled";
export type StatusTimes = Pick<OrderItemOut, "orderedAt" | "packedAt" | "shippedAt" | "deliveredAt">;
/** A step; shoppers are not told who took it, nor of one that was undone or undoes another. */
export type StatusHistory = StepOut & Partial<Pick<AdminStepOut, "changedBy" | "undoes" | "undone">>;

/** One row of the shopper's own orders: an order item that carries its order. */
export type OrderLine = Omit<OrderLineOut, "history"> & { history: StatusHistory[] };
/** `history` comes with `GET /order/?id=N` only where the item came by an event. */
export type OrderItem = Omit<OrderItemOut, "history"> & { history?: StatusHistory[] };
export type Order = Omit<OrderOut, "items"> & { items: OrderItem[] };
/** Answer of `updateStatus` and `data` of `order.status_changed`; shoppers get it without `changedBy`. */
export type StatusChange = Omit<StatusChangeOut, "changedBy" | "at" | "undoes"> & {
  changedBy?: string | null;
  at: string;
  /** The version of the change that this one takes back. */
  undoes?: number | null;
};

/** The API also reads figures as a form writes them; pages send numbers. */
type Numbers<T> = { [K in keyof T]: number extends T[K] ? Exclude<T[K], string> : T[K] };
export type NewOrderItem = Numbers<OrderItemIn>;
export type NewOrder = Omit<Numbers<OrderIn>, "items"> & { items: NewOrderItem[] };

export interface ChangedPrice {
  productId: number;
  productName: string;
  oldTotalAmount: number;
  totalAmount: number;
  goldRate: number;
  weight: number;
  productRate: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  productQuantity: number;
}

/** `data` of the 409 that answers an order. */
export type OrderConflict =
  | { reason: "prices_changed"; totalAmount: number; items: ChangedPrice[] }
  | { reason: "unavailable"; items: { productId: number; productName: string }[] };

/** What a server event carries; `data` depends on `type`. */
export interface ShopEvent<T = unknown> {
  id: number;
  type: string;
  at: string;
  data: T;
}
