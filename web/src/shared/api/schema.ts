/** What the API takes and answers. Written by `make api-types` from its description: change that. */

/**
 * Whether a product or vendor takes part in the trade; spelled as the admin portal shows it.
 */
export type Activity = "active" | "in active";
/**
 * How far the worker is with a picture.
 */
export type ImageStatus = "processing" | "ready" | "failed";
/**
 * For whom or what an ornament is meant.
 */
export type ProductType = "general" | "men" | "wedding" | "kids";
/**
 * How far an order line has come, in the order in which it usually goes.
 */
export type Status = "ordered" | "packed" | "shipped" | "delivered";
/**
 * The orders of the list, as the wire names them; ``recent`` has first what was put into a cart last.
 */
export type CartSort = "recent" | "oldest" | "name" | "nameDesc" | "amountAsc" | "amountDesc";
/**
 * The orders of the list, as the wire names them.
 */
export type CategorySort = "oldest" | "newest" | "code" | "codeDesc" | "name" | "nameDesc";
/**
 * How a list of customers is sorted. Names and addresses go without regard to case.
 */
export type CustomerSort = "newest" | "oldest" | "name" | "nameDesc" | "email" | "emailDesc";
/**
 * What becomes of a row.
 */
export type Outcome = "created" | "updated" | "unchanged" | "refused";
/**
 * How far an import is.
 */
export type ImportStatus = "checked" | "running" | "done";
/**
 * The orders of the list, as the wire names them.
 */
export type InventorySort =
  "newest" | "oldest" | "code" | "name" | "weightAsc" | "weightDesc" | "priceAsc" | "priceDesc";
/**
 * How the board is sorted. Customers' names go without regard to case.
 */
export type OrderSort = "newest" | "oldest" | "amountAsc" | "amountDesc" | "customer" | "customerDesc";
/**
 * How the list is sorted: by the day.
 */
export type RateSort = "newest" | "oldest";
/**
 * The orders of a list, as the wire names them.
 */
export type Sort = "newest" | "priceAsc" | "priceDesc" | "rating" | "bestSelling";
/**
 * The orders of the list, as the wire names them.
 */
export type VendorSort = "oldest" | "newest" | "name" | "nameDesc";

