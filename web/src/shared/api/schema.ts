/** Generated from the API's description by `make api-types`. Do not edit. */

/**
 * A role of staff. A person has one or more; an owner may do everything.
 */
export type StaffRole = "owner" | "orders" | "catalogue" | "finance" | "operator" | "viewer";
/**
 * Whether a product or vendor is active, spelled as on the wire.
 */
export type Activity = "active" | "in active";
/**
 * The state of an image's renditions.
 */
export type ImageStatus = "processing" | "ready" | "failed";
/**
 * The kind of a ledger entry.
 *
 * ``payment``, ``refund``, ``surplus``, ``refund_sent`` and ``refund_by_hand`` move money. ``surplus`` is money that
 * came through the provider for an order without an amount due; it is refunded. ``refund_sent``: the provider has
 * accepted a refund. ``refund_failed``: the provider could not pay a refund that it had accepted. ``refund_refused``:
 * it refused the request. ``refund_retry``: staff requested it again. ``refund_by_hand``: staff sent that money
 * themselves. ``return_closed``: a return was closed without a refund. Either earlier refunds count for it, or nothing
 * was paid and the price of its pieces is no longer due.
 */
export type EntryKind =
  | "claim"
  | "rejection"
  | "payment"
  | "refund"
  | "method"
  | "failure"
  | "retry"
  | "expiry"
  | "cancellation"
  | "surplus"
  | "refund_sent"
  | "refund_failed"
  | "refund_refused"
  | "refund_retry"
  | "refund_by_hand"
  | "return_closed";
/**
 * The status of a payment. ``claimed``: the shopper says that it was paid.
 */
export type PaymentStatus =
  "due" | "claimed" | "paid" | "failed" | "expired" | "cancelled" | "part_refunded" | "refunded";
/**
 * How an order is paid.
 */
export type Method = "cod" | "upi" | "bank" | "online";
/**
 * The collection that an ornament belongs to.
 */
export type ProductType = "general" | "men" | "wedding" | "kids";
/**
 * The sort orders of the list, by their names on the wire.
 */
export type AdminProductSort =
  | "newest"
  | "oldest"
  | "code"
  | "name"
  | "weightAsc"
  | "weightDesc"
  | "priceAsc"
  | "priceDesc"
  | "stockAsc"
  | "stockDesc";
/**
 * The status of an order line, in the usual sequence. A line can be cancelled until it is delivered.
 */
export type Status = "ordered" | "packed" | "shipped" | "delivered" | "cancelled";
/**
 * The permissions of a key, by their names on the wire.
 */
export type Scope =
  "events:read" | "orders:read" | "orders:status" | "products:write" | "stock:write" | "payments:read";
/**
 * A filter of the status. A ``scheduled`` product is inactive until it goes on sale.
 */
export type ProductStatus = "active" | "in active" | "scheduled";
/**
 * A filter of the number of pieces: ``low`` is at most 2, in total or in a size.
 */
export type StockLevel = "low" | "counted" | "notCounted";
/**
 * The sort orders of the list; ``recent`` starts with the cart to which a product was added last.
 */
export type CartSort = "recent" | "oldest" | "name" | "nameDesc" | "amountAsc" | "amountDesc";
/**
 * The sort orders of the list, by their names on the wire.
 */
export type CategorySort = "oldest" | "newest" | "code" | "codeDesc" | "name" | "nameDesc";
/**
 * The subject of a notification. Each can be switched off. Codes, invoices and refunds belong to none of them.
 */
export type Subject = "orders" | "payments" | "wishlist";
/**
 * How a list of customers is sorted. Names and email addresses are compared without case.
 */
export type CustomerSort = "newest" | "oldest" | "name" | "nameDesc" | "email" | "emailDesc";
/**
 * Whether a worker makes the file, or its link was sent.
 */
export type DataExportStatus = "making" | "ready";
/**
 * The pages of the portal whose filters are in their address, by their path below ``/admin/``.
 */
export type ListPage =
  | "order-management"
  | "order"
  | "returns"
  | "customer"
  | "cart"
  | "product"
  | "category"
  | "vendor"
  | "gold-rate"
  | "reviews"
  | "audit";
/**
 * The state of an import.
 */
export type ImportStatus = "checked" | "running" | "done";
/**
 * The effect of a row.
 */
export type Outcome = "created" | "updated" | "unchanged" | "refused";
/**
 * The kind of a document. Each kind has its own series of numbers.
 */
export type Kind = "invoice" | "credit_note";
/**
 * Whether a review is shown. A hidden one is seen by its customer and by staff, and counts in no rating.
 */
export type ReviewStatus = "shown" | "hidden";
/**
 * An action of staff on a review.
 */
export type ModerationAction = "hide" | "show";
/**
 * Whether the money of a refund was sent.
 *
 * ``requested``: the provider has not accepted it yet. ``sent``: the provider has, or staff have transferred it.
 * ``failed``: the provider refused or could not pay it, and it is not paid yet. ``by_hand``: it failed, and staff have
 * transferred it.
 */
export type RefundState = "requested" | "sent" | "failed" | "by_hand";
/**
 * The reason of a stock movement.
 */
export type MovementReason =
  "order" | "product_form" | "bulk_edit" | "import" | "correction" | "cancellation" | "undo" | "return";
/**
 * How the board is sorted. Customers' names are sorted without regard to case.
 */
export type OrderSort = "newest" | "oldest" | "amountAsc" | "amountDesc" | "customer" | "customerDesc";
/**
 * A table of the report.
 */
export type Part = "sales" | "categories" | "methods" | "payments" | "refunds" | "gst" | "invoices" | "creditNotes";
/**
 * A policy page, named like its address in the storefront.
 */
export type PolicyPage = "shipping" | "returns" | "care" | "size-guide" | "privacy" | "terms";
/**
 * How the list is sorted, by the date of the rates.
 */
export type RateSort = "newest" | "oldest";
/**
 * An action on a return.
 *
 * ``close`` ends a received return whose money was already refunded, for example by a refund that did not name it, or
 * whose order was never paid.
 */
export type ReturnAction = "withdraw" | "approve" | "decline" | "receive" | "close";
/**
 * The status of a return.
 */
export type ReturnStatus = "requested" | "approved" | "declined" | "received" | "refunded" | "withdrawn";
/**
 * How a list of returns is sorted.
 */
export type ReturnSort = "newest" | "oldest";
/**
 * The sort orders of a list, by their names on the wire.
 */
export type Sort = "newest" | "priceAsc" | "priceDesc" | "rating" | "bestSelling" | "bestMatch";
/**
 * The kinds of waits: an ordered or packed item, a claimed payment, a requested return, or a due refund.
 */
export type StuckRule = "ordered" | "claimed" | "packed" | "return" | "refund";
/**
 * The sort orders of the list, by their names on the wire.
 */
export type VendorSort = "oldest" | "newest" | "name" | "nameDesc";

/**
 * The name and the password that the invited person chooses.
 */
export interface AcceptIn {
  token: string;
  name: string;
  password: string;
}
/**
 * The access of each role to one part of the portal.
 */
export interface AccessOut {
  about: string;
  readers: StaffRole[];
  writers: StaffRole[];
}
/**
 * An admin by whom the list can be filtered.
 */
export interface ActorOut {
  id: number;
  name: string;
}
/**
 * A change of an address: the fields to change, and what the caller saw of them.
 */
export interface AddressChangeEdit {
  seen?: {} | string;
  id?: number | "" | null;
  customerId?: number;
  name?: string;
  address?: string;
  country?: string;
  state?: string;
  city?: string;
  zipCode?: string;
  phone?: (string | "") | null;
  isDefault?: boolean;
}
/**
 * A change of an address: the fields to change, and what the caller saw of them.
 */
export interface AddressChangeIn {
  seen?: {} | string;
  id?: number | "" | null;
  customerId: number;
  name: string;
  address: string;
  country: string;
  state: string;
  city: string;
  zipCode: string;
  phone?: (string | "") | null;
  isDefault?: boolean;
}
/**
 * Where an order goes: a country that the shop delivers to, one of its states, a city there, a postal code.
 *
 * The first digits of an Indian PIN code determine its state; every city is accepted there. ``phone`` is the number to
 * call at delivery, empty for the customer's own. ``isDefault`` makes it the default address instead of an earlier
 * one.
 */
export interface AddressIn {
  id?: number | "" | null;
  customerId: number;
  name: string;
  address: string;
  country: string;
  state: string;
  city: string;
  zipCode: string;
  phone?: (string | "") | null;
  isDefault?: boolean;
}
/**
 * An address of a customer. ``isDefault`` marks the one that orders go to.
 */
export interface AddressOut {
  id: number;
  name: string;
  address: string;
  city: string;
  state: string;
  country: string;
  zip_code: string;
  phone: string;
  isDefault: boolean;
}
/**
 * An image with its position and, if its renditions could not be made, the reason.
 */
export interface AdminImageOut {
  id: number;
  productId: number;
  type: string;
  imageUrl: string;
  status: ImageStatus;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  renditions: RenditionOut[];
  position: number;
  failure: string | null;
}
/**
 * An image in one width, with the URLs of two formats.
 */
export interface RenditionOut {
  width: number;
  webp: string;
  avif: string;
}
/**
 * A member of staff. ``operations`` are the calls of the API and ``pages`` the pages that the roles allow.
 *
 * One who ``lacksSecondFactor`` may do nothing before it is set up. ``secondFactorBy`` is when that rule will begin.
 */
export interface AdminOut {
  id: number;
  name: string;
  email: string;
  roles: StaffRole[];
  operations: string[];
  pages: string[];
  hasSecondFactor: boolean;
  lacksSecondFactor: boolean;
  secondFactorBy: string | null;
}
/**
 * The response to a change by staff: the payment as admins see it, and who changed it.
 */
export interface AdminPaymentChangeOut {
  orderId: number;
  customerId: number;
  kind: EntryKind;
  from: PaymentStatus;
  at: string;
  payment: AdminPaymentOut;
  changedBy: string | null;
}
/**
 * A payment as admins see it. ``usedIn`` are other orders whose claims have the same reference.
 *
 * ``refundFailed`` is the amount that the provider could not refund, until it is requested again or sent by hand. A
 * received return whose price is at most ``closableReturn`` may be closed without a refund, because its money was
 * refunded before, or nothing was paid.
 */
export interface AdminPaymentOut {
  method: Method;
  status: PaymentStatus;
  amount: number;
  paid: number;
  refunded: number;
  due: number;
  refundDue: number;
  refundPending: number;
  surplus: number;
  reference: string;
  expiresAt: string | null;
  version: number;
  claim: ClaimOut | null;
  rejection: string | null;
  paidAt: string | null;
  refundedAt: string | null;
  usedIn: number[];
  refundFailed: number;
  closableReturn: number;
}
/**
 * The payment that the shopper says they made.
 */
export interface ClaimOut {
  reference: string;
  amount: number;
  at: string;
}
/**
 * A product with its purchase data and all its images, failed ones too.
 */
export interface AdminProductOut {
  id: number;
  code: string;
  name: string;
  description: string;
  weight: number;
  grossWeight: number | null;
  width: number | null;
  height: number | null;
  stones: StoneOut[];
  stoneCharge: number;
  sizes: AdminSizeOut[];
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  goldRate: number;
  metalValue: number;
  mrp: number;
  ornamentPrice: number;
  purity: "22k" | "24k";
  hallmark: ("22K916" | "24K995" | "24K999") | null;
  status: Activity;
  stockAvailability: "yes" | "no";
  stockLeft: number | null;
  categoryId: number;
  categoryName: string;
  productType: ProductType;
  rating: number;
  reviewCount: number;
  createdAt: string;
  productImageUrl: string;
  images: AdminImageOut[];
  purchaseRate: number;
  purchaseGoldRate: number;
  purchaseDate: string;
  bin: string | null;
  onSaleAt: string | null;
  vendorId: number;
  vendorName: string;
  stockQuantity: number | null;
}
/**
 * The stones of one kind in a piece: their number, their carats together and their charge together, in rupees.
 */
export interface StoneOut {
  kind: string;
  count: number;
  carats: number;
  charge: number;
}
/**
 * A size with its pieces, null if they are not counted, and whether its charges are its own.
 */
export interface AdminSizeOut {
  label: string;
  diameter: number | null;
  length: number | null;
  weight: number;
  grossWeight: number | null;
  makingCharge: number;
  wastageCharge: number;
  metalValue: number;
  mrp: number;
  ornamentPrice: number;
  stockAvailability: "yes" | "no";
  stockLeft: number | null;
  isDefault: boolean;
  stockQuantity: number | null;
  hasOwnMakingCharge: boolean;
  hasOwnWastageCharge: boolean;
}
/**
 * An entry as admins see it: who made the change, whether it was ``undone`` later, and which version it ``undoes``.
 *
 * ``weights`` are the measured weights of the pieces in grams when the line was packed, as far as they were weighed.
 */
