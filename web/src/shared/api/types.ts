/** The names of API types in the pages. Money in rupees, weight in grams, times in UTC as ISO 8601 with Z. */

import type {
  AddressOut,
  AdminOut,
  AdminStatusEntryOut,
  CartItemOut,
  CategoryOut,
  CustomerOut,
  FacetsOut,
  GoldRateOut,
  HuidsOut,
  ImageOut,
  OrderIn,
  OrderItemIn,
  OrderItemOut,
  OrderLineOut,
  OrderOut,
  ProductOut,
  ShipmentOut,
  Status,
  StatusChangeOut,
  StatusEntryOut,
  WishlistEntryOut,
} from "./schema";

export type { NewAddress, ProductType, ValueCount } from "./schema";

export type Role = "customer" | "admin";
/** As stored in the browser, where the phone may be missing. */
export type AuthUser = Omit<CustomerOut, "phone"> & { phone: string | null };
export type AdminUser = AdminOut;
export type Category = CategoryOut;
export type GoldRate = GoldRateOut;
export type ProductImage = ImageOut;
export type Product = ProductOut;
/** For each filter, the number of products for each choice, given the other filters. */
export type Facets = FacetsOut;

export interface ProductList {
  products: Product[];
  nextCursor: string | null;
  /** Of the whole list; null if the counts were not requested. */
  total: number | null;
  facets: Facets | null;
  /** The text that replaced a misspelt search; null if the search was as typed. */
  searchedFor: string | null;
}

export type CartLine = CartItemOut;
export type WishlistEntry = WishlistEntryOut;
/** As received; it is sent with `zipCode`. */
export type Address = AddressOut;

export type OrderStatus = Status;
/** In their usual sequence. The type check fails if a status is missing. */
const sequence: Record<OrderStatus, number> = { ordered: 0, packed: 1, shipped: 2, delivered: 3, cancelled: 4 };
export const allStatuses: readonly OrderStatus[] = Object.keys(sequence) as OrderStatus[];
/** The statuses that can be set. */
export const statuses: readonly OrderStatus[] = allStatuses.filter((status) => status !== "cancelled");
/** Whether an item is still to be packed. */
export const isBeforePacking = ({ status }: { status: OrderStatus }) => status === "ordered";
export type StatusTimes = Pick<OrderItemOut, `${OrderStatus}At`>;
/** A status change. Shoppers get neither its author nor undone changes. */
export type StatusHistory = Omit<StatusEntryOut, "reason"> &
  Partial<Pick<StatusEntryOut, "reason">> &
  Partial<Pick<AdminStatusEntryOut, "changedBy" | "undoes" | "undone" | "weights">>;

/** A row of the shopper's orders: an order item with its order. */
export type OrderLine = Omit<OrderLineOut, "history"> & { history: StatusHistory[] };
/** `history` is missing if the item came with an event. */
export type OrderItem = Omit<OrderItemOut, "history"> & { history?: StatusHistory[] };
export type Order = Omit<OrderOut, "items"> & { items: OrderItem[] };
/** Response of `updateStatus` and `data` of `order.status_changed`; shoppers get it without `changedBy`. */
export type StatusChange = Omit<StatusChangeOut, "changedBy" | "at" | "undoes" | "reason" | "weights"> & {
  reason?: string | null;
  weights?: number[] | null;
  changedBy?: string | null;
  at: string;
  /** The version of the change that this one undoes. */
  undoes?: number | null;
  /** Only a response to a cancellation by staff has it. */
  stockNote?: string | null;
};

/** Response of `order/huids/` and `data` of `order.huids_changed`; shoppers get it without `changedBy`. */
export type HuidsChange = Omit<HuidsOut, "changedBy"> & { changedBy?: string };

/** Response of `order/shipment/` and `data` of `order.shipment_changed`; shoppers get it without `changedBy`. */
export type ShipmentChange = Omit<ShipmentOut, "changedBy"> & { changedBy?: string };

/** The API also accepts numbers as strings; pages send numbers. */
type Numbers<T> = { [K in keyof T]: number extends T[K] ? Exclude<T[K], string> : T[K] };
export type NewOrderItem = Numbers<OrderItemIn>;
export type NewOrder = Omit<Numbers<OrderIn>, "items"> & { items: NewOrderItem[] };

export interface ChangedPrice {
  productId: number;
  productName: string;
  size?: string | null;
  oldTotalAmount: number;
  totalAmount: number;
  goldRate: number;
  weight: number;
  productRate: number;
  stoneCharge: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  productQuantity: number;
}

/** `data` of a 409 response to an order. */
export type OrderConflict =
  | { reason: "prices_changed"; totalAmount: number; items: ChangedPrice[]; isHeld?: boolean }
  | { reason: "unavailable"; items: { productId: number; productName: string; size?: string; stockLeft?: number }[] };

/** A server event; `data` depends on `type`. */
export interface ShopEvent<T = unknown> {
  id: number;
  type: string;
  at: string;
  data: T;
}
