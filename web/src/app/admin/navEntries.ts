import {
  Activity,
  BookOpen,
  ChartColumn,
  ClipboardList,
  FileUp,
  Gem,
  Images,
  Layers,
  LayoutDashboard,
  ListOrdered,
  type LucideIcon,
  Plug,
  ReceiptText,
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
  { to: "/admin/me", label: "My account", icon: UserCog, under: "" },
  { to: "/admin/cart", label: "Carts", icon: ShoppingBag, under: "/admin/customer" },
  { to: "/admin/productImage", label: "Product Image Management", icon: Images, under: "/admin/product" },
  { to: "/admin/product/import", label: "Import products", icon: FileUp, under: "/admin/product" },
];

/** Pages of one thing. They are no choices of the finder. Roles see them by the first part of their path. */
export const detailPages: Pick<InnerPage, "to" | "under">[] = [
  { to: "/admin/orders/:orderId", under: "/admin/order-management" },
];

export const pages: NavEntry[] = [...navGroups.flat(), ...innerPages];

/** The first page of the sidebar that is for this member of staff. */
export const homeOf = (admin: AdminUser) =>
  navGroups.flat().find(({ to }) => permissionsOf(admin).sees(to))?.to ?? "/admin/dashboard";