export interface Schemas {
  Activity: Activity;
  ActorOut: ActorOut;
  AddressEdit: AddressEdit;
  AddressIn: AddressIn;
  AddressOut: AddressOut;
  AdminImageOut: AdminImageOut;
  AdminOut: AdminOut;
  AdminProductOut: AdminProductOut;
  AdminStepOut: AdminStepOut;
  AuditPage: AuditPage;
  BulkChange: BulkChange;
  BulkFilter: BulkFilter;
  BulkIn: BulkIn;
  BulkOut: BulkOut;
  BulkPrice: BulkPrice;
  BulkRefusal: BulkRefusal;
  CanaryOut: CanaryOut;
  CardsIn: CardsIn;
  CardsOut: CardsOut;
  CartItemIn: CartItemIn;
  CartItemOut: CartItemOut;
  CartOut: CartOut;
  CartSort: CartSort;
  CategoryCount: CategoryCount;
  CategoryEdit: CategoryEdit;
  CategoryForm: CategoryForm;
  CategoryOut: CategoryOut;
  CategorySort: CategorySort;
  ChangeOut: ChangeOut;
  ChecksOut: ChecksOut;
  CodeIn: CodeIn;
  ConfirmEmailIn: ConfirmEmailIn;
  ConsumerOut: ConsumerOut;
  ContactOut: ContactOut;
  CustomerOut: CustomerOut;
  CustomerRowOut: CustomerRowOut;
  CustomerSort: CustomerSort;
  DayOut: DayOut;
  DeadLetterOut: DeadLetterOut;
  DeadLettersDone: DeadLettersDone;
  DeadLettersIn: DeadLettersIn;
  DeliveredOut: DeliveredOut;
  DeliveryOut: DeliveryOut;
  EmailConfirmationOut: EmailConfirmationOut;
  EntryOut: EntryOut;
  FacetsOut: FacetsOut;
  Failure: Failure;
  FiguresOut: FiguresOut;
  FindingOut: FindingOut;
  ForeseenChange: ForeseenChange;
  ForeseenOut: ForeseenOut;
  GoldRateIn: GoldRateIn;
  GoldRateOut: GoldRateOut;
  Health: Health;
  ImageEdit: ImageEdit;
  ImageForm: ImageForm;
  ImageOrderIn: ImageOrderIn;
  ImageOut: ImageOut;
  ImageStatus: ImageStatus;
  ImportForm: ImportForm;
  ImportOut: ImportOut;
  ImportStatus: ImportStatus;
  ImportedBeforeOut: ImportedBeforeOut;
  InventorySort: InventorySort;
  ListedImageOut: ListedImageOut;
  MessageIn: MessageIn;
  NewAddress: NewAddress;
  NewCategory: NewCategory;
  NewImage: NewImage;
  NewPasswordIn: NewPasswordIn;
  NewProduct: NewProduct;
  NewVendor: NewVendor;
  OrderEditIn: OrderEditIn;
  OrderFieldsIn: OrderFieldsIn;
  OrderIn: OrderIn;
  OrderItemIn: OrderItemIn;
  OrderItemOut: OrderItemOut;
  OrderLineOut: OrderLineOut;
  OrderList: OrderList;
  OrderOut: OrderOut;
  OrderSort: OrderSort;
  OrderWithItems: OrderWithItems;
  OrdersStandingOut: OrdersStandingOut;
  OutboxOut: OutboxOut;
  Outcome: Outcome;
  PreferencesIn: PreferencesIn;
  PreferencesOut: PreferencesOut;
  PriceBand: PriceBand;
  PriceFacet: PriceFacet;
  ProblemOut: ProblemOut;
  ProcessOut: ProcessOut;
  ProductEdit: ProductEdit;
  ProductForm: ProductForm;
  ProductOut: ProductOut;
  ProductPage: ProductPage;
  ProductType: ProductType;
  ProfileIn: ProfileIn;
  QueueOut: QueueOut;
  RateEffectOut: RateEffectOut;
  RateSort: RateSort;
  RatingCount: RatingCount;
  ReaderIn: ReaderIn;
  RenditionOut: RenditionOut;
  ReviewEditIn: ReviewEditIn;
  ReviewIn: ReviewIn;
  ReviewOut: ReviewOut;
  ReviewPage: ReviewPage;
  SignInIn: SignInIn;
  SignUpIn: SignUpIn;
  SocialLinkOut: SocialLinkOut;
  SocketsOut: SocketsOut;
  Sort: Sort;
  StandingOut: StandingOut;
  Status: Status;
  StatusAmountsOut: StatusAmountsOut;
  StatusChangeOut: StatusChangeOut;
  StatusCountOut: StatusCountOut;
  StatusCountsOut: StatusCountsOut;
  StatusIn: StatusIn;
  StatusResultOut: StatusResultOut;
  StatusesIn: StatusesIn;
  StepOut: StepOut;
  UndoIn: UndoIn;
  UndosIn: UndosIn;
  UploadForm: UploadForm;
  UploadOut: UploadOut;
  ValueCount: ValueCount;
  VendorEdit: VendorEdit;
  VendorIn: VendorIn;
  VendorOut: VendorOut;
  VendorSort: VendorSort;
  VerifyIn: VerifyIn;
  WishlistEntryIn: WishlistEntryIn;
  WishlistEntryOut: WishlistEntryOut;
}
export interface ActorOut {
  id: number;
  name: string;
}
/**
 * Where an order goes: a country that the shop delivers to, a state of it, a city of that, a postal code of it.
 */
