/** Money in rupees, weight in grams, times in UTC as ISO 8601 with Z. */

export type Role = "customer" | "admin";

export interface AuthUser {
  id: number;
  name: string;
  email: string;
  phone: string | null;
}

export interface AdminUser {
  id: number;
  name: string;
  email: string;
}

export interface Category {
  id: number;
  code: string;
  name: string;
  imageUrl: string | null;
}

export interface GoldRate {
  id: number;
  r22kRate: number;
  r24kRate: number;
  date: string;
}

export interface Rendition {
  width: number;
  webp: string;
  avif: string;
}

export interface ProductImage {
  id: number;
  productId: number;
  type: string;
  imageUrl: string;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  renditions: Rendition[];
}

export type ProductType = "general" | "men" | "wedding" | "kids";

export interface Product {
  id: number;
  code: string;
  name: string;
  description: string;
  weight: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  goldRate: number;
  metalValue: number;
  mrp: number;
  ornamentPrice: number;
  purity: "22k";
  status: "active" | "in active";
  stockAvailability: "yes" | "no";
  categoryId: number;
  categoryName: string;
  productType: ProductType;
  rating: number;
  reviewCount: number;
  createdAt: string;
  productImageUrl: string | null;
  images: ProductImage[];
}

export interface ValueCount {
  value: string;
  count: number;
}

/** For each filter, how many products each choice would leave while the other filters stay. */
export interface Facets {
  category: { id: number; code: string; name: string; count: number }[];
  productType: ValueCount[];
  purity: ValueCount[];
  stock: ValueCount[];
  rating: { minRating: number; count: number }[];
  price: {
    min: number | null;
    max: number | null;
    bands: { minPrice: number | null; maxPrice: number | null; count: number }[];
  };
}

export interface ProductList {
  products: Product[];
  nextCursor: string | null;
  /** Of the whole list; absent where the counts were not asked for. */
  total: number | null;
  facets: Facets | null;
}

export interface CartLine {
  cartId: number;
  customerId: number;
  productId: number;
  quantity: number;
  weight: number;
  product: Product;
}

export interface WishlistEntry {
  wishlistId: number;
  customerId: number;
  productId: number;
  productImageUrl: string;
  name: string;
  weight: number;
  ornamentPrice: number;
  product: Product;
}

/** As read; it is sent with `zipCode`. */
export interface Address {
  id: number;
  name: string;
  address: string;
  city: string;
  state: string;
  country: string;
  zip_code: string;
}

export type AddressSnapshot = Omit<Address, "id">;

export interface NewAddress {
  name: string;
  customerId: number;
  address: string;
  city: string;
  state: string;
  country: string;
  zipCode: string;
}

export const statuses = ["ordered", "packed", "shipped", "delivered"] as const;
export type OrderStatus = (typeof statuses)[number];
/** `cancelled` is only displayed. */
export type ShownStatus = OrderStatus | "cancelled";

export interface StatusTimes {
  orderedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
}

export interface StatusHistory {
  status: OrderStatus;
  from: OrderStatus | null;
  at: string;
  version: number;
  changedBy?: string | null;
}

/** One row of the shopper's own orders: an order item that carries its order. */
export interface OrderLine extends StatusTimes {
  orderId: number;
  itemId: number;
  customerId: number;
  status: OrderStatus;
  currentStatus: string;
  version: number;
  itemTotalAmount: number;
  orderTotalAmount: number;
  totalQuantity: number;
  productId: number;
  productName: string;
  productImageUrl: string | null;
  productQuantity: number;
  productRate: number;
  weight: number;
  goldRate: number;
  wastageCharge: number;
  makingCharge: number;
  discount: number;
  purity: "22k";
  orderedDate: string | null;
  deliveryDate: string | null;
  address: AddressSnapshot | null;
  history: StatusHistory[];
}

export interface OrderItem extends StatusTimes {
  id: number;
  itemId: number;
  orderId: number;
  customerId: number;
  productId: number;
  productName: string;
  productImageUrl: string | null;
  productQuantity: number;
  weight: number;
  goldRate: number;
  productRate: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  purity: "22k";
  totalAmount: number;
  status: OrderStatus;
  version: number;
  changedBy: string | null;
  /** Only in `GET /order/?id=N`. */
  history?: StatusHistory[];
}

export interface Order {
  id: number;
  customerId: number;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  totalQuantity: number;
  totalAmount: number;
  orderedDate: string | null;
  deliveryDate: string | null;
  currentStatus: string;
  address: AddressSnapshot | null;
  items: OrderItem[];
}

/** Answer of `updateStatus` and `data` of `order.status_changed`; shoppers get it without `changedBy`. */
export interface StatusChange extends StatusTimes {
  orderId: number;
  itemId: number;
  customerId: number;
  status: OrderStatus;
  version: number;
  currentStatus: string;
  changedBy?: string | null;
  from: OrderStatus | null;
  at: string;
}

export interface NewOrderItem {
  productId: number;
  weight: number;
  goldRate: number;
  productRate: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  totalAmount: number;
  productQuantity: number;
  status: "ordered";
}

export interface NewOrder {
  customerId: number;
  totalQuantity: number;
  totalAmount: number;
  name: string;
  email: string;
  phone: string;
  addressId: number;
  items: NewOrderItem[];
}

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
