import {
  Activity,
  BookOpen,
  ChartColumn,
  CircleCheck,
  ClipboardList,
  FileUp,
  Gem,
  Images,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListOrdered,
  type LucideIcon,
  MessageSquareText,
  PackageCheck,
  Pause,
  Plug,
  ReceiptText,
  RotateCw,
  ScrollText,
  ShoppingBag,
  Store,
  TrendingUp,
  Undo2,
  UserCog,
  Users,
} from "lucide-react";
import { permissionsOf } from "@/shared/admin/permissions";
import type { AdminUser } from "@/shared/api/types";

export interface NavEntry {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Whether to show the number of items without a status change yet. */
  counts?: boolean;
}

/** The sidebar's groups, from top to bottom, separated by a line. */
export const navGroups: NavEntry[][] = [
  [
    { to: "/admin/dashboard", label: "Dashboard", icon: LayoutDashboard },
    { to: "/admin/category", label: "Category", icon: Layers },
    { to: "/admin/customer", label: "Customers", icon: Users },
    { to: "/admin/gold-rate", label: "Gold Rate", icon: TrendingUp },
    { to: "/admin/product", label: "Product", icon: Gem },
    { to: "/admin/order-management", label: "Order Management", icon: ClipboardList, counts: true },
    { to: "/admin/returns", label: "Returns", icon: Undo2 },
    { to: "/admin/reports", label: "Reports", icon: ChartColumn },
    { to: "/admin/vendor", label: "Vendor", icon: Store },
  ],
  [
    { to: "/admin/reviews", label: "Reviews", icon: MessageSquareText },
    { to: "/admin/policies", label: "Policies", icon: BookOpen },
    { to: "/admin/integrations", label: "Integrations", icon: Plug },
    { to: "/admin/audit", label: "Audit", icon: ScrollText },
    { to: "/admin/operations", label: "Operations", icon: Activity },
    { to: "/admin/staff", label: "Staff", icon: UserCog },
  ],
];

interface InnerPage extends NavEntry {
  /** The sidebar entry that this page belongs to, if any. */
  under: string;
}

/** Pages that are linked from other pages only. */
export const innerPages: InnerPage[] = [
  { to: "/admin/order", label: "Orders", icon: ListOrdered, under: "/admin/order-management" },
  { to: "/admin/order-items", label: "Order Items", icon: ReceiptText, under: "/admin/order-management" },
  { to: "/admin/packing", label: "Packing", icon: PackageCheck, under: "/admin/order-management" },
  { to: "/admin/me", label: "My account", icon: UserCog, under: "" },
  { to: "/admin/cart", label: "Carts", icon: ShoppingBag, under: "/admin/customer" },
  { to: "/admin/productImage", label: "Product Image Management", icon: Images, under: "/admin/product" },
  { to: "/admin/product/import", label: "Import products", icon: FileUp, under: "/admin/product" },
];

/** Pages of one order or customer. The search does not offer them. A role may see them by the start of their path. */
export const detailPages: Pick<InnerPage, "to" | "under">[] = [
  { to: "/admin/orders/:orderId", under: "/admin/order-management" },
  { to: "/admin/packing/:orderId", under: "/admin/order-management" },
  { to: "/admin/customers/:id", under: "/admin/customer" },
];

interface Action extends NavEntry {
  /** The call of the API that it leads to. */
  call: string;
}

/** Frequent actions of staff, each with its page. */
export const actions: Action[] = [
  {
    to: "/admin/order-management?payment=claimed",
    label: "Confirm claims",
    icon: CircleCheck,
    call: "confirm_payment",
  },
  {
    to: "/admin/order-management?status=ordered",
    label: "Pack orders",
    icon: ClipboardList,
    call: "change_order_status",
  },
  { to: "/admin/returns?status=requested", label: "Decide about returns", icon: Undo2, call: "change_return" },
  { to: "/admin/gold-rate", label: "Set the gold rate", icon: TrendingUp, call: "add_gold_rate" },
  { to: "/admin/customer", label: "Add a customer", icon: Users, call: "sign_up" },
  { to: "/admin/product", label: "Add a product", icon: Gem, call: "add_product" },
  { to: "/admin/operations", label: "Pause a queue", icon: Pause, call: "pause_queue" },
  { to: "/admin/operations", label: "Retry dead letters", icon: RotateCw, call: "retry_dead_letters" },
  { to: "/admin/integrations", label: "Add a webhook", icon: Plug, call: "add_webhook" },
  { to: "/admin/integrations?part=keys", label: "Make an API key", icon: KeyRound, call: "add_api_key" },
  { to: "/admin/staff", label: "Invite a colleague", icon: UserCog, call: "invite_staff" },
];

export const pages: NavEntry[] = [...navGroups.flat(), ...innerPages];

/** The first page of the sidebar that this member of staff may see. */
export const homeOf = (admin: AdminUser) =>
  navGroups.flat().find(({ to }) => permissionsOf(admin).sees(to))?.to ?? "/admin/dashboard";
