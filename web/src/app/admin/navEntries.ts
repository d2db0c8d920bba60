import {
  Activity,
  ClipboardList,
  Gem,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Store,
  TrendingUp,
  Users,
} from "lucide-react";

export interface NavEntry {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Shows how many items wait for their first status. */
  counts?: boolean;
}

/** The sidebar, top to bottom; a hairline stands between the groups. */
export const navGroups: NavEntry[][] = [
  [
    { to: "/admin/dashboard", label: "Dashboard", icon: LayoutDashboard },
    { to: "/admin/category", label: "Category", icon: Layers },
    { to: "/admin/customer", label: "Customers", icon: Users },
    { to: "/admin/gold-rate", label: "Gold Rate", icon: TrendingUp },
    { to: "/admin/product", label: "Product", icon: Gem },
    { to: "/admin/order-management", label: "Order Management", icon: ClipboardList, counts: true },
    { to: "/admin/vendor", label: "Vendor", icon: Store },
  ],
  [
    { to: "/admin/audit", label: "Audit", icon: ScrollText },
    { to: "/admin/operations", label: "Operations", icon: Activity },
  ],
];

export const home = "/admin/dashboard";
