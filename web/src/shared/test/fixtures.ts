import type {
  Address,
  AuthUser,
  CartLine,
  Order,
  OrderItem,
  OrderLine,
  Product,
  StatusChange,
  WishlistEntry,
} from "@/shared/api/types";
import { orderLines } from "@/shared/orders/statusPatch";

export const asha: AuthUser = { id: 7, name: "Asha Verma", email: "asha@swarna.example", phone: "+91 98410 55026" };

export const product = (over: Partial<Product> = {}): Product => ({
  id: 5,
  code: "RG-105",
  name: "Paithani Bridal Nath",
  description: "The classic nose ring.",
  weight: 6.4,
  makingCharge: 12_890,
  wastageCharge: 3790,
  discount: 0,
  goldRate: 11_852,
  metalValue: 75_852.8,
  mrp: 92_533,
  ornamentPrice: 92_533,
  purity: "22k",
  status: "active",
  stockAvailability: "yes",
  stockLeft: null,
  categoryId: 1,
  categoryName: "Rings",
  productType: "wedding",
  rating: 4,
  reviewCount: 0,
  createdAt: "2026-11-01T10:00:00.000Z",
  productImageUrl: "/media/nath.webp",
  images: [],
  ...over,
});

export const cartLine = (over: Partial<CartLine> = {}): CartLine => ({
  cartId: 11,
  customerId: asha.id,
  productId: 5,
  quantity: 1,
  weight: 6.4,
  product: product(),
  ...over,
});

export const wishlistEntry = (over: Partial<WishlistEntry> = {}): WishlistEntry => ({
  wishlistId: 21,
  customerId: asha.id,
  productId: 5,
  productImageUrl: "/media/nath.webp",
  name: "Paithani Bridal Nath",
  weight: 6.4,
  ornamentPrice: 92_533,
  product: product(),
  ...over,
});

export const address = (over: Partial<Address> = {}): Address => ({
  id: 3,
  name: "Asha Verma",
  address: "12 Second Main Road",
  city: "Chennai",
  state: "Tamil Nadu",
  country: "India",
  zip_code: "600001",
  ...over,
});

export const orderItem = (over: Partial<OrderItem> = {}): OrderItem => ({
  id: 70,
  itemId: 70,
  orderId: 40,
  customerId: asha.id,
  productId: 5,
  productName: "Paithani Bridal Nath",
  productImageUrl: "/media/nath.webp",
  productQuantity: 1,
  weight: 6.4,
  goldRate: 11_852,
  productRate: 75_852.8,
  makingCharge: 12_890,
  wastageCharge: 3790,
  discount: 0,
  purity: "22k",
  totalAmount: 92_533,
  status: "ordered",
  orderedAt: "2026-11-18T12:42:00.000Z",
  packedAt: null,
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  version: 1,
  changedBy: null,
  ...over,
});

export const order = (over: Partial<Order> = {}): Order => ({
  id: 40,
  customerId: asha.id,
  customerName: asha.name,
  customerEmail: asha.email,
  customerPhone: asha.phone ?? "",
  totalQuantity: 1,
  totalAmount: 92_533,
  orderedDate: "2026-11-18T12:42:00.000Z",
  deliveryDate: null,
  currentStatus: "ordered",
  statusText: null,
  address: address(),
  items: [orderItem()],
  ...over,
});

export const lines = (of: Order = order()): OrderLine[] => orderLines(of);

export const statusChange = (over: Partial<StatusChange> = {}): StatusChange => ({
  orderId: 40,
  itemId: 70,
  customerId: asha.id,
  from: "ordered",
  status: "packed",
  orderedAt: "2026-11-18T12:42:00.000Z",
  packedAt: "2026-11-19T06:10:00.000Z",
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  version: 2,
  currentStatus: "packed",
  at: "2026-11-19T06:10:00.000Z",
  ...over,
});