export interface AddressEdit {
  id?: number | "" | null;
  customerId?: number;
  name?: string;
  address?: string;
  country?: string;
  state?: string;
  city?: string;
  zipCode?: string;
}
/**
 * Where an order goes: a country that the shop delivers to, a state of it, a city of that, a postal code of it.
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
}
export interface AddressOut {
  id: number;
  name: string;
  address: string;
  city: string;
  state: string;
  country: string;
  zip_code: string;
}
/**
 * A picture with its place among the product's and, where nothing could be made of it, why.
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
 * A picture in one width, by its addresses in two formats.
 */
export interface RenditionOut {
  width: number;
  webp: string;
  avif: string;
}
export interface AdminOut {
  id: number;
  name: string;
  email: string;
}
/**
 * A product with what the shop paid for it, and all its pictures, failed ones too.
 */
export interface AdminProductOut {
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
  purity: "22k" | "24k";
  status: Activity;
  stockAvailability: "yes" | "no";
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
  vendorId: number;
  vendorName: string;
}
/**
 * A step with who took it, for admins. ``undone`` was taken back later; ``undoes`` is the version it takes back.
 */
export interface AdminStepOut {
  status: Status;
  from: Status | null;
  at: string;
  version: number;
  changedBy: string | null;
  undoes: number | null;
  undone: boolean;
}
/**
 * ``actors`` are the admins whom the list can be narrowed to.
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
 * One change by one person; ``label`` is what the thing was called then.
 */
export interface EntryOut {
  id: string;
  at: string;
  actor: string;
  action: "added" | "changed" | "deleted" | "retried" | "discarded" | "checked" | "started";
  entity:
    | "category"
    | "product"
    | "picture"
    | "gold rate"
    | "vendor"
    | "order"
    | "customer"
    | "review"
    | "staff"
    | "delivery"
    | "import";
  entityId: number | null;
  label: string | null;
  changes: ChangeOut[];
  requestId: string | null;
}
/**
 * One field: what it was and what it is. Of a secret only that it changed.
 */
export interface ChangeOut {
  field: string;
  from: unknown;
  to: unknown;
  secret: boolean;
}
/**
 * What becomes of each product; what is not given stays.
 *
 * ``makingChargePercent`` and ``wastageChargePercent`` move the charges by a percentage of themselves. The discount
 * is ``discount`` rupees, or ``discountPercent`` of the making charge.
 */
export interface BulkChange {
  categoryId?: number;
  vendorId?: number;
  productType?: ProductType;
  status?: Activity;
  stockAvailability?: "yes" | "no";
  makingChargePercent?: number | string;
  wastageChargePercent?: number | string;
  discount?: number | string;
  discountPercent?: number | string;
}
/**
 * What the list was narrowed to.
 */
export interface BulkFilter {
  search?: string;
  categoryId?: number;
  vendorId?: number;
  productType?: ProductType;
  status?: Activity;
  stockAvailability?: "yes" | "no";
}
/**
 * Which products, by their ``ids`` or all that a ``filter`` leaves, and what becomes of them.
 *
 * With ``dryRun`` nothing is changed. ``count`` is how many products were foreseen; where they are others now, the
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
 * What a change does, or did: of ``count`` products ``changed`` are others than before, and some are ``refused``.
 *
 * Prices are rupees: ``raised`` and ``lowered`` count them, ``meanChange`` is a changed product's, and ``prices``
 * shows those that move most.
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
export interface BulkPrice {
  id: number;
  code: string;
  name: string;
  before: number;
  after: number;
}
export interface BulkRefusal {
  id: number;
  code: string;
  name: string;
  reason: string;
}
/**
 * How long a change takes from the click to the sockets, measured every ten seconds; ``ago`` is the last one.
 */
export interface CanaryOut {
  ms: number;
  p50: number;
  p95: number;
  ago: number;
}
/**
 * The cards of a page that are minimised, and those that are removed, by their names.
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
export interface CardsOut {
  minimised: string[];
  removed: string[];
}
export interface CartItemIn {
  id?: number | null;
  customerId: number;
  productId: number;
  quantity?: number;
  restores?: number | null;
}
export interface CartItemOut {
  cartId: number;
  customerId: number;
  productId: number;
  quantity: number;
  weight: number;
  product: ProductOut;
}
/**
 * A product as shoppers see it: with its price by today's rate, without what the shop paid for it.
 */
