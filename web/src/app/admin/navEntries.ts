import { ClipboardList, Layers, type LucideIcon, Store, TrendingUp } from "lucide-react";

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
    { to: "/admin/category", label: "Category", icon: Layers },
    { to: "/admin/gold-rate", label: "Gold Rate", icon: TrendingUp },
    { to: "/admin/order-management", label: "Order Management", icon: ClipboardList, counts: true },
    { to: "/admin/vendor", label: "Vendor", icon: Store },
  ],
];

export const home = "/admin/order-management";
