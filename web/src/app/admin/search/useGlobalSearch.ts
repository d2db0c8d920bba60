import { Gem, type LucideIcon, ReceiptText, Users } from "lucide-react";
import { actions, pages } from "@/app/admin/navEntries";
import { usePermissions } from "@/shared/admin/permissions";
import { dayMonth, rupees } from "@/shared/format";
import { useDebounced } from "@/shared/hooks/useDebounced";
import { type SearchResults, useGlobalSearchQuery } from "./globalSearchApi";

export interface SearchHit {
  to: string;
  icon: LucideIcon;
  name: string;
  more?: string;
  amount?: string;
}

export interface SearchHitGroup {
  name: string;
  hits: SearchHit[];
}

/** What can be found, with the call that finds it. */
const kinds = [
  ["orders", "list_all_orders"],
  ["products", "list_stocked_products"],
  ["customers", "list_customers"],
] as const;

/** Returns the admin pages, actions, orders, products and customers that match the search. */
export function useGlobalSearch(typed: string) {
  const term = typed.trim();
  const settled = useDebounced(term);
  const { may, sees } = usePermissions();
  const wanted = { search: settled, kinds: kinds.filter(([, call]) => may(call)).map(([kind]) => kind) };
  const isAsked = settled !== "" && wanted.kinds.length > 0;
  const { currentData, error, isFetching } = useGlobalSearchQuery(wanted, { skip: !isAsked });
  const found = settled === term && term !== "" ? currentData : undefined;
  const groups = [
    { name: "Pages", hits: pagesOf(term, sees) },
    { name: "Actions", hits: actionsOf(term, may) },
    ...(found ? groupsOf(found) : []),
  ];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    error: settled === term ? error : undefined,
    isLooking: term !== "" && (settled !== term || isFetching),
  };
}

const pagesOf = (term: string, sees: (path: string) => boolean): SearchHit[] =>
  pages
    .filter(({ to }) => sees(to))
    .filter(({ label }) => label.toLowerCase().includes(term.toLowerCase()))
    .map(({ to, icon, label }) => ({ to, icon, name: label }));

/** Actions that match what was typed; without it there are only pages. */
const actionsOf = (term: string, may: (call: string) => boolean): SearchHit[] =>
  actions
    .filter(({ call, label }) => term !== "" && may(call) && label.toLowerCase().includes(term.toLowerCase()))
    .map(({ to, icon, label }) => ({ to, icon, name: label }));

const groupsOf = ({ orders, products, customers }: SearchResults): SearchHitGroup[] => [
  {
    name: "Orders",
    hits: orders.map(({ id, customerName, orderedDate, totalAmount }) => ({
      to: `/admin/orders/${id}`,
      icon: ReceiptText,
      name: `Order ${id}`,
      more: [customerName, dayMonth(orderedDate)].filter(Boolean).join(", "),
      amount: rupees(totalAmount),
    })),
  },
  {
    name: "Products",
    hits: products.map(({ code, name, categoryName, ornamentPrice }) => ({
      to: `/admin/product?search=${encodeURIComponent(code)}`,
      icon: Gem,
      name,
      more: `${code}, ${categoryName}`,
      amount: rupees(ornamentPrice),
    })),
  },
  {
    name: "Customers",
    hits: customers.map(({ id, name, email, phone }) => ({
      to: `/admin/customers/${id}`,
      icon: Users,
      name,
      more: [phone, email].filter(Boolean).join(", "),
    })),
  },
];