export interface AdminStatusEntryOut {
  status: Status;
  from: Status | null;
  at: string;
  version: number;
  reason: string | null;
  changedBy: string | null;
  undoes: number | null;
  undone: boolean;
  weights: number[];
}
/**
 * A key to be made. Without ``expiresInDays`` it does not expire.
 */
export interface ApiKeyIn {
  name: string;
  /**
   * @minItems 1
   * @maxItems 6
   */
  scopes: Scope[];
  expiresInDays?: number | null;
}
/**
 * A key as the list shows it. ``start`` is how the key begins; the rest of it is not stored.
 *
 * ``callsPerMinute`` is the number of calls in the current minute, ``limitPerMinute`` the maximum.
 */
export interface ApiKeyOut {
  id: number;
  name: string;
  start: string;
  scopes: string[];
  createdAt: string | null;
  createdBy: string;
  expiresAt: string | null;
  revokedAt: string | null;
  revokedBy: string | null;
  usedAt: string | null;
  usedFrom: string | null;
  isLive: boolean;
  callsPerMinute: number;
  limitPerMinute: number;
}
/**
 * A member of staff to whom orders may be assigned, with how many open orders they have.
 */
export interface AssigneeOut {
  id: number;
  name: string;
  openOrders: number;
}
/**
 * To whom orders may be assigned. ``unassigned`` are the open orders that nobody has.
 *
 * An order is open until each of its items is delivered or cancelled.
 */
export interface AssigneesOut {
  people: AssigneeOut[];
  unassigned: number;
}
/**
 * To whom an order was assigned, and who had it before; null for nobody.
 */
export interface AssignmentEntryOut {
  id: number;
  before: string | null;
  assignee: string | null;
  changedBy: string;
  at: string;
}
/**
 * To whom an order is assigned: ``adminId``, null for nobody.
 *
 * ``version`` is that of the assignment that was seen, 0 if there was none.
 */
export interface AssignmentIn {
  orderId: number;
  adminId: number | null;
  version: number;
}
/**
 * An attempt with its worker, or an operator's action with the ``actor``.
 *
 * ``attempts`` is the number of equal attempts in a row. ``said`` is the ``error`` in words for people.
 */
export interface AttemptOut {
  outcome: "failed" | "lost" | "postponed" | "done" | "expired" | "running" | "retried" | "discarded";
  beganAt: string;
  endedAt: string | null;
  worker: string | null;
  actor: string | null;
  attempts: number;
  error: string | null;
  said: string;
}
/**
 * ``actors`` are the admins by whom the list can be filtered.
 */
export interface AuditPage {
  code: number;
  message: string;
  data: EntryOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  actors: ActorOut[];
}
/**
 * One change by one person. ``label`` is the name that the changed thing had then.
 */
export interface EntryOut {
  id: string;
  at: string;
  actor: string;
  action:
    | "added"
    | "changed"
    | "deleted"
    | "retried"
    | "discarded"
    | "checked"
    | "started"
    | "read"
    | "revoked"
    | "paused"
    | "resumed";
  entity:
    | "category"
    | "product"
    | "picture"
    | "gold rate"
    | "vendor"
    | "policy"
    | "order"
    | "customer"
    | "review"
    | "staff"
    | "delivery"
    | "queue"
    | "payment notice"
    | "import"
    | "api key"
    | "webhook"
    | "view";
  entityId: number | null;
  label: string | null;
  changes: ChangeOut[];
  requestId: string | null;
}
/**
 * A field's value before and after the change. For a secret it contains only the fact that it changed.
 */
export interface ChangeOut {
  field: string;
  from: unknown;
  to: unknown;
  secret: boolean;
}
/**
 * The new values of each product. Omitted fields stay as they are.
 *
 * ``makingChargePercent`` and ``wastageChargePercent`` change the charges by a percentage of themselves. The discount
 * is ``discount`` rupees, or ``discountPercent`` of the making charge. A ``stockQuantity`` of null ends the counting
 * of pieces; a product that comes in sizes is refused, as each size has its own. A ``stockAvailability`` that a
 * product cannot have, because its pieces are counted or it is inactive, is refused. A ``hallmark`` of null removes
 * the mark.
 */
export interface BulkChange {
  categoryId?: number;
  vendorId?: number;
  productType?: ProductType;
  status?: Activity;
  stockAvailability?: "yes" | "no";
  stockQuantity?: number | ("" | "null" | "None") | null;
  hallmark?: ("22K916" | "24K995" | "24K999" | "" | "null" | "None") | null;
  makingChargePercent?: number | string;
  wastageChargePercent?: number | string;
  discount?: number | string;
  discountPercent?: number | string;
}
/**
 * The filters of the list.
 */
export interface BulkFilter {
  search?: string;
  categoryId?: number;
  vendorId?: number;
  productType?: ProductType;
  status?: ProductStatus;
  stockAvailability?: "yes" | "no";
  stockLevel?: StockLevel;
}
/**
 * The products, by their ``ids`` or by a ``filter``, and their changes.
 *
 * With ``dryRun`` nothing is changed. ``count`` is the number of products of the preview; if it has changed, the
 * change is refused.
 */
export interface BulkIn {
  /**
   * @minItems 1
   * @maxItems 2000
   */
  ids?: number[];
  filter?: BulkFilter;
  changes: BulkChange;
  dryRun?: boolean;
  count?: number;
}
/**
 * The result of a change or its preview: of ``count`` products ``changed`` change, and some are ``refused``.
 *
 * ``raised`` and ``lowered`` count the prices that go up and down. ``meanChange`` is the mean change of a changed
 * product's price in rupees. ``prices`` are those that change most.
 */
export interface BulkOut {
  count: number;
  changed: number;
  raised: number;
  lowered: number;
  meanChange: number;
  prices: BulkPrice[];
  refusedCount: number;
  refused: BulkRefusal[];
}
/**
 * A product's price in rupees ``before`` and ``after`` the change.
 */
export interface BulkPrice {
  id: number;
  code: string;
  name: string;
  before: number;
  after: number;
}
/**
 * A product that cannot be changed, and why.
 */
export interface BulkRefusal {
  id: number;
  code: string;
  name: string;
  reason: string;
}
/**
 * How long an event takes from its recording to the sockets, measured every two seconds.
 *
 * ``ago`` is the age in seconds of the last measurement.
 */
export interface CanaryOut {
  ms: number;
  p50: number;
  p95: number;
  ago: number;
}
/**
 * A cancellation of the named items of an order; without ``itemIds``, of all that are not cancelled yet.
 */
export interface CancelIn {
  orderId: number;
  itemIds?: number[] | null;
  reason: string;
}
/**
 * The response to a cancellation of an item.
 *
 * ``stockNote``, for admins only, says that its pieces are in no count, because the product does not have their size
 * any more.
 */
export interface CancelledOut {
  orderId: number;
  itemId: number;
  customerId: number;
  from: Status | null;
  status: Status;
  orderedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  cancelledAt: string | null;
  version: number;
  currentStatus: string;
  changedBy: string | null;
  at: string | null;
  undoes: number | null;
  reason: string | null;
  weights: number[] | null;
  stockNote: string | null;
}
/**
 * The gain of one more worker, as a sentence and as figures: deliveries a minute, seconds.
 *
 * ``used`` is the share of the last hour in which the workers were busy.
 */
export interface CapacityOut {
  sentence: string;
  used: number | null;
  now: number | null;
  withOneMore: number | null;
  clearsIn: number | null;
  clearsInWithOneMore: number | null;
}
/**
 * The names of a page's minimised cards and of its removed cards.
 */
export interface CardsIn {
  /**
   * @maxItems 50
   */
  minimised: string[];
  /**
   * @maxItems 50
   */
  removed: string[];
}
/**
 * The names of a page's minimised cards and of its removed cards.
 */
export interface CardsOut {
  minimised: string[];
  removed: string[];
}
/**
 * An item of a cart. ``size`` is one of the product's ``sizes``; without one it has the default size.
 *
 * A client that sends ``size`` must name one for a product that comes in sizes. On a change it is another size of the
 * same product. If the cart already has that size, the two items are merged.
 */
export interface CartItemIn {
  id?: number | null;
  customerId: number;
  productId: number;
  size?: string | null;
  quantity?: number;
  restores?: number | null;
}
/**
 * An item of a cart. Weight, price and stock of the ``product`` are those of the ``size``.
 *
 * ``size`` is null if none was chosen; a product that comes in sizes cannot be ordered without one. An item is out of
 * stock if the product no longer comes in its size.
 */
export interface CartItemOut {
  cartId: number;
  customerId: number;
  productId: number;
  size: string | null;
  quantity: number;
  weight: number;
  product: ProductOut;
}
/**
 * A product as shoppers see it: with its price at today's rate, without purchase data.
 *
 * ``weight`` is the gold that is charged, ``grossWeight`` the whole piece with its stones, if the shop gives it; both
 * are grams. ``stoneCharge`` is the sum of the ``stones``, a part of ``mrp``.
 *
 * ``hallmark`` is the mark of its purity, null if it has none. ``width`` and ``height`` are the outer dimensions of
 * one piece in mm, if the shop gives them.
 *
 * ``stockLeft`` is the number of pieces, if it is counted and 3 or less; otherwise null.
 *
 * Where it comes in ``sizes``, weight, charges and prices are those of the default size, and ``stockAvailability`` and
 * ``stockLeft`` are of all sizes together.
 */
export interface ProductOut {
  id: number;
  code: string;
  name: string;
  description: string;
  weight: number;
  grossWeight: number | null;
  width: number | null;
  height: number | null;
  stones: StoneOut[];
  stoneCharge: number;
  sizes: SizeOut[];
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  goldRate: number;
  metalValue: number;
  mrp: number;
  ornamentPrice: number;
  purity: "22k" | "24k";
  hallmark: ("22K916" | "24K995" | "24K999") | null;
  status: Activity;
  stockAvailability: "yes" | "no";
  stockLeft: number | null;
  categoryId: number;
  categoryName: string;
  productType: ProductType;
  rating: number;
  reviewCount: number;
  createdAt: string;
  productImageUrl: string;
  images: ImageOut[];
}
/**
 * A size of a product with its price at today's rate, as if it were a product of its own.
 *
 * ``diameter`` is the inner one of a ring or bangle, in mm; ``length`` is that of a chain, in inches. Discount and
 * stones are those of the product. ``isDefault`` marks the size whose figures the product itself has.
 */
export interface SizeOut {
  label: string;
  diameter: number | null;
  length: number | null;
  weight: number;
  grossWeight: number | null;
  makingCharge: number;
  wastageCharge: number;
  metalValue: number;
  mrp: number;
  ornamentPrice: number;
  stockAvailability: "yes" | "no";
  stockLeft: number | null;
  isDefault: boolean;
}
/**
 * An image of a product. ``renditions`` are empty until its ``status`` is ``ready``.
 */
export interface ImageOut {
  id: number;
  productId: number;
  type: string;
  imageUrl: string;
  status: ImageStatus;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  renditions: RenditionOut[];
}
/**
 * A cart in the list of all carts; ``amount`` is rupees at today's rate.
 */
export interface CartOut {
  customerId: number;
  name: string;
  email: string;
  phone: string;
  products: number;
  pieces: number;
  amount: number;
  addedAt: string;
}
/**
 * The form of a change of a category. ``seen`` has the values of the sent fields as the caller saw them.
 */
export interface CategoryChangeEdit {
  seen?: {} | string;
  id?: number | "";
  code?: string;
  name?: string;
  imageUrl?: string;
}
/**
 * The form of a change of a category. ``seen`` has the values of the sent fields as the caller saw them.
 */
export interface CategoryChangeForm {
  seen?: {} | string;
  id?: number | "" | null;
  code: string;
  name: string;
  imageUrl: string;
}
/**
 * The number of products in a category.
 */
export interface CategoryCount {
  id: number;
  code: string;
  name: string;
  count: number;
}
/**
 * The form of a category: ``imageUrl`` is a file, or the URL of an image that the shop has.
 */
export interface CategoryForm {
  id?: number | "" | null;
  code: string;
  name: string;
  imageUrl: string;
}
/**
 * A category with its picture.
 */
export interface CategoryOut {
  id: number;
  code: string;
  name: string;
  imageUrl: string;
  imageStatus: ImageStatus;
  renditions: RenditionOut[];
}
/**
 * The sales of a category: ``""`` is for deleted products, ``Without items`` for orders without lines.
 */
export interface CategorySalesOut {
  category: string;
  pieces: number;
  amount: number;
}
/**
 * Whether an order could be placed, a signed-in read works, and changes reach open pages, as last measured.
 */
export interface ChecksOut {
  order: boolean;
  read: boolean;
  work: boolean;
}
/**
 * A shopper's choices: the subjects of the mails that they want, and whether they want the newsletter.
 *
 * ``pushKey`` is the key that browsers subscribe with, null if the shop offers no notifications on devices.
 * ``newsletterAsked`` means that a mail with a confirmation link was sent.
 */