export interface ProductOut {
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
  purity: "22k" | "24k";
  status: Activity;
  stockAvailability: "yes" | "no";
  categoryId: number;
  categoryName: string;
  productType: ProductType;
  rating: number;
  reviewCount: number;
  createdAt: string;
  productImageUrl: string;
  images: ImageOut[];
}
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
 * A cart in the list of all of them; ``amount`` is rupees by today's rate.
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
export interface CategoryCount {
  id: number;
  code: string;
  name: string;
  count: number;
}
/**
 * As the form sends it: ``imageUrl`` is a file, or the address of a picture that the shop has.
 */
export interface CategoryEdit {
  id?: number | "";
  code?: string;
  name?: string;
  imageUrl?: string;
}
/**
 * As the form sends it: ``imageUrl`` is a file, or the address of a picture that the shop has.
 */
export interface CategoryForm {
  id?: number | "" | null;
  code: string;
  name: string;
  imageUrl: string;
}
export interface CategoryOut {
  id: number;
  code: string;
  name: string;
  imageUrl: string;
  imageStatus: ImageStatus;
  renditions: RenditionOut[];
}
/**
 * Whether an order could be placed, a signed-in read answers and changes reach open pages, as last measured.
 */
export interface ChecksOut {
  order: boolean;
  read: boolean;
  work: boolean;
}
/**
 * A step of the password reset. Each may carry the payload of all of them, and reads of it what it needs.
 */
export interface CodeIn {
  email: string;
  otp?: unknown;
  password?: unknown;
  flag?: string;
}
/**
 * What stands in the link of the mail.
 */
export interface ConfirmEmailIn {
  token: string;
}
/**
 * ``done`` and ``failed`` are the last hour's; ``meanMs`` is how long one took then.
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
 * ``chatNumber`` is digits with the country's code; null where the shop has no chat.
 */
export interface ContactOut {
  chatNumber: string | null;
  socialLinks: SocialLinkOut[];
}
/**
 * A page of the shop elsewhere, with the name of the site.
 */
export interface SocialLinkOut {
  name: string;
  url: string;
}
export interface CustomerOut {
  id: number;
  name: string;
  email: string;
  phone: string;
}
/**
 * A customer as admins list them.
 *
 * ``pendingEmail`` is the address that they want instead and whose mailbox did not confirm it yet.
 */
export interface CustomerRowOut {
  id: number;
  name: string;
  email: string;
  phone: string;
  createdTimestamp: string;
  emailConfirmed: boolean;
  pendingEmail: string | null;
}
/**
 * The orders of a day, or of its part that is over; ``sales`` are rupees.
 */
export interface DayOut {
  orders: number;
  sales: number;
}
/**
 * A delivery that was given up, with its last error and the event that it reacts to.
 *
 * ``said`` is the error as a person reads it.
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
export interface DeadLettersDone {
  ids: number[];
}
/**
 * Which ones: some by their number, or ``all`` of them.
 */
export interface DeadLettersIn {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  ids?: number[];
  all?: true;
}
/**
 * What was delivered in the last seven days; ``hours`` from order to delivery, on average.
 */
export interface DeliveredOut {
  items: number;
  hours: number | null;
}
/**
 * Where an order goes, as it was when the order was placed.
 */
export interface DeliveryOut {
  name: string;
  address: string;
  city: string;
  state: string;
  country: string;
  zip_code: string;
}
/**
 * The address of one's account, whether its mailbox confirmed it, and the one that waits to take its place.
 */
export interface EmailConfirmationOut {
  email: string;
  emailConfirmed: boolean;
  pendingEmail: string | null;
}
/**
 * For each filter, how many products each choice would leave while the other filters stay.
 */
