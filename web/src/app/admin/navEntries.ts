import { ClipboardList, type LucideIcon, TrendingUp } from "lucide-react";

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
    { to: "/admin/gold-rate", label: "Gold Rate", icon: TrendingUp },
    { to: "/admin/order-management", label: "Order Management", icon: ClipboardList, counts: true },
  ],
];

export const home = "/admin/order-management";