export interface ChoicesOut {
  mails: Subject[];
  hasNewsletter: boolean;
  newsletterAsked: boolean;
  pushKey: string | null;
}
/**
 * The UTR of a transfer: 12 digits for UPI and IMPS, 16 to 22 letters and digits for another transfer.
 */
export interface ClaimIn {
  orderId: number;
  reference: string;
  version?: number;
}
/**
 * The address to which a one-time code is mailed.
 */
export interface CodeIn {
  email: string;
  otp?: unknown;
  password?: unknown;
  flag?: string;
}
/**
 * The token of the link in the mail.
 */
export interface ConfirmEmailIn {
  token: string;
}
/**
 * The payment whose money has arrived, as the admin saw it. The ledger keeps the reason, if there is one.
 *
 * ``amount`` is the amount that has arrived, if it was sent before items were cancelled or returned. It is at least
 * the amount due and at most the order's. It is required if nothing is due because all pieces were returned.
 */
export interface ConfirmIn {
  orderId: number;
  version: number;
  amount?: number | string;
  reason?: string;
}
/**
 * ``done`` and ``failed`` are counts of the last hour; ``meanMs`` is the mean duration in that time.
 */
export interface ConsumerOut {
  name: string;
  queue: string;
  done: number;
  failed: number;
  waiting: number;
  dead: number;
  meanMs: number | null;
}
/**
 * ``chatNumber`` is digits with the country code. Details that the shop does not have are null.
 *
 * ``email`` is the address of ``SHOP_MAIL_CONTACT`` without a name. ``address`` has the lines of ``SHOP_ADDRESS``, or
 * of ``SHOP_LEGAL_ADDRESS``, and is empty if neither is set.
 *
 * With ``asksPinCode`` the delivery time depends on the pin code: see ``GET /delivery/``. Every page promises the
 * ``returnDays`` of ``GET /shop/``.
 */
export interface ContactOut {
  email: string;
  address: string[];
  chatNumber: string | null;
  phone: string | null;
  grievanceOfficer: string | null;
  hours: string;
  legalName: string | null;
  gstin: string | null;
  socialLinks: SocialLinkOut[];
  asksPinCode: boolean;
  returnDays: number;
}
/**
 * A page of the shop on another site, with the name of the site.
 */
export interface SocialLinkOut {
  name: string;
  url: string;
}
/**
 * The number of pieces that an admin counted, of one size if the product comes in sizes, and why it differs.
 *
 * ``seen`` is the count that they saw. If it is stale, the response is 409.
 */
export interface CorrectionIn {
  productId: number;
  size?: string | null;
  quantity: number;
  reason: string;
  seen?: number;
}
/**
 * The customer whose data an owner's call is about.
 */
export interface CustomerDataIn {
  customerId: number;
}
/**
 * An event of a customer. ``data`` is its content without addresses and lines.
 */