export interface FacetsOut {
  category: CategoryCount[];
  productType: ValueCount[];
  purity: ValueCount[];
  stock: ValueCount[];
  rating: RatingCount[];
  price: PriceFacet;
}
export interface ValueCount {
  value: string;
  count: number;
}
/**
 * How many products have at least so many stars.
 */
export interface RatingCount {
  minRating: number;
  count: number;
}
/**
 * The lowest and the highest price under the other filters, in rupees; null where nothing is left.
 */
export interface PriceFacet {
  min: number | null;
  max: number | null;
  bands: PriceBand[];
}
/**
 * How many products cost so much; either end is null where there is no limit, and included where there is.
 */
export interface PriceBand {
  minPrice: number | null;
  maxPrice: number | null;
  count: number;
}
/**
 * Every failure, whatever its cause.
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
 * For each status, the lines that have it now.
 */
export interface OrdersStandingOut {
  ordered: StatusCountOut;
  packed: StatusCountOut;
  shipped: StatusCountOut;
  delivered: StatusCountOut;
}
/**
 * The lines that have a status now; ``oldest`` is when the first of them was ordered.
 */
export interface StatusCountOut {
  items: number;
  oldest: string | null;
}
/**
 * One thing that is not as it should be: what, and what to do.
 */
export interface FindingOut {
  level: "fine" | "warn" | "bad";
  sentence: string;
  advice: string;
}
/**
 * A row that makes a product (``created``) or changes one (``updated``), with the headings of what it changes.
 */
export interface ForeseenChange {
  row: number;
  code: string;
  name: string;
  outcome: Outcome;
  columns: string[];
}
/**
 * What importing a file would do. ``id`` is null where it has bad rows: then it cannot be imported as a whole.
 *
 * Then ``partialId`` is the id under which its good rows alone can be, and its bad ones are to be had as a file.
 * ``problems`` are the first 1,000 of ``problemCount``, ``changes`` the first 100.
 */
export interface ForeseenOut {
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
  changes: ForeseenChange[];
  before: ImportedBeforeOut | null;
}
/**
 * What is wrong with a row, the first below the head being 2; ``column`` is empty where all of it is at fault.
 */
export interface ProblemOut {
  row: number;
  column: string;
  message: string;
}
/**
 * Who began the last import of the very same file, and when.
 */
export interface ImportedBeforeOut {
  adminName: string;
  startedAt: string;
}
/**
 * ``confirm`` says that a rate which moves by more than 5 % is meant.
 */
export interface GoldRateIn {
  id?: number | "" | null;
  r22kRate: number | string;
  r24kRate: number | string;
  date: string;
  confirm?: boolean | (0 | 1) | string;
}
export interface GoldRateOut {
  id: number;
  r22kRate: number;
  r24kRate: number;
  date: string;
}
/**
 * How the shop stands, as measured within the last seconds.
 *
 * ``status`` is ready where all is well, degraded where something is wrong and the shop sells, else incomplete: a part
 * is ``missing``, or an order could not be placed, or a signed-in read gets no answer. ``troubles`` says each in a
 * sentence, the gravest first. ``parts`` counts the processes of each kind. Anyone may ask, so which they are and what
 * they met is not told here.
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
 * As the form sends it: ``imageUrl`` is a file, or the address of a picture that the shop has.
 */
export interface ImageEdit {
  id?: number | "";
  productId?: number;
  type?: string;
  imageUrl?: string;
}
/**
 * As the form sends it: ``imageUrl`` is a file, or the address of a picture that the shop has.
 */
export interface ImageForm {
  id?: number | "" | null;
  productId: number;
  type: string;
  imageUrl: string;
}
/**
 * A product's pictures in the order in which they are to stand: all of them, each once.
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
 * As the form sends it: one CSV file.
 */
