import { Gem, type LucideIcon, ReceiptText, Users } from "lucide-react";
import { innerPages, navGroups } from "@/app/admin/navEntries";
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

const pages = [...navGroups.flat(), ...innerPages];

/** Returns the admin pages, orders, products and customers that match the search. */
export function useGlobalSearch(typed: string) {
  const term = typed.trim();
  const settled = useDebounced(term);
  const { currentData, error, isFetching } = useGlobalSearchQuery(settled, { skip: settled === "" });
  const found = settled === term && term !== "" ? currentData : undefined;
  const groups = [{ name: "Pages", hits: pagesOf(term) }, ...(found ? groupsOf(found) : [])];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    error: settled === term && !isFetching ? error : undefined,
    isLooking: term !== "" && (settled !== term || isFetching),
  };
}

const pagesOf = (term: string): SearchHit[] =>
  pages
    .filter(({ label }) => label.toLowerCase().includes(term.toLowerCase()))
    .map(({ to, icon, label }) => ({ to, icon, name: label }));

const groupsOf = ({ orders, products, customers }: SearchResults): SearchHitGroup[] => [
  {
    name: "Orders",
    hits: orders.map(({ id, customerName, orderedDate, totalAmount }) => ({
      to: `/admin/order-items?orderId=${id}`,
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
    hits: customers.map(({ name, email }) => ({
      to: `/admin/customer?search=${encodeURIComponent(email)}`,
      icon: Users,
      name,
      more: email,
    })),
  },
];