export interface CustomerEventOut {
  position: number;
  type: string;
  aggregate: string;
  at: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 * Counts of a customer's orders. ``bought`` excludes cancelled and returned items.
 *
 * ``due`` is what is still to be paid for ``dueOrders`` orders, the newest of which is ``dueOrder``. ``waitingReturn``
 * is a return that waits for staff.
 */
export interface CustomerFiguresOut {
  orders: number;
  firstOrderAt: string | null;
  bought: number;
  due: number;
  dueOrder: number | null;
  dueOrders: number;
  pieces: number;
  returnedPieces: number;
  waitingReturn: number | null;
  waitingReturnSince: string | null;
}
/**
 * A mail and its result.
 *
 * ``seconds`` is the time from its event until it was sent. For a mail that waits, is retried (failing) or was given
 * up (dead), ``at`` is the time of its event.
 */
export interface CustomerMailOut {
  deliveryId: number;
  kind: string;
  subject: string | null;
  about: string;
  outcome: "sent" | "unwanted" | "waiting" | "failing" | "dead";
  tries: number;
  seconds: number | null;
  at: string;
  error: string | null;
}
/**
 * An entry of a payment's ledger. ``changedBy`` is null if the shop recorded it by itself.
 */
export interface CustomerMoneyOut {
  id: number;
  orderId: number;
  kind: EntryKind;
  from: PaymentStatus;
  method: Method;
  amount: number;
  reference: string | null;
  reason: string | null;
  changedBy: string | null;
  at: string;
}
/**
 * A note about a customer. Only staff read it.
 */
export interface CustomerNoteIn {
  customerId: number;
  text: string;
}
/**
 * A note about a customer, with who wrote it. ``adminId`` is null if that person is no longer on the staff.
 */
export interface CustomerNoteOut {
  id: number;
  customerId: number;
  text: string;
  adminId: number | null;
  writtenBy: string;
  at: string;
}
/**
 * An order with the names of its pieces.
 */
export interface CustomerOrderOut {
  id: number;
  orderedAt: string;
  pieces: string[];
  totalAmount: number;
  currentStatus: string;
  payment: PaymentOut;
}
/**
 * The payment of an order.
 *
 * ``amount`` is the order's, ``due`` the amount still to be paid. ``refundDue`` is owed to the shopper: the paid
 * amount beyond the price of the items that were neither cancelled nor returned unpaid. ``reference`` is the text that
 * the shopper writes into the transfer. ``rejection`` is the reason why the last claim was rejected. ``surplus`` is
 * money that came through the provider when nothing was due, and is refunded; ``refundPending`` is the part of it and
 * of refunds that the provider has not sent yet. ``paidAt`` and ``refundedAt`` are the times of the last payment and
 * the last refund.
 */
export interface PaymentOut {
  method: Method;
  status: PaymentStatus;
  amount: number;
  paid: number;
  refunded: number;
  due: number;
  refundDue: number;
  refundPending: number;
  surplus: number;
  reference: string;
  expiresAt: string | null;
  version: number;
  claim: ClaimOut | null;
  rejection: string | null;
  paidAt: string | null;
  refundedAt: string | null;
}
/**
 * A customer.
 */
export interface CustomerOut {
  id: number;
  name: string;
  email: string;
  phone: string;
}
/**
 * A customer with their notification choices, when they were last seen, and figures.
 *
 * ``unwantedMails`` are the subjects of which they want no mails. ``devices`` show notifications.
 */
export interface CustomerRecordOut {
  id: number;
  name: string;
  email: string;
  phone: string;
  createdTimestamp: string;
  emailConfirmed: boolean;
  pendingEmail: string | null;
  isDeleted: boolean;
  lastSeenAt: string | null;
  lastDevice: string | null;
  unwantedMails: Subject[];
  newsletter: boolean;
  devices: number;
  figures: CustomerFiguresOut;
}
/**
 * A customer in the admins' list.
 *
 * ``pendingEmail`` is the new address that the customer asked for and has not confirmed yet. A customer who has
 * deleted their account ``isDeleted``, and has no email and no phone.
 */
export interface CustomerRowOut {
  id: number;
  name: string;
  email: string;
  phone: string;
  createdTimestamp: string;
  emailConfirmed: boolean;
  pendingEmail: string | null;
  isDeleted: boolean;
}
/**
 * A request for the file. The password is needed if the sign-in is older than 15 minutes.
 */
export interface DataExportIn {
  currentPassword?: string;
}
/**
 * The file that was requested last. ``endsAt`` is when its link expires, ``size`` is in bytes.
 */
export interface DataExportOut {
  status: DataExportStatus;
  askedAt: string;
  madeAt: string | null;
  endsAt: string | null;
  size: number | null;
}
/**
 * The file that a link leads to. With ``needsSignIn`` only its owner can download it.
 */
export interface DataLinkOut {
  size: number;
  madeAt: string;
  endsAt: string;
  needsSignIn: boolean;
}
/**
 * The orders of a day, or of the part of it that has passed; ``sales`` are rupees.
 */
export interface DayOut {
  orders: number;
  sales: number;
}
/**
 * The items that were ordered on a day in India and not cancelled.
 */
export interface DaySalesOut {
  day: string;
  orders: number;
  pieces: number;
  amount: number;
}
/**
 * A delivery that was given up, with its last error and the event that it reacts to.
 *
 * ``said`` is the error in words for people.
 */
export interface DeadLetterOut {
  id: number;
  consumer: string;
  queue: string;
  attempts: number;
  deadAt: string;
  error: string | null;
  said: string;
  eventId: number;
  position: number;
  type: string;
  aggregate: string;
  occurredAt: string;
  payload: {
    [k: string]: unknown;
  };
}
/**
 * How many dead letters this call changed, and how many selected ones are ``left`` for further calls.
 */
export interface DeadLettersDone {
  ids: number[];
  left: number;
}
/**
 * A selection of dead letters: some by their ``ids``, those of a ``consumer``, or ``all`` of them.
 */
export interface DeadLettersIn {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  ids?: number[];
  consumer?: string;
  all?: true;
}
/**
 * The view with which a list opens for the signed-in member of staff; null for none.
 */
export interface DefaultViewIn {
  page: ListPage;
  id: number | null;
}
/**
 * The password, which is always needed to delete an account.
 */
export interface DeleteAccountIn {
  currentPassword: string;
}
/**
 * The items delivered in the last seven days; ``hours`` is the average time from order to delivery.
 */
export interface DeliveredOut {
  items: number;
  hours: number | null;
}
/**
 * When an order that is placed now would be delivered; ``earliest`` and ``latest`` are null if it is not.
 */
export interface DeliveryEstimateOut {
  pinCode: string;
  isDelivered: boolean;
  earliest: string | null;
  latest: string | null;
}
/**
 * A delivery with its event and everything that happened to it, the oldest first.
 */
export interface DeliveryHistoryOut {
  id: number;
  consumer: string;
  queue: string;
  progress: "waiting" | "failing" | "running" | "done" | "expired" | "dead" | "discarded";
  isPaused: boolean;
  attempts: number;
  dueAt: string;
  eventId: number;
  position: number | null;
  type: string;
  aggregate: string;
  occurredAt: string;
  recordedAt: string;
  requestId: string | null;
  payload: {
    [k: string]: unknown;
  };
  steps: AttemptOut[];
}
/**
 * A page of an endpoint's deliveries, and the number of deliveries in each state.
 */
export interface DeliveryList {
  code: number;
  message: string;
  data: WebhookDeliveryOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  counts: {
    [k: string]: number;
  };
}
/**
 * A delivery with its message, the first 2 kB of the endpoint's response, and its attempts.
 */
export interface WebhookDeliveryOut {
  id: number;
  messageId: string;
  position: number;
  type: string;
  about: string;
  at: string;
  progress: "done" | "waits" | "behind" | "calling" | "failed" | "dead";
  status: number | null;
  error: string | null;
  answer: string | null;
  milliseconds: number | null;
  attempts: number;
  nextTryAt: string | null;
  tries: TryOut[];
  body: string;
}
/**
 * One call of an endpoint. ``status`` is null if there was no response; ``error`` is then the reason.
 */
export interface TryOut {
  at: string;
  status: number | null;
  error: string | null;
  ms: number;
}
/**
 * The delivery address of an order: a copy of the address when the order was placed.
 */
export interface DeliveryOut {
  name: string;
  address: string;
  city: string;
  state: string;
  country: string;
  zip_code: string;
  phone: string | null;
}
/**
 * To whom an order is assigned, and how many notes it has. ``version`` is 0 if it was never assigned.
 */
export interface DeskOut {
  orderId: number;
  assignee: StaffPersonOut | null;
  version: number;
  notes: number;
}
/**
 * A member of staff.
 */
export interface StaffPersonOut {
  id: number;
  name: string;
}
/**
 * A browser's subscription, and the subjects that it shows. An empty list removes it.
 *
 * ``pushKey`` is the shop's key that the browser subscribed with. It is null if the client does not know it.
 */
export interface DeviceIn {
  endpoint: string;
  keys: KeysIn;
  pushKey?: string | null;
  /**
   * @maxItems 3
   */
  subjects: Subject[];
}
/**
 * The keys of a subscription (RFC 8291).
 */
export interface KeysIn {
  p256dh: string;
  auth: string;
}
/**
 * The subjects that a device shows; empty if it is unknown, or subscribed with an earlier key of the shop.
 */
export interface DeviceOut {
  subjects: Subject[];
}
/**
 * The address of a browser's subscription.
 */
export interface DeviceQueryIn {
  endpoint: string;
}
/**
 * A tax invoice or a credit note in a list.
 */
export interface DocumentOut {
  id: number;
  number: string;
  issuedAt: string;
  orderId: number;
  customer: string;
  customerId: number | null;
  state: string;
  taxable: number;
  tax: number;
  total: number;
  /**
   * of a credit note, the number of its invoice
   */
  invoice: string;
  /**
   * of a credit note, why it was issued
   */
  reason: string;
}
/**
 * A page of documents, the newest first.
 */
export interface DocumentPage {
  code: number;
  message: string;
  data: DocumentOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
}
/**
 * The number of deliveries that a call changed.
 */
export interface DoneOut {
  count: number;
}
/**
 * The address of the caller's account and whether it is confirmed.
 *
 * ``pendingEmail`` is the address that replaces it once it is confirmed.
 */
export interface EmailConfirmationOut {
  email: string;
  emailConfirmed: boolean;
  pendingEmail: string | null;
}
/**
 * Changes of an endpoint. Omitted fields stay. ``types`` of null are all types.
 *
 * ``seen`` has the values of the sent fields as the caller saw them; the change is refused if one is stale.
 */
export interface EndpointEditIn {
  seen?: {} | string;
  name?: string;
  url?: string;
  types?:
    | (
        | "catalogue.changed"
        | "customer.deleted"
        | "customer.email_confirmed"
        | "customer.erased"
        | "gold_rate.changed"
        | "invoice.issued"
        | "order.changed"
        | "order.deleted"
        | "order.huids_changed"
        | "order.placed"
        | "order.shipment_changed"
        | "order.status_changed"
        | "order.tracking_changed"
        | "payment.changed"
        | "policy.changed"
        | "product_image.failed"
        | "product_image.ready"
        | "product_import.advanced"
        | "product_import.finished"
        | "product_import.started"
        | "return.changed"
        | "review.changed"
        | "stock.changed"
      )[]
    | null;
  isOn?: boolean;
}
/**
 * An endpoint to be added. ``types`` are the types of events that it gets. If it is omitted, it gets all types.
 */
export interface EndpointIn {
  name: string;
  url: string;
  types?:
    | (
        | "catalogue.changed"
        | "customer.deleted"
        | "customer.email_confirmed"
        | "customer.erased"
        | "gold_rate.changed"
        | "invoice.issued"
        | "order.changed"
        | "order.deleted"
        | "order.huids_changed"
        | "order.placed"
        | "order.shipment_changed"
        | "order.status_changed"
        | "order.tracking_changed"
        | "payment.changed"
        | "policy.changed"
        | "product_image.failed"
        | "product_image.ready"
        | "product_import.advanced"
        | "product_import.finished"
        | "product_import.started"
        | "return.changed"
        | "review.changed"
        | "stock.changed"
      )[]
    | null;
}
/**
 * All endpoints. ``types`` are all types of events with their descriptions.
 *
 * ``kept`` is the number of stored events.
 *
 * ``moreKept`` is true if it has more events than are counted.
 */
export interface EndpointList {
  code: number;
  message: string;
  data: EndpointOut[];
  success: boolean;
  error: boolean;
  types: {
    [k: string]: string;
  };
  kept: number;
  moreKept: boolean;
  keptSince: string | null;
  position: number;
}
/**
 * An endpoint. ``types`` is null for all events. ``condition`` describes its state in a sentence.
 *
 * ``waiting`` counts events that it has not got yet; ``moreWaiting`` is true if the log has more events after its
 * position than were counted. ``dead`` counts those that were given up. ``answered`` is the share of the calls of the
 * last 24 hours that got a 2xx response, null if there were none.
 */
export interface EndpointOut {
  id: number;
  name: string;
  url: string;
  types:
    | (
        | "catalogue.changed"
        | "customer.deleted"
        | "customer.email_confirmed"
        | "customer.erased"
        | "gold_rate.changed"
        | "invoice.issued"
        | "order.changed"
        | "order.deleted"
        | "order.huids_changed"
        | "order.placed"
        | "order.shipment_changed"
        | "order.status_changed"
        | "order.tracking_changed"
        | "payment.changed"
        | "policy.changed"
        | "product_image.failed"
        | "product_image.ready"
        | "product_import.advanced"
        | "product_import.finished"
        | "product_import.started"
        | "return.changed"
        | "review.changed"
        | "stock.changed"
      )[]
    | null;
  isOn: boolean;
  level: "good" | "warn" | "bad";
  condition: string;
  waiting: number;
  moreWaiting: boolean;
  dead: number;
  answered: number | null;
  hours: HourOut[];
  answeredAt: string | null;
  oldSecretUntil: string | null;
  createdAt: string;
  createdBy: string;
}
/**
 * The numbers of calls in one hour that got a 2xx response, and that failed.
 */
export interface HourOut {
  hour: string;
  answered: number;
  failed: number;
}
/**
 * Events in the order of their positions. ``nextAfter`` is where the next page begins.
 */
export interface EventPage {
  code: number;
  message: string;
  data: FeedEventOut[];
  success: boolean;
  error: boolean;
  nextAfter: number;
}
/**
 * An event as admins' pages get it. ``id`` and ``position`` are the same.
 */
export interface FeedEventOut {
  id: number;
  position: number;
  type: string;
  at: string | null;
  data: {
    [k: string]: unknown;
  };
}
/**
 * For each filter, the number of products that each choice would leave with the other filters.
 *
 * For a list of more than 2,000 products, ``size`` and ``stone`` are empty, and weights have no counts.
 */
export interface FacetsOut {
  category: CategoryCount[];
  productType: ValueCount[];
  purity: ValueCount[];
  stock: ValueCount[];
  rating: RatingCount[];
  price: PriceFacet;
  weight: WeightBand[];
  size: ValueCount[];
  stone: ValueCount[];
}
/**
 * The number of products with a value of the filter.
 */
export interface ValueCount {
  value: string;
  count: number;
}
/**
 * The number of products with at least so many stars.
 */
export interface RatingCount {
  minRating: number;
  count: number;
}
/**
 * The lowest and the highest price with the other filters, in rupees; null without products.
 */
export interface PriceFacet {
  min: number | null;
  max: number | null;
  bands: PriceBand[];
}
/**
 * The number of products in a price range. Both ends are included; null is no limit.
 */
export interface PriceBand {
  minPrice: number | null;
  maxPrice: number | null;
  count: number;
}
/**
 * The number of products in a range of weights in grams. Both ends are included; null is no limit.
 */
export interface WeightBand {
  minWeight: number | null;
  maxWeight: number | null;
  count: number | null;
}
/**
 * Every failed response. ``errors`` has a sentence for each invalid field.
 */
export interface Failure {
  code: number;
  error?: boolean;
  success?: boolean;
  message: string;
  errors?: {
    [k: string]: string;
  };
  data?: unknown;
}
/**
 * ``before`` is yesterday up to this time of the day.
 */
export interface FiguresOut {
  today: DayOut;
  before: DayOut;
  standing: OrdersStandingOut;
  delivered: DeliveredOut;
}
/**
 * The lines by their current status.
 */
export interface OrdersStandingOut {
  ordered: StatusCountOut;
  packed: StatusCountOut;
  shipped: StatusCountOut;
  delivered: StatusCountOut;
  cancelled: StatusCountOut;
}
/**
 * The number of lines with a status. ``oldest`` is when the first of them got it, null for closed lines.
 */
export interface StatusCountOut {
  items: number;
  oldest: string | null;
}
/**
 * A problem: what is wrong, and what to do.
 */
export interface FindingOut {
  level: "fine" | "warn" | "bad";
  sentence: string;
  advice: string;
}
/**
 * The gift options of an order: the message on its card, which may be empty, and whether it is wrapped.
 */
export interface GiftIn {
  message?: string;
  isWrapped?: boolean;
}
/**
 * The message on the card, which may be empty, and whether the order is wrapped.
 */
export interface GiftOut {
  message: string;
  isWrapped: boolean;
}
/**
 * A change of a gold rate. ``seen`` has the values of the sent fields as the caller saw them.
 */
export interface GoldRateChangeIn {
  seen?: {} | string;
  id?: number | "" | null;
  r22kRate: number | string;
  r24kRate: number | string;
  date: string;
  confirm?: boolean | (0 | 1) | string;
}
/**
 * ``confirm`` is needed for a rate that changes by more than 5 %.
 *
 * A 22-carat rate above the 24-carat rate is refused in any case.
 */
export interface GoldRateIn {
  id?: number | "" | null;
  r22kRate: number | string;
  r24kRate: number | string;
  date: string;
  confirm?: boolean | (0 | 1) | string;
}
/**
 * The rates of a day in rupees a gram, of 22 and of 24 carats.
 */
export interface GoldRateOut {
  id: number;
  r22kRate: number;
  r24kRate: number;
  date: string;
}
/**
 * GST at ``rate`` percent by the state of the delivery. ``invoices`` minus ``creditNotes`` is to be reported.
 */
export interface GstOut {
  /**
   * the shop's GST number; empty where it issues no tax invoices
   */
  gstin: string;
  rate: number;
  invoices: TaxSumOut;
  creditNotes: TaxSumOut;
  /**
   * the tax of the invoices less that of the credit notes
   */
  tax: number;
  invoiceStates: StateTaxOut[];
  creditNoteStates: StateTaxOut[];
}
/**
 * Sums of documents. Those of credit notes are positive.
 */
export interface TaxSumOut {
  documents: number;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
}
/**
 * The documents of one state; both ``state`` and ``stateCode`` are empty for deliveries outside India.
 */
export interface StateTaxOut {
  documents: number;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
  state: string;
  stateCode: string;
}
/**
 * The state of the shop, as measured within the last seconds.
 *
 * ``status`` is ready if everything works, and degraded if something fails but the shop sells. Otherwise it is
 * incomplete: a part is ``missing``, no order can be placed, or a signed-in read gets no response. ``troubles``
 * describes each problem in a sentence, the most severe first. ``parts`` counts the processes of each kind. Their
 * names and errors are left out, because anyone may call this.
 */
export interface Health {
  status: "ready" | "degraded" | "incomplete";
  missing: string[];
  parts: {
    [k: string]: number;
  };
  checks: ChecksOut;
  troubles: string[];
}
/**
 * Whether the review helps the caller.
 */
export interface HelpfulIn {
  reviewId: number;
  helpful: boolean;
}
/**
 * How many customers a review helps now, and whether it helps the caller.
 */
export interface HelpfulOut {
  reviewId: number;
  helpful: number;
  isMarked: boolean;
}
/**
 * The items of the checkout.
 */
export interface HoldIn {
  /**
   * @minItems 1
   * @maxItems 100
   */
  items: HoldItemIn[];
}
/**
 * An item of the checkout: a product, its size and the number of pieces.
 */
export interface HoldItemIn {
  productId: number;
  size?: string | null;
  quantity: number;
}
/**
 * An item with its price at the held rate, in rupees.
 */
export interface HoldItemOut {
  productId: number;
  size: string | null;
  quantity: number;
  totalAmount: number;
}
/**
 * A held price.
 *
 * ``goldRate`` is in rupees a gram of 22 carats, and is held until ``expiresAt``. ``secondsLeft`` is the time until
 * then, because the client's clock may differ from the server's.
 */
export interface HoldOut {
  id: number;
  expiresAt: string;
  secondsLeft: number;
  goldRate: number;
  items: HoldItemOut[];
}
/**
 * All HUIDs that an order item is to have, one for each piece that has one; none to remove them.
 *
 * ``version`` is the item's ``huidsVersion`` as the caller saw it.
 */
export interface HuidsIn {
  itemId: number;
  /**
   * @maxItems 10
   */
  huids: string[];
  version: number;
}
/**
 * The HUIDs that an order item has now: the same as the event that open pages receive.
 */
export interface HuidsOut {
  orderId: number;
  itemId: number;
  customerId: number;
  huids: string[];
  huidsVersion: number;
  at: string;
  changedBy: string;
}
/**
 * The form of a change of an image. ``seen`` has the values of the sent fields as the caller saw them.
 */
export interface ImageChangeEdit {
  seen?: {} | string;
  id?: number | "";
  productId?: number;
  type?: string;
  imageUrl?: string;
}
/**
 * The form of a change of an image. ``seen`` has the values of the sent fields as the caller saw them.
 */
export interface ImageChangeForm {
  seen?: {} | string;
  id?: number | "" | null;
  productId: number;
  type: string;
  imageUrl: string;
}
/**
 * The form: ``imageUrl`` is a file, the address of an image that the shop has, or the key of an upload.
 */
export interface ImageForm {
  id?: number | "" | null;
  productId: number;
  type: string;
  imageUrl: string;
}
/**
 * The ids of all images of a product, in their new order.
 */
export interface ImageOrderIn {
  productId: number;
  /**
   * @minItems 1
   * @maxItems 50
   */
  ids: number[];
}
/**
 * The form: one CSV file.
 */
export interface ImportForm {
  file: string;
}
/**
 * An import: ``checked``, ``running`` or ``done``.
 *
 * ``toDo`` counts the rows that change something, ``done`` those that have an outcome, ``leftOut`` those that were
 * invalid in the file. ``problems`` are those of invalid and ``refused`` rows. ``stopped`` means that a batch has
 * failed permanently and waits for an operator.
 */
export interface ImportOut {
  id: number;
  fileName: string;
  adminName: string;
  status: ImportStatus;
  checkedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  rows: number;
  toDo: number;
  leftOut: number;
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  stopped: boolean;
  problems: ProblemOut[];
}
/**
 * What is wrong with a row. The first row below the head is 2; ``column`` is empty if the whole row is at fault.
 */
export interface ProblemOut {
  row: number;
  column: string;
  message: string;
}
/**
 * What importing a file would do. ``id`` is null if it has invalid rows and cannot be imported as a whole.
 *
 * Then ``partialId`` imports its valid rows, and the invalid ones can be exported. ``problems`` are the first 1,000
 * of ``problemCount``, ``changes`` the first 100. ``notes``, the first 1,000 of ``noteCount``, are values of valid
 * rows that have no effect, such as an availability of a product whose pieces are counted.
 */
export interface ImportPreviewOut {
  id: number | null;
  partialId: number | null;
  fileName: string;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  badRows: number;
  problemCount: number;
  problems: ProblemOut[];
  noteCount: number;
  notes: ProblemOut[];
  changes: PreviewedRowOut[];
  before: PreviousImportOut | null;
}
/**
 * A row that creates a product (``created``) or changes one (``updated``), with the headings of changed columns.
 */
export interface PreviewedRowOut {
  row: number;
  code: string;
  name: string;
  outcome: Outcome;
  columns: string[];
}
/**
 * Who started the last import of the same file, and when.
 */
export interface PreviousImportOut {
  adminName: string;
  startedAt: string;
}
/**
 * An open invitation, for owners. Its link works until ``expiresAt``.
 */
export interface InvitationOut {
  id: number;
  email: string;
  roles: StaffRole[];
  invitedBy: string;
  sentAt: string;
  expiresAt: string;
  isExpired: boolean;
}
/**
 * The person whom an owner invites, and the roles that they will have.
 */
export interface InviteIn {
  email: string;
  /**
   * @minItems 1
   * @maxItems 6
   */
  roles: StaffRole[];
}
/**
 * The delivery address of the order.
 */
export interface InvoiceAddressOut {
  name: string;
  address: string;
  city: string;
  state: string;
  country: string;
  zipCode: string;
}
/**
 * The shopper as the order names them. ``pan`` is unmasked for the buyer, masked for staff, or null.
 */
export interface InvoiceBuyerOut {
  name: string;
  address: InvoiceAddressOut | null;
  pan: string | null;
}
/**
 * A line. Rate, charges, discount and weights are of one piece, the taxes of all ``quantity`` pieces.
 */
export interface InvoiceLineOut {
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
  itemId: number;
  name: string;
  purity: string;
  hallmark: string | null;
  huids: string[];
  size: string | null;
  hsn: string;
  quantity: number;
  netWeight: number;
  grossWeight: number | null;
  stones: StoneOut[];
  goldRate: number;
  makingCharge: number;
  wastageCharge: number;
  stoneCharge: number;
  discount: number;
}
/**
 * A tax invoice, or a credit note with its ``invoice`` and a reason (both empty otherwise).
 *
 * ``stateCode`` is the code of the delivery's state, empty outside India. The amounts of a credit note are positive.
 * These texts are those of the PDF: ``placeOfSupply``, ``inWords`` of the total, ``notes`` below the table, and
 * ``reference``, which says what a credit note credits.
 */
export interface InvoiceOut {
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
  id: number;
  orderId: number;
  kind: Kind;
  number: string;
  issuedAt: string;
  stateCode: string;
  seller: InvoiceSellerOut;
  buyer: InvoiceBuyerOut;
  lines: InvoiceLineOut[];
  invoice: string;
  reason: string;
  placeOfSupply: string;
  reference: string;
  inWords: string;
  notes: string[];
}
/**
 * The shop under its legal name. ``stateCode`` has the two digits of its state, ``state`` also the name.
 */
export interface InvoiceSellerOut {
  gstin: string;
  name: string;
  address: string;
  stateCode: string;
  state: string;
}
/**
 * Courier and number of an item since this version.
 */
export interface ItemShipmentOut {
  version: number;
  courier: string | null;
  trackingNumber: string | null;
  at: string;
  changedBy: string;
}
/**
 * An image in the list of all products' images, with the product's name.
 */
export interface ListedImageOut {
  id: number;
  productId: number;
  type: string;
  imageUrl: string;
  status: ImageStatus;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  renditions: RenditionOut[];
  position: number;
  failure: string | null;
  productName: string;
}
/**
 * Whether mails about a subject, or the newsletter, are wanted.
 */
export interface MailChoiceIn {
  subject?: Subject | null;
  isNewsletter?: boolean;
  isWanted: boolean;
}
/**
 * An owner's change of a member of staff. Omitted fields stay.
 *
 * ``seenRoles`` are the roles that the owner saw. If the member has other roles now, roles are not changed.
 * ``withoutSecondFactor`` removes their second factor, for example after they lost their phone.
 */
export interface MemberIn {
  /**
   * @minItems 1
   * @maxItems 6
   */
  roles?: StaffRole[];
  /**
   * @minItems 1
   * @maxItems 6
   */
  seenRoles?: StaffRole[];
  disabled?: boolean;
  withoutSecondFactor?: true;
}
/**
 * A member of staff, for owners.
 */
export interface MemberOut {
  id: number;
  name: string;
  email: string;
  roles: StaffRole[];
  createdAt: string;
  lastSeenAt: string | null;
  disabledAt: string | null;
  disabledBy: string | null;
  secondFactorSince: string | null;
}
/**
 * A message to the shop. Name and email are required.
 */
export interface MessageIn {
  name: string;
  email: string;
  phone?: (string | "") | null;
  company?: string | null;
  message?: string | null;
}
/**
 * Another payment method for an order.
 */
export interface MethodIn {
  orderId: number;
  paymentMethod: Method;
  version: number;
}
/**
 * The money of one payment method. The method ``surplus`` is money for orders that needed no payment; it was
 * refunded.
 *
 * Refunds count at the time of their request. ``failed`` and ``requested`` are the parts of ``refunded`` that are not
 * paid yet: failed refunds, and those that the provider has not accepted.
 */
export interface MethodMoneyOut {
  method: string;
  payments: number;
  received: number;
  refunds: number;
  refunded: number;
  failed: number;
  requested: number;
}
/**
 * A payment method. ``limit`` is the largest amount of an order, null if there is none.
 *
 * ``payee`` names the account's holder; ``upiId``, or ``account`` and ``ifsc``, are where to pay.
 */
export interface MethodOut {
  method: Method;
  label: string;
  limit: number | null;
  payee: string | null;
  upiId: string | null;
  account: string | null;
  ifsc: string | null;
}
/**
 * A review as staff see it. ``name`` is the reviewer's whole name.
 */
export interface ModeratedReviewOut {
  id: number;
  productId: number;
  rating: number;
  title: string;
  text: string;
  name: string;
  date: string;
  editedAt: string | null;
  helpful: number;
  isMarked: boolean;
  photos: ReviewPhotoOut[];
  status: ReviewStatus;
  hiddenReason: string;
  version: number;
  customerId: number;
  productName: string;
}
/**
 * A photo with its renditions. Others see those that are ``ready``; ``failure`` is for the reviewer and staff.
 */
export interface ReviewPhotoOut {
  id: number;
  status: ImageStatus;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  renditions: RenditionOut[];
  failure: string | null;
}
/**
 * The numbers of reviews: all, those with photos, those that are hidden.
 */
export interface ModerationCounts {
  all: number;
  photos: number;
  hidden: number;
}
/**
 * ``reason`` is required to hide a review; its customer reads it. ``version`` is the one that the caller saw.
 */
export interface ModerationIn {
  id: number;
  version: number;
  action: ModerationAction;
  reason?: string;
}
/**
 * Reviews for staff, the newest first.
 */
export interface ModerationPage {
  code: number;
  message: string;
  data: ModeratedReviewOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  counts: ModerationCounts;
}
/**
 * A payment or a refund; ``changedBy`` is null if the shop itself recorded it.
 *
 * A refund has a ``state``. Its ``reference`` is that of the last attempt to pay it, and ``sentAt`` is when the
 * provider accepted it, or staff transferred it; null if its money was not sent.
 */
export interface MoneyEntryOut {
  id: number;
  at: string;
  orderId: number;
  customer: string;
  customerId: number;
  kind: string;
  method: string;
  amount: number;
  reference: string | null;
  reason: string | null;
  changedBy: string | null;
  state: RefundState | null;
  sentAt: string | null;
}
/**
 * The money that moved in a month: the sums of ``methods``. ``kept`` is ``received`` less ``refunded``.
 */
export interface MoneyOut {
  payments: number;
  received: number;
  refunds: number;
  refunded: number;
  failed: number;
  requested: number;
  kept: number;
  methods: MethodMoneyOut[];
}
/**
 * A page of payments or refunds, the newest first.
 */
export interface MoneyPage {
  code: number;
  message: string;
  data: MoneyEntryOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
}
/**
 * ``quantity`` pieces were added, or removed if it is below 0; ``left`` is the count of the ``size`` after it.
 *
 * ``who`` is a name, null if a shopper placed the order or no person set the count, as in the demo. A movement of an
 * order has ``orderId`` and ``itemId``.
 */
export interface MovementOut {
  id: number;
  productId: number;
  size: string | null;
  quantity: number;
  left: number;
  reason: MovementReason;
  note: string;
  orderId: number | null;
  itemId: number | null;
  who: string | null;
  at: string;
}
/**
 * The newest movements first, the count now, and how many shoppers wait for the product to be back.
 */
export interface MovementPage {
  code: number;
  message: string;
  data: MovementOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  stockQuantity: number | null;
  waiting: number;
}
/**
 * Where an order goes: a country that the shop delivers to, one of its states, a city there, a postal code.
 *
 * The first digits of an Indian PIN code determine its state; every city is accepted there. ``phone`` is the number to
 * call at delivery, empty for the customer's own. ``isDefault`` makes it the default address instead of an earlier
 * one.
 */
export interface NewAddress {
  customerId: number;
  name: string;
  address: string;
  country: string;
  state: string;
  city: string;
  zipCode: string;
  phone?: (string | "") | null;
  isDefault?: boolean;
}
/**
 * A key that was just made. ``key`` is in this response only.
 */
export interface NewApiKeyOut {
  id: number;
  name: string;
  start: string;
  scopes: string[];
  createdAt: string | null;
  createdBy: string;
  expiresAt: string | null;
  revokedAt: string | null;
  revokedBy: string | null;
  usedAt: string | null;
  usedFrom: string | null;
  isLive: boolean;
  callsPerMinute: number;
  limitPerMinute: number;
  key: string;
}
/**
 * The form of a category: ``imageUrl`` is a file, or the URL of an image that the shop has.
 */
export interface NewCategory {
  code: string;
  name: string;
  imageUrl: string;
}
/**
 * The form: ``imageUrl`` is a file, the address of an image that the shop has, or the key of an upload.
 */
export interface NewImage {
  productId: number;
  type: string;
  imageUrl: string;
}
/**
 * The address whose code was right, and the new password.
 */
export interface NewPasswordIn {
  email: string;
  otp?: unknown;
  password: string;
  flag?: string;
}
/**
 * The form of a product, with up to 50 images at once.
 */
export interface NewProduct {
  code: string;
  name: string;
  description: string;
  weight: number | string;
  grossWeight?: (number | string) | ("" | "null" | "None");
  width?: (number | string) | ("" | "null" | "None");
  height?: (number | string) | ("" | "null" | "None");
  stones?: StoneIn[] | string;
  sizes?: SizeIn[] | string;
  makingCharge: number | string;
  wastageCharge: number | string;
  discount?: number | string;
  purity?: "22k" | "24k";
  hallmark?: "22K916" | "24K995" | "24K999" | "" | "null" | "None";
  status: Activity;
  stockAvailability: "yes" | "no";
  stockQuantity?: number | ("" | "null" | "None");
  bin?: string;
  onSaleAt?: string;
  purchaseRate: number | string;
  purchaseGoldRate: number | string;
  purchaseDate: string;
  vendorId: number;
  categoryId: number;
  productType: ProductType;
  /**
   * @minItems 1
   * @maxItems 50
   */
  "imageUrl[]"?: string[];
}
/**
 * The stones of one kind in a piece: their number, their carats together and their charge together, in rupees.
 */
export interface StoneIn {
  kind: string;
  count: number;
  carats: number | string;
  charge: number | string;
}
/**
 * A size of a product: a ring's ``12``, a bangle's ``2.6`` (two inches and six sixteenths), a chain's ``18 in``.
 *
 * ``weight`` is the gold in grams, charges are rupees; a size without them has those of the product. If the default
 * size has its own, they become those of the product, and other sizes without charges keep the product's former ones.
 * A size without ``stockQuantity`` keeps the pieces that it has; with null the pieces are not counted. Either all
 * sizes are counted or none: null beside a count is refused, and a size that has no count gets 0. The first one is the
 * default unless another is marked. ``seenStockQuantity`` is the count that the admin saw before entering a new one,
 * null if the pieces were not counted. If it is stale, the response is 409.
 */
export interface SizeIn {
  label: string;
  weight: number | string;
  makingCharge?: number | string | null;
  wastageCharge?: number | string | null;
  stockQuantity?: number | null;
  seenStockQuantity?: number | null;
  isDefault?: boolean;
}
/**
 * A new secret in base32, the link that apps read, and the link as a QR code in SVG.
 */
export interface NewSecretOut {
  secret: string;
  link: string;
  code: string;
}
/**
 * ``address3`` is the state, which is optional; ``address4`` is the pin code.
 *
 * ``createdBy`` is accepted because the form sends it, and ignored: all vendors are created by admins.
 */
export interface NewVendor {
  name: string;
  address1: string;
  address2: string;
  address3?: string | null;
  address4: string;
  contactNumbers: string;
  status: Activity;
  createdBy?: string;
}
/**
 * A note about an order. Only staff read it.
 */
export interface NoteIn {
  orderId: number;
  text: string;
}
/**
 * A note about an order, with who wrote it. ``adminId`` is null if that person is no longer on the staff.
 */
export interface NoteOut {
  id: number;
  orderId: number;
  text: string;
  adminId: number | null;
  writtenBy: string;
  at: string;
}
/**
 * The notes of an order. ``isErased``: its personal data was erased, so notes are refused.
 */
export interface NotesOut {
  code: number;
  message: string;
  data: NoteOut[];
  success: boolean;
  error: boolean;
  isErased: boolean;
}
/**
 * The notice that an admin has handled.
 */
export interface NoticeSeenIn {
  id: number;
}
/**
 * Everything on the page. ``level`` and ``headline`` are those of the most severe finding.
 */
export interface OperationsOut {
  at: string;
  level: "fine" | "warn" | "bad";
  headline: string;
  findings: FindingOut[];
  checks: ChecksOut;
  sockets: SocketsOut;
  outbox: OutboxOut;
  canary: CanaryOut | null;
  done: number;
  dead: number;
  queues: QueueOut[];
  consumers: ConsumerOut[];
  processes: ProcessOut[];
}
/**
 * The open sockets, and the shoppers and admins to whom they belong.
 */
export interface SocketsOut {
  open: number;
  shoppers: number;
  admins: number;
}
/**
 * The events that are not yet in the stream: how many, and the age of the oldest in seconds.
 */
export interface OutboxOut {
  waiting: number;
  lag: number;
}
/**
 * ``minutes`` are the deliveries done in each of the last sixty minutes, the oldest first.
 *
 * A paused queue has ``pausedBy`` and ``pausedAt``.
 */
export interface QueueOut {
  name: string;
  state: "fine" | "behind" | "failing" | "stopped" | "paused";
  workers: number;
  waiting: number;
  failing: number;
  oldest: number;
  minutes: number[];
  pausedBy: string | null;
  pausedAt: string | null;
  capacity: CapacityOut;
}
/**
 * A process. ``state`` is gone if it has sent no heartbeat for some seconds, ended if it reported its end.
 *
 * A worker is ``busy`` with so many tasks of the ``size`` that it can do at once, the longest for ``longest`` seconds.
 */
export interface ProcessOut {
  name: string;
  kinds: string[];
  state: "here" | "gone" | "ended";
  silent: number;
  up: number;
  size: number | null;
  busy: number | null;
  longest: number | null;
  children: number | null;
}
/**
 * The fields to change. Omitted fields stay. With an empty ``currentStatus`` the status follows the lines again.
 *
 * A new ``deliveryDate`` is in the year 2000 or later, not before the day of the order, and within a year from now. A
 * new ``totalAmount`` is in whole rupees. ``seen`` has the values of the sent fields as the caller saw them; the
 * change is refused if one is stale.
 */
export interface OrderEditIn {
  seen?: {} | string;
  id?: number | null;
  customerId?: number | null;
  totalQuantity?: number | null;
  totalAmount?: number | string | null;
  orderedDate?: string | null;
  deliveryDate?: string | null;
  currentStatus?: string | null;
}
/**
 * An order as the admin's form has it, without lines.
 */
export interface OrderFieldsIn {
  id?: number | null;
  customerId: number;
  totalQuantity: number;
  totalAmount: number | string;
  orderedDate: string;
  deliveryDate: string;
  currentStatus: string;
}
/**
 * To whom an order was assigned, its couriers and tracking numbers, and the mails about it, the newest first.
 *
 * Assignments are kept for two years, and mails for the same time as on the customer's page.
 */
export interface OrderHistoryOut {
  assignments: AssignmentEntryOut[];
  shipments: ShipmentEntryOut[];
  mails: CustomerMailOut[];
}
/**
 * Courier and tracking number that an order item had from this version on; both null if they were removed.
 */
export interface ShipmentEntryOut {
  id: number;
  itemId: number;
  version: number;
  courier: string | null;
  trackingNumber: string | null;
  changedBy: string;
  at: string;
}
/**
 * An order of a cart. Its contact defaults to the customer's, ``addressId`` to the default address or the newest.
 *
 * With ``holdId`` the order is charged at the price of that hold, or at the current one if that is lower. Above
 * ``panAbove`` of ``GET /shop/`` an order with ``paymentMethod`` needs the buyer's ``pan``; otherwise the PAN is not
 * stored.
 */
export interface OrderIn {
  customerId: number;
  totalQuantity: number;
  totalAmount: number | string;
  name?: string | null;
  email?: (string | "") | null;
  phone?: (string | "") | null;
  addressId?: number | null;
  paymentMethod?: Method;
  holdId?: number;
  pan?: string;
  gift?: GiftIn;
  /**
   * @minItems 1
   * @maxItems 100
   */
  items: OrderItemIn[];
}
/**
 * A line as the client shows it. Without any ``size`` in the order, products have their default one.
 */
export interface OrderItemIn {
  productId: number;
  size?: string | null;
  productQuantity: number;
  totalAmount: number | string;
  weight?: number | string | null;
  goldRate?: number | string | null;
  productRate?: number | string | null;
  stoneCharge?: number | string | null;
  makingCharge?: number | string | null;
  wastageCharge?: number | string | null;
  discount?: number | string | null;
  status?: string | null;
}
/**
 * A line as the board shows it.
 */
export interface OrderItemOut {
  orderId: number;
  itemId: number;
  customerId: number;
  productId: number;
  productName: string;
  productImageUrl: string;
  size: string | null;
  productQuantity: number;
  productRate: number;
  weight: number;
  goldRate: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  grossWeight: number | null;
  stones: StoneOut[];
  stoneCharge: number;
  purity: "22k" | "24k";
  hallmark: ("22K916" | "24K995" | "24K999") | null;
  huids: string[];
  huidsVersion: number;
  courier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shipmentVersion: number;
  status: Status;
  orderedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  cancelledAt: string | null;
  version: number;
  id: number;
  totalAmount: number;
  changedBy: string | null;
  history: AdminStatusEntryOut[];
}
/**
 * A line as its shopper sees it, with the fields of its order.
 *
 * ``isReviewed`` is whether the shopper has reviewed its product.
 */
export interface OrderLineOut {
  orderId: number;
  itemId: number;
  customerId: number;
  productId: number;
  productName: string;
  productImageUrl: string;
  size: string | null;
  productQuantity: number;
  productRate: number;
  weight: number;
  goldRate: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  grossWeight: number | null;
  stones: StoneOut[];
  stoneCharge: number;
  purity: "22k" | "24k";
  hallmark: ("22K916" | "24K995" | "24K999") | null;
  huids: string[];
  huidsVersion: number;
  courier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shipmentVersion: number;
  status: Status;
  orderedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  cancelledAt: string | null;
  version: number;
  currentStatus: string;
  statusText: string | null;
  itemTotalAmount: number;
  orderTotalAmount: number;
  totalQuantity: number;
  orderedDate: string;
  deliveryFrom: string | null;
  deliveryDate: string | null;
  address: DeliveryOut | null;
  gift: GiftOut | null;
  payment: PaymentOut;
  history: StatusEntryOut[];
  isReviewed: boolean;
}
/**
 * An entry of a line's history: a change of its status. ``reason`` is why the line was cancelled.
 */
export interface StatusEntryOut {
  status: Status;
  from: Status | null;
  at: string;
  version: number;
  reason: string | null;
}
/**
 * A page of the board.
 *
 * ``counts`` are the lines by status, for all orders that match the filters other than the status.
 *
 * ``amounts`` are the sums of those lines' amounts, if the request has ``amounts=true``. ``claims`` is the number of
 * all claimed payments, whatever the filters. ``desk`` has the assignments of the page's orders that have an
 * assignment or a note; null for other systems, because only staff see it. ``countedAt`` is the time of the counts:
 * they exclude later changes.
 */
export interface OrderList {
  code: number;
  message: string;
  data: OrderOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  counts: StatusCountsOut;
  amounts: StatusAmountsOut | null;
  claims: number;
  desk: DeskOut[] | null;
  countedAt: string;
}
/**
 * An order with its lines. ``currentStatus`` is ``statusText`` or else the status of the least advanced line.
 *
 * ``statusText`` is what an admin wrote, if one did. ``panMissing``: the order needs its buyer's PAN and has none.
 */
export interface OrderOut {
  id: number;
  customerId: number;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  totalQuantity: number;
  totalAmount: number;
  orderedDate: string;
  deliveryFrom: string | null;
  deliveryDate: string | null;
  currentStatus: string;
  statusText: string | null;
  address: DeliveryOut | null;
  gift: GiftOut | null;
  payment: AdminPaymentOut;
  panMissing: boolean;
  items: OrderItemOut[];
}
/**
 * The number of lines by status.
 */
export interface StatusCountsOut {
  ordered: number;
  packed: number;
  shipped: number;
  delivered: number;
  cancelled: number;
}
/**
 * The sum of the lines' amounts by status, in rupees.
 */
export interface StatusAmountsOut {
  ordered: number;
  packed: number;
  shipped: number;
  delivered: number;
  cancelled: number;
}
/**
 * One order. Its lines are also beside ``data``, where the page of order items reads them.
 *
 * ``desk`` is for staff only, null for other systems.
 */
export interface OrderWithItems {
  code: number;
  message: string;
  data: OrderOut;
  success: boolean;
  error: boolean;
  items: OrderItemOut[];
  desk: DeskOut | null;
}
/**
 * A review as its customer sees it, with photos that are not ready. ``hiddenReason`` is for a hidden one.
 */
export interface OwnReviewOut {
  id: number;
  productId: number;
  rating: number;
  title: string;
  text: string;
  name: string;
  date: string;
  editedAt: string | null;
  helpful: number;
  isMarked: boolean;
  photos: ReviewPhotoOut[];
  status: ReviewStatus;
  hiddenReason: string;
}
/**
 * The PAN of an order whose buyer gave none, as ``ABCDE1234F``.
 */
export interface PanIn {
  orderId: number;
  pan: string;
}
/**
 * An order's PAN as staff see it: ``masked`` as ``ABCDE****F``, if it is ``given``.
 *
 * It is ``unreadable`` if the key that encrypted it is missing.
 */
export interface PanOut {
  orderId: number;
  state: "not_needed" | "missing" | "given" | "unreadable";
  masked: string | null;
}
/**
 * Pieces with the same status and the same courier.
 */
export interface ParcelOut {
  pieces: number;
  status: Status;
  orderedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  cancelledAt: string | null;
  courier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
}
/**
 * The response to a change of a payment: the same as the event that open pages receive.
 */
export interface PaymentChangeOut {
  orderId: number;
  customerId: number;
  kind: EntryKind;
  from: PaymentStatus;
  at: string;
  payment: PaymentOut;
}
/**
 * An entry of a payment's ledger.
 *
 * ``kind`` determines whether it moved the ``amount``, which is in rupees. A refund may name its return, or the
 * cancelled items that it is for. ``return_closed`` names the closed return, with the part of earlier refunds that
 * counts for it; if the payment was due or failed before, it has the amount that is no longer due.
 */
export interface PaymentEntryOut {
  version: number;
  kind: EntryKind;
  from: PaymentStatus;
  to: PaymentStatus;
  method: Method;
  amount: number;
  reference: string | null;
  reason: string | null;
  returnId: number | null;
  itemIds: number[] | null;
  who: string | null;
  byStaff: boolean;
  at: string;
}
/**
 * An unexpected notice of the provider, which changed no payment. The amount is in rupees.
 *
 * ``linkId`` is the provider's id of a link or of a refund. ``seenBy`` is the admin who has handled it.
 */
export interface PaymentNoticeOut {
  id: number;
  problem: string;
  linkId: string;
  paymentId: string;
  orderId: number | null;
  amount: number | null;
  at: string;
  seenAt: string | null;
  seenBy: string | null;
}
/**
 * The data of the page Profile: the last file, and the orders that are still open.
 */
export interface PersonalDataOut {
  export: DataExportOut | null;
  openOrders: number[];
}
/**
 * The product's code of an order item, and the place where its pieces are stored; null if it has none.
 */
export interface PieceToPackOut {
  orderId: number;
  itemId: number;
  code: string;
  bin: string | null;
}
/**
 * A new text of a policy page, in Markdown. ``version`` is the one that was edited.
 */
export interface PolicyIn {
  page: PolicyPage;
  text: string;
  version: number;
}
/**
 * A policy page for shoppers. ``version`` is 0 and ``writtenAt`` null if the text is the shop's default.
 */
export interface PolicyOut {
  page: PolicyPage;
  html: string;
  version: number;
  writtenAt: string | null;
}
/**
 * A text to be previewed before it is saved.
 */
export interface PolicyPreviewIn {
  text: string;
}
/**
 * The HTML of a text.
 */
export interface PolicyPreviewOut {
  html: string;
}
/**
 * One version of a policy page in Markdown, for admins.
 */
export interface PolicyVersionOut {
  version: number;
  text: string;
  writtenAt: string | null;
  writtenBy: string | null;
}
/**
 * The cards of some pages of the portal. A page that is left out keeps its cards.
 */
export interface PreferencesIn {
  dashboard?: CardsIn | null;
  operations?: CardsIn | null;
}
/**
 * The cards of the portal's pages as the admin has arranged them.
 */
export interface PreferencesOut {
  dashboard: CardsOut;
  operations: CardsOut;
}
/**
 * The form of a change of a product, with up to 50 images at once.
 *
 * ``seenStockQuantity`` is the count that the admin saw before entering a new ``stockQuantity``, null or empty if the
 * pieces were not counted. If it is stale, the response is 409 with ``data`` ``{stockQuantity, size}``. ``seen`` has
 * the values of the sent fields as the admin saw them, in JSON. It does not include the counts of ``sizes``.
 */
export interface ProductChangeEdit {
  seen?: {} | string;
  id?: number | "";
  code?: string;
  name?: string;
  description?: string;
  weight?: number | string;
  grossWeight?: (number | string) | ("" | "null" | "None");
  width?: (number | string) | ("" | "null" | "None");
  height?: (number | string) | ("" | "null" | "None");
  stones?: StoneIn[] | string;
  sizes?: SizeIn[] | string;
  makingCharge?: number | string;
  wastageCharge?: number | string;
  discount?: number | string;
  purity?: "22k" | "24k";
  hallmark?: "22K916" | "24K995" | "24K999" | "" | "null" | "None";
  status?: Activity;
  stockAvailability?: "yes" | "no";
  stockQuantity?: number | ("" | "null" | "None");
  bin?: string;
  onSaleAt?: string;
  purchaseRate?: number | string;
  purchaseGoldRate?: number | string;
  purchaseDate?: string;
  vendorId?: number;
  categoryId?: number;
  productType?: ProductType;
  /**
   * @minItems 1
   * @maxItems 50
   */
  "imageUrl[]"?: string[];
  seenStockQuantity?: number | ("" | "null" | "None");
}
/**
 * The form of a change of a product, with up to 50 images at once.
 *
 * ``seenStockQuantity`` is the count that the admin saw before entering a new ``stockQuantity``, null or empty if the
 * pieces were not counted. If it is stale, the response is 409 with ``data`` ``{stockQuantity, size}``. ``seen`` has
 * the values of the sent fields as the admin saw them, in JSON. It does not include the counts of ``sizes``.
 */
export interface ProductChangeForm {
  seen?: {} | string;
  id?: number | "" | null;
  code: string;
  name: string;
  description: string;
  weight: number | string;
  grossWeight?: (number | string) | ("" | "null" | "None") | null;
  width?: (number | string) | ("" | "null" | "None") | null;
  height?: (number | string) | ("" | "null" | "None") | null;
  stones?: StoneIn[] | string | null;
  sizes?: SizeIn[] | string | null;
  makingCharge: number | string;
  wastageCharge: number | string;
  discount?: number | string;
  purity?: "22k" | "24k";
  hallmark?: ("22K916" | "24K995" | "24K999" | "" | "null" | "None") | null;
  status: Activity;
  stockAvailability: "yes" | "no";
  stockQuantity?: number | ("" | "null" | "None") | null;
  bin?: string | null;
  onSaleAt?: string | null;
  purchaseRate: number | string;
  purchaseGoldRate: number | string;
  purchaseDate: string;
  vendorId: number;
  categoryId: number;
  productType: ProductType;
  /**
   * @maxItems 50
   */
  "imageUrl[]"?: string[];
  seenStockQuantity?: number | ("" | "null" | "None") | null;
}
/**
 * The form of a product, with up to 50 images at once.
 */
export interface ProductForm {
  id?: number | "" | null;
  code: string;
  name: string;
  description: string;
  weight: number | string;
  grossWeight?: (number | string) | ("" | "null" | "None") | null;
  width?: (number | string) | ("" | "null" | "None") | null;
  height?: (number | string) | ("" | "null" | "None") | null;
  stones?: StoneIn[] | string | null;
  sizes?: SizeIn[] | string | null;
  makingCharge: number | string;
  wastageCharge: number | string;
  discount?: number | string;
  purity?: "22k" | "24k";
  hallmark?: ("22K916" | "24K995" | "24K999" | "" | "null" | "None") | null;
  status: Activity;
  stockAvailability: "yes" | "no";
  stockQuantity?: number | ("" | "null" | "None") | null;
  bin?: string | null;
  onSaleAt?: string | null;
  purchaseRate: number | string;
  purchaseGoldRate: number | string;
  purchaseDate: string;
  vendorId: number;
  categoryId: number;
  productType: ProductType;
  /**
   * @maxItems 50
   */
  "imageUrl[]"?: string[];
}
/**
 * A page of products; ``total`` counts the whole list. ``total`` and ``facets`` are null if not requested.
 *
 * ``searchedFor`` is the text that replaced a misspelt search; null if the search was as typed.
 */
export interface ProductPage {
  code: number;
  message: string;
  data: ProductOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  total: number | null;
  searchedFor: string | null;
  facets: FacetsOut | null;
}
/**
 * A customer's edit of their own account.
 *
 * ``seen`` has the values of the sent fields as the caller saw them; the change is refused if one is stale.
 */
export interface ProfileIn {
  seen?: {} | string;
  id?: number | null;
  name?: string;
  email?: string;
  phone?: string;
  password?: string | "";
  currentPassword?: string;
}
/**
 * The name of a queue.
 */
export interface QueueIn {
  queue: string;
}
/**
 * Whether a queue is paused now.
 */
export interface QueuePausedOut {
  queue: string;
  isPaused: boolean;
}
/**
 * The effect of a change of the rates: the number of products with another price, the mean change, the carts.
 *
 * ``takesForce`` is whether the rate comes into force at once. If it does so later, ``effectiveFrom`` is that day,
 * from midnight in India, and the figures are those of that midnight. ``rateBefore`` and ``rateAfter`` are the
 * 22-carat rates before and after. ``summary`` describes the effect in words. ``change`` is the change in percent from
 * ``previous``, the last rate before it.
 */
export interface RateEffectOut {
  takesForce: boolean;
  effectiveFrom: string | null;
  rateBefore: number | null;
  rateAfter: number | null;
  summary: string;
  products: number;
  meanChange: number;
  meanChangePercent: number;
  openCarts: number;
  change: number | null;
  needsConfirm: boolean;
  previous: GoldRateOut | null;
}
/**
 * The address to which the newsletter is to be sent.
 */
export interface ReaderIn {
  email: string;
}
/**
 * The difference between the invoiced and the kept amount: ``invoiced + ahead - behind = kept``.
 *
 * ``invoiced`` is reduced by the credit notes. ``ahead`` is money for orders that are invoiced in another month, or
 * not yet. ``behind`` is invoiced money that came in another month, or is still due.
 */
export interface ReconciliationOut {
  invoiced: number;
  ahead: number;
  aheadOrders: number;
  behind: number;
  behindOrders: number;
  kept: number;
}
/**
 * Ten codes, each of which works once. They are in this response only.
 */
export interface RecoveryCodesOut {
  recoveryCodes: string[];
}
/**
 * The order whose failed refunds were sent by hand, the payment's version that the admin saw, and the reference.
 */
export interface RefundByHandIn {
  orderId: number;
  reference: string;
  version: number;
}
/**
 * A refund that was paid outside the shop, with the reference of the transfer.
 *
 * It is for the received return ``returnId``, or for the cancelled items ``itemIds``. While a received return of the
 * order waits for its refund, a refund without ``returnId`` is at most what is owed for cancelled items.
 */
export interface RefundIn {
  orderId: number;
  amount: number | string;
  reason: string;
  reference?: string;
  /**
   * @minItems 1
   * @maxItems 100
   */
  itemIds?: number[];
  returnId?: number;
  version?: number;
}
/**
 * A claim whose money was not found. The shopper reads the reason.
 */
export interface RejectIn {
  orderId: number;
  version: number;
  reason: string;
}
/**
 * The time since which an endpoint gets all events again.
 */
export interface ReplayIn {
  since: string;
}
/**
 * The report of a month in India's time; ``faults`` has a sentence for each thing that contradicts the ledger.
 */
export interface ReportOut {
  month: string;
  firstMonth: string;
  lastMonth: string;
  isClosed: boolean;
  checkedAt: string;
  sales: SalesOut;
  money: MoneyOut;
  gst: GstOut;
  reconciliation: ReconciliationOut;
  faults: string[];
}
/**
 * The sales of a month. ``before`` is the amount of the month before, up to the same moment while a month runs.
 */
export interface SalesOut {
  orders: number;
  pieces: number;
  amount: number;
  before: number;
  days: DaySalesOut[];
  categories: CategorySalesOut[];
}
/**
 * The deliveries to retry now; without ``ids`` all dead ones.
 */
export interface RetryIn {
  ids?: number[] | null;
}
/**
 * The order whose failed refunds are to be requested again, and the payment's version that the admin saw.
 */
export interface RetryRefundIn {
  orderId: number;
  version: number;
}
/**
 * An action on a return. ``version`` is that of the return that the caller saw.
 *
 * ``note`` is required to ``decline``: the shopper reads it. ``intoStock`` is required to ``receive``: whether the
 * pieces go on sale again. ``close`` requires that earlier refunds of the order, which named no return, cover this
 * return, that nothing was paid, or that everything paid was refunded.
 */
export interface ReturnActionIn {
  action: ReturnAction;
  version: number;
  note?: string;
  intoStock?: boolean | null;
}
/**
 * The number of returns of the listed status whose orders are assigned to the caller, and to nobody.
 */
export interface ReturnDeskCounts {
  mine: number;
  unassigned: number;
}
/**
 * An entry of a return's history.
 */
export interface ReturnEntryOut {
  status: ReturnStatus;
  from: ReturnStatus | null;
  at: string;
  version: number;
}
/**
 * Pieces of a delivered item that the shopper wants to return, and why.
 */
export interface ReturnIn {
  itemId: number;
  quantity: number;
  reason: string;
  note?: string;
}
/**
 * A return with its item.
 *
 * ``amount`` is the price of the pieces in rupees, and ``refunded`` the amount that was refunded for it. ``refunded``
 * is null until the refund. It stays null for a return that staff closed because its money was refunded before, or
 * nothing was paid. ``answer`` is the text of staff who declined it. ``changedBy``, the customer's name,
 * ``intoStock`` and ``stockNote`` are for admins only, null otherwise. ``stockNote`` says that pieces which went
 * back into stock are in no count, because the product does not have their size any more.
 */
export interface ReturnOut {
  id: number;
  orderId: number;
  itemId: number;
  customerId: number;
  productId: number;
  productName: string;
  productImageUrl: string;
  size: string | null;
  quantity: number;
  amount: number;
  refunded: number | null;
  reason: string;
  note: string;
  status: ReturnStatus;
  answer: string;
  version: number;
  requestedAt: string;
  history: ReturnEntryOut[];
  customerName: string | null;
  changedBy: string | null;
  intoStock: boolean | null;
  stockNote: string | null;
}
/**
 * A page of returns. The other fields are for admins, null otherwise.
 *
 * ``counts`` are all returns by status, whatever the search. ``desk`` has the assignments of the listed orders.
 */
export interface ReturnPage {
  code: number;
  message: string;
  data: ReturnOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  counts: {
    [k: string]: number;
  } | null;
  deskCounts: ReturnDeskCounts | null;
  desk: DeskOut[] | null;
}
/**
 * The order whose PAN an admin wants to read, and the admin's own password.
 */
export interface RevealIn {
  orderId: number;
  password: string;
}
/**
 * A change of a review. ``productId`` may be sent and is ignored: a review keeps its product.
 *
 * ``photos`` are all photos that the review has afterwards, in their order. If it is omitted, they stay.
 */
export interface ReviewEditIn {
  id?: number | null;
  productId?: number | null;
  rating: number;
  text: string;
  title?: string;
  photos?: ReviewPhotoIn[] | null;
}
/**
 * A photo of a review: one that it has, by its id, or a new one, by the key of its upload.
 */
export interface ReviewPhotoIn {
  id?: number | null;
  upload?: string | null;
}
/**
 * A review. ``photos`` are uploads, in their order.
 */
export interface ReviewIn {
  id?: number | null;
  productId: number;
  rating: number;
  text: string;
  title?: string;
  photos?: ReviewPhotoIn[] | null;
}
/**
 * A review as everyone sees it. ``name`` is the reviewer's first name.
 *
 * ``helpful`` counts the customers whom it helps; ``isMarked`` is whether the caller is one of them.
 */
export interface ReviewOut {
  id: number;
  productId: number;
  rating: number;
  title: string;
  text: string;
  name: string;
  date: string;
  editedAt: string | null;
  helpful: number;
  isMarked: boolean;
  photos: ReviewPhotoOut[];
}
/**
 * The newest reviews first.
 *
 * ``distribution`` counts the reviews with 1 to 5 stars. Without reviews, ``rating`` is
 * 4. ``own`` is the caller's own review. ``canReview`` is whether the caller may write one.
 */
export interface ReviewPage {
  code: number;
  message: string;
  data: ReviewOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  rating: number;
  total: number;
  distribution: {
    [k: string]: number;
  };
  own: OwnReviewOut | null;
  canReview: boolean;
}
/**
 * A new name or new filters of a view. Omitted fields stay. ``version`` is that of the view that the caller saw.
 */
export interface SavedViewEditIn {
  name?: string | null;
  filters?: string | null;
  version: number;
}
/**
 * A view to be saved. ``filters`` has the parameters of the list's address.
 */
export interface SavedViewIn {
  page: ListPage;
  name: string;
  filters: string;
}
/**
 * A view of a list. ``mayChange`` is whether the signed-in member of staff may change it.
 */
export interface SavedViewOut {
  id: number;
  page: ListPage;
  name: string;
  filters: string;
  isShared: boolean;
  isMine: boolean;
  mayChange: boolean;
  owner: string;
  version: number;
}
/**
 * The views of a list: one's own, then the shared ones of others. ``defaultId`` is the view with which it opens.
 */
export interface SavedViewsOut {
  views: SavedViewOut[];
  defaultId: number | null;
}
/**
 * The meaning of a scanned text: a product's code, or the HUID of a piece of an order; otherwise all are null.
 */
export interface ScanOut {
  productCode: string | null;
  productName: string | null;
  orderId: number | null;
  itemId: number | null;
}
/**
 * A code of the app for the second factor.
 */
export interface SecondFactorCodeIn {
  code: string;
}
/**
 * The state of one's own second factor, and whether the shop requires one.
 */
export interface SecondFactorOut {
  isOn: boolean;
  isRequired: boolean;
  recoveryCodesLeft: number;
}
/**
 * Whether all members of staff need a second factor, and ``from`` when; null for at once.
 */
export interface SecondFactorRequiredIn {
  isRequired: boolean;
  from?: string | null;
}
/**
 * An endpoint with its new secret, which only this response has.
 */
export interface SecretOut {
  id: number;
  name: string;
  url: string;
  types:
    | (
        | "catalogue.changed"
        | "customer.deleted"
        | "customer.email_confirmed"
        | "customer.erased"
        | "gold_rate.changed"
        | "invoice.issued"
        | "order.changed"
        | "order.deleted"
        | "order.huids_changed"
        | "order.placed"
        | "order.shipment_changed"
        | "order.status_changed"
        | "order.tracking_changed"
        | "payment.changed"
        | "policy.changed"
        | "product_image.failed"
        | "product_image.ready"
        | "product_import.advanced"
        | "product_import.finished"
        | "product_import.started"
        | "return.changed"
        | "review.changed"
        | "stock.changed"
      )[]
    | null;
  isOn: boolean;
  level: "good" | "warn" | "bad";
  condition: string;
  waiting: number;
  moreWaiting: boolean;
  dead: number;
  answered: number | null;
  hours: HourOut[];
  answeredAt: string | null;
  oldSecretUntil: string | null;
  createdAt: string;
  createdBy: string;
  secret: string;
}
/**
 * Whether all who see the list see the view. ``version`` is that of the view that the caller saw.
 */
export interface ShareViewIn {
  id: number;
  isShared: boolean;
  version: number;
}
/**
 * The couriers that the shop uses, and the item's earlier couriers and numbers, the newest first.
 */
export interface ShipmentChoiceOut {
  couriers: string[];
  history: ItemShipmentOut[];
}
/**
 * Courier and tracking number of an order item; both null to remove them.
 *
 * ``alsoItems`` are further items of the order in the same parcel. If one of them is refused, none is changed.
 */
export interface ShipmentIn {
  itemId: number;
  version: number;
  courier: string | null;
  trackingNumber: string | null;
  /**
   * @maxItems 99
   */
  alsoItems?: ShipmentItemIn[];
}
/**
 * An order item in the same parcel. ``version`` is its ``shipmentVersion`` as the caller saw it.
 */
export interface ShipmentItemIn {
  itemId: number;
  version: number;
}
/**
 * Courier and number that an order item has now: the same as the event that open pages receive.
 */
export interface ShipmentOut {
  orderId: number;
  itemId: number;
  customerId: number;
  courier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shipmentVersion: number;
  at: string;
  changedBy: string;
}
/**
 * What the shop offers. ``holdMinutes`` is 0 if it holds no prices.
 *
 * An order of more than ``panAbove`` rupees needs the buyer's PAN; null if none does.
 */
export interface ShopOut {
  methods: MethodOut[];
  paymentHours: number;
  returnDays: number;
  holdMinutes: number;
  panAbove: number | null;
  hasTaxInvoices: boolean;
  isDeliveryInsured: boolean;
}
/**
 * The email address and the password of an account.
 */
export interface SignInIn {
  email: string;
  password: string;
}
/**
 * A sign-in: the device, its IP address, and the times of the sign-in and of its last use.
 *
 * ``place`` describes the place in words, as far as the IP address reveals it.
 */
export interface SignInOut {
  id: number;
  device: string;
  address: string | null;
  place: string;
  since: string;
  lastSeenAt: string;
  isNewDevice: boolean;
  isThis: boolean;
}
/**
 * A new customer. With ``flag`` an admin, too, signs up for themselves instead of adding a customer.
 */
export interface SignUpIn {
  name: string;
  email: string;
  phone: string;
  password: string;
  flag?: "" | "signUp";
}
/**
 * The members of staff, the open invitations, what each role may do, and whether a second factor is required.
 */
export interface StaffOut {
  members: MemberOut[];
  invitations: InvitationOut[];
  access: AccessOut[];
  secondFactorRequired: boolean;
  secondFactorRequiredFrom: string | null;
}
/**
 * ``code`` is a code of the app or a recovery code, for an admin whose second factor is on.
 */
export interface StaffSignInIn {
  email: string;
  password: string;
  code?: string;
}
/**
 * The order to pay online.
 */
export interface StartIn {
  orderId: number;
}
/**
 * The provider's page on which the order can be paid, until it expires.
 */
export interface StartOut {
  payUrl: string;
  expiresAt: string;
}
/**
 * The response to a change of status: the same as the event that open pages receive.
 *
 * ``undoes`` is the version of the change that this one undoes, or null. ``reason`` is why the item was cancelled.
 * ``changedBy`` is for admins only, and so are ``weights``, the grams of the pieces when the item was packed.
 */
export interface StatusChangeOut {
  orderId: number;
  itemId: number;
  customerId: number;
  from: Status | null;
  status: Status;
  orderedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  cancelledAt: string | null;
  version: number;
  currentStatus: string;
  changedBy: string | null;
  at: string | null;
  undoes: number | null;
  reason: string | null;
  weights: number[] | null;
}
/**
 * A change of status. The times that old clients send are accepted and ignored.
 *
 * ``weights`` are the grams of the pieces on the scale, if the item is packed and they were weighed.
 */
export interface StatusIn {
  id: number;
  status: "ordered" | "packed" | "shipped" | "delivered";
  version?: number | null;
  /**
   * @maxItems 10
   */
  weights?: (number | string)[];
  orderedAt?: unknown;
  packedAt?: unknown;
  shippedAt?: unknown;
  deliveredAt?: unknown;
}
/**
 * The result of one of several changes: ``code`` and ``message`` of the response that it would have had alone.
 *
 * If the database fails, the changes that were not tried any more have the code 503 as well.
 */
export interface StatusResultOut {
  id: number;
  code: number;
  message: string;
  data: StatusChangeOut | null;
}
/**
 * Changes of status for several lines, each independent of the others.
 */
export interface StatusesIn {
  /**
   * @minItems 1
   * @maxItems 200
   */
  items: StatusIn[];
}
/**
 * ``size`` is the size that the shopper waits for; without it, any size of the product.
 */
export interface StockRequestIn {
  productId: number;
  size?: string | null;
}
/**
 * A request for one mail when the product is back. No mail is sent before ``emailConfirmed``.
 */
export interface StockRequestOut {
  id: number;
  productId: number;
  size: string | null;
  askedAt: string;
  emailConfirmed: boolean;
}
/**
 * The number of orders stuck by a rule, since when the first is, and the rule's hours; null for at once.
 */
export interface StuckOut {
  rule: StuckRule;
  hours: number | null;
  orders: number;
  oldest: string | null;
}
/**
 * An invitation, for the person who is invited.
 */
export interface TheirInvitationOut {
  email: string;
  roles: StaffRole[];
  invitedBy: string;
}
/**
 * The part of an order that everyone with the link may see: no name, address, piece or price.
 */
export interface TrackedOrderOut {
  orderId: number;
  deliveryFrom: string | null;
  deliveryDate: string | null;
  parcels: ParcelOut[];
}
/**
 * Whether an order is shared by a link. An ended link stays invalid; sharing again makes a new one.
 */
export interface TrackingIn {
  orderId: number;
  isShared: boolean;
}
/**
 * The link to an order for those who are not signed in. ``path`` is null if it has ended.
 */
export interface TrackingOut {
  orderId: number;
  path: string | null;
  endsAt: string | null;
}
/**
 * The line whose last change is to be undone, with the version that this change made.
 */
export interface UndoIn {
  id: number;
  version: number;
}
/**
 * Lines whose last changes are to be undone, each independently of the others.
 */
export interface UndosIn {
  /**
   * @minItems 1
   * @maxItems 200
   */
  items: UndoIn[];
}
/**
 * The form: one file.
 */
export interface UploadForm {
  imageUrl: string;
}
/**
 * The key of an uploaded image that no row refers to yet.
 */
export interface UploadOut {
  upload: string;
}
/**
 * A change of a vendor. ``seen`` has the values of the sent fields as the caller saw them.
 */
export interface VendorChangeEdit {
  seen?: {} | string;
  id?: number | "" | null;
  name?: string;
  address1?: string;
  address2?: string;
  address3?: string | null;
  address4?: string;
  contactNumbers?: string;
  status?: Activity;
  createdBy?: string;
}
/**
 * A change of a vendor. ``seen`` has the values of the sent fields as the caller saw them.
 */
export interface VendorChangeIn {
  seen?: {} | string;
  id?: number | "" | null;
  name: string;
  address1: string;
  address2: string;
  address3?: string | null;
  address4: string;
  contactNumbers: string;
  status: Activity;
  createdBy?: string;
}
/**
 * ``address3`` is the state, which is optional; ``address4`` is the pin code.
 *
 * ``createdBy`` is accepted because the form sends it, and ignored: all vendors are created by admins.
 */
export interface VendorIn {
  id?: number | "" | null;
  name: string;
  address1: string;
  address2: string;
  address3?: string | null;
  address4: string;
  contactNumbers: string;
  status: Activity;
  createdBy?: string;
}
/**
 * A vendor. ``address3`` is the state, ``address4`` the pin code.
 */
export interface VendorOut {
  id: number;
  name: string;
  address1: string;
  address2: string;
  address3: string;
  address4: string;
  contactNumbers: string;
  status: Activity;
  createdBy: string;
}
/**
 * One's own password, or a code of the second factor.
 */
export interface VerifyAgainIn {
  password?: string;
  code?: string;
}
/**
 * The address, and the code that was mailed to it.
 */
export interface VerifyIn {
  email: string;
  otp: string;
  password?: unknown;
  flag?: string;
}
/**
 * A pending delivery. Its event is ``type`` of ``aggregate``.
 */
export interface WaitingDeliveryOut {
  id: number;
  consumer: string;
  attempts: number;
  lastError: string | null;
  dueAt: string;
  type: string;
  aggregate: string;
  occurredAt: string;
}
/**
 * The full PAN of an order.
 */
export interface WholePanOut {
  orderId: number;
  pan: string;
}
/**
 * A product for the wishlist, with the ``size`` that was chosen, if any.
 */
export interface WishlistEntryIn {
  customerId: number;
  productId: number;
  size?: string | null;
}
/**
 * An entry with what a product card shows. ``ornamentPrice`` is by today's gold rate.
 *
 * With a ``size``, weight, price and stock of the ``product`` are those of the size, or its own if the product no
 * longer comes in it.
 */
export interface WishlistEntryOut {
  wishlistId: number;
  customerId: number;
  productId: number;
  size: string | null;
  productImageUrl: string;
  name: string;
  weight: number;
  ornamentPrice: number;
  product: ProductOut;
}