export interface ImportForm {
  file: string;
}
/**
 * A file that was looked through (``checked``), is being brought in (``running``) or is in (``done``).
 *
 * ``toDo`` counts the rows that were to change something, ``done`` those that were worked on, ``leftOut`` those that
 * did not fit and were left out from the start. ``problems`` are those and the ``refused`` ones. ``stopped`` tells
 * that the work was given up and waits for an operator.
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
 * A picture in the list of all products' pictures, with the name of what it shows.
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
 * Name and email are required (product rules, contact form).
 */
export interface MessageIn {
  name: string;
  email: string;
  phone?: (string | "") | null;
  company?: string | null;
  message?: string | null;
}
/**
 * Where an order goes: a country that the shop delivers to, a state of it, a city of that, a postal code of it.
 */
export interface NewAddress {
  customerId: number;
  name: string;
  address: string;
  country: string;
  state: string;
  city: string;
  zipCode: string;
}
/**
 * As the form sends it: ``imageUrl`` is a file, or the address of a picture that the shop has.
 */
export interface NewCategory {
  code: string;
  name: string;
  imageUrl: string;
}
/**
 * As the form sends it: ``imageUrl`` is a file, or the address of a picture that the shop has.
 */
export interface NewImage {
  productId: number;
  type: string;
  imageUrl: string;
}
export interface NewPasswordIn {
  email: string;
  otp?: unknown;
  password: string;
  flag?: string;
}
/**
 * As the form sends it: with any number of pictures, up to ten at once.
 */
export interface NewProduct {
  code: string;
  name: string;
  description: string;
  weight: number | string;
  makingCharge: number | string;
  wastageCharge: number | string;
  discount?: number | string;
  purity?: "22k" | "24k";
  status: Activity;
  stockAvailability: "yes" | "no";
  purchaseRate: number | string;
  purchaseGoldRate: number | string;
  purchaseDate: string;
  vendorId: number;
  categoryId: number;
  productType: ProductType;
  /**
   * @minItems 1
   * @maxItems 10
   */
  "imageUrl[]"?: string[];
}
/**
 * ``address3`` is the state, which may be left out, ``address4`` the pin code.
 *
 * ``createdBy`` is read as the form sends it; vendors are made by admins and nobody else.
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
 * What is to change; what is left out stays. An empty ``currentStatus`` lets it follow the lines again.
 */
export interface OrderEditIn {
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
export interface OrderIn {
  customerId: number;
  totalQuantity: number;
  totalAmount: number | string;
  name?: string | null;
  email?: (string | "") | null;
  phone?: (string | "") | null;
  addressId?: number | null;
  /**
   * @minItems 1
   * @maxItems 100
   */
  items: OrderItemIn[];
}
/**
 * A line as the client shows it. Every figure is compared with the server's own.
 */
export interface OrderItemIn {
  productId: number;
  productQuantity: number;
  totalAmount: number | string;
  weight?: number | string | null;
  goldRate?: number | string | null;
  productRate?: number | string | null;
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
  productQuantity: number;
  productRate: number;
  weight: number;
  goldRate: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  purity: "22k" | "24k";
  status: Status;
  orderedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  version: number;
  id: number;
  totalAmount: number;
  changedBy: string | null;
  history: AdminStepOut[];
}
/**
 * A line as its shopper reads it, together with its order.
 */
export interface OrderLineOut {
  orderId: number;
  itemId: number;
  customerId: number;
  productId: number;
  productName: string;
  productImageUrl: string;
  productQuantity: number;
  productRate: number;
  weight: number;
  goldRate: number;
  makingCharge: number;
  wastageCharge: number;
  discount: number;
  purity: "22k" | "24k";
  status: Status;
  orderedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  version: number;
  currentStatus: string;
  statusText: string | null;
  itemTotalAmount: number;
  orderTotalAmount: number;
  totalQuantity: number;
  orderedDate: string;
  deliveryDate: string | null;
  address: DeliveryOut | null;
  history: StepOut[];
}
/**
 * One step of a line's history.
 */
export interface StepOut {
  status: Status;
  from: Status | null;
  at: string;
  version: number;
}
/**
 * The board. ``counts`` are the lines with each status in the whole filter, the status itself left aside.
 *
 * ``amounts`` are what those lines cost together, where ``amounts=true`` asked for them.
 * ``countedAt`` is after they were counted: a change that bears a later time is not in them.
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
  countedAt: string;
}
/**
 * An order with its lines. ``current_status`` is what an admin wrote, else the least advanced line's.
 *
 * ``status_text`` is what an admin wrote, where one did.
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
  deliveryDate: string | null;
  currentStatus: string;
  statusText: string | null;
  address: DeliveryOut | null;
  items: OrderItemOut[];
}
/**
 * How many lines have each status.
 */
export interface StatusCountsOut {
  ordered: number;
  packed: number;
  shipped: number;
  delivered: number;
}
/**
 * What the lines with each status cost together, in rupees.
 */
export interface StatusAmountsOut {
  ordered: number;
  packed: number;
  shipped: number;
  delivered: number;
}
/**
 * One order; its lines stand beside ``data`` too, where the order items page reads them.
 */
export interface OrderWithItems {
  code: number;
  message: string;
  data: OrderOut;
  success: boolean;
  error: boolean;
  items: OrderItemOut[];
}
export interface OutboxOut {
  waiting: number;
  lag: number;
}
/**
 * The pages whose cards were arranged; a page that is left out stays as it is.
 */
export interface PreferencesIn {
  dashboard?: CardsIn | null;
  operations?: CardsIn | null;
}
export interface PreferencesOut {
  dashboard: CardsOut;
  operations: CardsOut;
}
/**
 * ``state`` is gone where nothing was heard for some seconds, ended where it said that it ends.
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
 * As the form sends it: with any number of pictures, up to ten at once.
 */
export interface ProductEdit {
  id?: number | "";
  code?: string;
  name?: string;
  description?: string;
  weight?: number | string;
  makingCharge?: number | string;
  wastageCharge?: number | string;
  discount?: number | string;
  purity?: "22k" | "24k";
  status?: Activity;
  stockAvailability?: "yes" | "no";
  purchaseRate?: number | string;
  purchaseGoldRate?: number | string;
  purchaseDate?: string;
  vendorId?: number;
  categoryId?: number;
  productType?: ProductType;
  /**
   * @minItems 1
   * @maxItems 10
   */
  "imageUrl[]"?: string[];
}
/**
 * As the form sends it: with any number of pictures, up to ten at once.
 */
export interface ProductForm {
  id?: number | "" | null;
  code: string;
  name: string;
  description: string;
  weight: number | string;
  makingCharge: number | string;
  wastageCharge: number | string;
  discount?: number | string;
  purity?: "22k" | "24k";
  status: Activity;
  stockAvailability: "yes" | "no";
  purchaseRate: number | string;
  purchaseGoldRate: number | string;
  purchaseDate: string;
  vendorId: number;
  categoryId: number;
  productType: ProductType;
  /**
   * @maxItems 10
   */
  "imageUrl[]"?: string[];
}
/**
 * A page of products; ``total`` counts the whole list. Both it and ``facets`` are left out on demand.
 */
export interface ProductPage {
  code: number;
  message: string;
  data: ProductOut[];
  success: boolean;
  error: boolean;
  nextCursor: string | null;
  total: number | null;
  facets: FacetsOut | null;
}
/**
 * A customer as they themselves want to be known.
 */
export interface ProfileIn {
  id?: number | null;
  name: string;
  email: string;
  phone: string;
  password?: string | "";
  currentPassword?: string;
}
/**
 * ``minutes`` are the deliveries done in each of the last sixty minutes, the oldest first.
 */
export interface QueueOut {
  name: string;
  state: "fine" | "behind" | "failing" | "stopped";
  workers: number;
  waiting: number;
  failing: number;
  oldest: number;
  minutes: number[];
}
/**
 * What a change of the rates would do: products whose price changes, by how much in the mean, the carts with any.
 *
 * ``takesForce`` says that it prices everything at once. Where it does so later, ``effectiveFrom`` is the day at whose
 * beginning in India, and the figures are those of that midnight. ``rateBefore`` and ``rateAfter`` are what 22 carat
 * goes from and to; ``summary`` says it all in words. ``change`` is the percentage by which it moves from
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
export interface ReaderIn {
  email: string;
}
/**
 * A review's product stays what it is; it may be named, and is not read.
 */
export interface ReviewEditIn {
  id?: number | null;
  productId?: number | null;
  rating: number;
  text: string;
  title?: string;
}
export interface ReviewIn {
  id?: number | null;
  productId: number;
  rating: number;
  text: string;
  title?: string;
}
/**
 * A review as everyone reads it: of its writer only the first name.
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
}
/**
 * The newest reviews first. ``distribution`` counts the reviews with 1 to 5 stars; ``rating`` is 4 without any.
 *
 * ``own`` is the caller's own review; ``can_review`` tells whether the caller may write one.
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
  own: ReviewOut | null;
  canReview: boolean;
}
export interface SignInIn {
  email: string;
  password: string;
}
/**
 * Someone new. ``flag`` tells that who sends this signs up for themselves, an admin too.
 */
export interface SignUpIn {
  name: string;
  email: string;
  phone: string;
  password: string;
  flag?: "" | "signUp";
}
export interface SocketsOut {
  open: number;
  shoppers: number;
  admins: number;
}
/**
 * Everything on the page. ``level`` and ``headline`` are those of the gravest finding.
 */
export interface StandingOut {
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
 * What a change of status answers: the same as the event that every open page gets.
 *
 * ``undoes`` is the version of the change that this one takes back, None where it takes none back.
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
  version: number;
  currentStatus: string;
  changedBy: string | null;
  at: string | null;
  undoes: number | null;
}
/**
 * A change of status. A time is accepted as the old client sends it, and not used: the server has its own clock.
 */
export interface StatusIn {
  id: number;
  status: Status;
  version?: number | null;
  orderedAt?: unknown;
  packedAt?: unknown;
  shippedAt?: unknown;
  deliveredAt?: unknown;
}
/**
 * How one of several changes went: ``code`` and ``message`` as it alone would have been answered.
 */
export interface StatusResultOut {
  id: number;
  code: number;
  message: string;
  data: StatusChangeOut | null;
}
/**
 * Changes of status for several lines; each stands or falls by itself.
 */
export interface StatusesIn {
  /**
   * @minItems 1
   * @maxItems 200
   */
  items: StatusIn[];
}
/**
 * The line whose last change is taken back, at the version that this change made.
 */
export interface UndoIn {
  id: number;
  version: number;
}
/**
 * Lines whose last change is taken back; each stands or falls by itself.
 */
export interface UndosIn {
  /**
   * @minItems 1
   * @maxItems 200
   */
  items: UndoIn[];
}
/**
 * As the form sends it: one file.
 */
export interface UploadForm {
  imageUrl: string;
}
/**
 * The key of a picture that was sent and belongs to nothing yet.
 */
export interface UploadOut {
  upload: string;
}
/**
 * ``address3`` is the state, which may be left out, ``address4`` the pin code.
 *
 * ``createdBy`` is read as the form sends it; vendors are made by admins and nobody else.
 */
export interface VendorEdit {
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
 * ``address3`` is the state, which may be left out, ``address4`` the pin code.
 *
 * ``createdBy`` is read as the form sends it; vendors are made by admins and nobody else.
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
export interface VerifyIn {
  email: string;
  otp: string;
  password?: unknown;
  flag?: string;
}
export interface WishlistEntryIn {
  customerId: number;
  productId: number;
}
/**
 * An entry with what a card shows; ``ornament_price`` is by today's rate.
 */
export interface WishlistEntryOut {
  wishlistId: number;
  customerId: number;
  productId: number;
  productImageUrl: string;
  name: string;
  weight: number;
  ornamentPrice: number;
  product: ProductOut;
}
