import { Gem, type LucideIcon, ReceiptText, Users } from "lucide-react";
import { dayMonth, rupees } from "@/shared/format";
import { useSettled } from "@/shared/ui/useSettled";
import { type Found, useFindQuery } from "./findApi";
import { innerPages, navGroups } from "./navEntries";

export interface Find {
  to: string;
  icon: LucideIcon;
  name: string;
  more?: string;
  amount?: string;
}

export interface FindGroup {
  name: string;
  finds: Find[];
}

const pages = [...navGroups.flat(), ...innerPages];

/** The portal's pages by a part of their name, and what the shop has of orders, products and customers. */
export function useFinds(typed: string) {
  const term = typed.trim();
  const settled = useSettled(term);
  const { currentData, error, isFetching } = useFindQuery(settled, { skip: settled === "" });
  const found = settled === term && term !== "" ? currentData : undefined;
  const groups = [{ name: "Pages", finds: pagesOf(term) }, ...(found ? groupsOf(found) : [])];
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    error: settled === term && !isFetching ? error : undefined,
    isLooking: term !== "" && (settled !== term || isFetching),
  };
}

const pagesOf = (term: string): Find[] =>
  pages
    .filter(({ label }) => label.toLowerCase().includes(term.toLowerCase()))
    .map(({ to, icon, label }) => ({ to, icon, name: label }));

const groupsOf = ({ orders, products, customers }: Found): FindGroup[] => [
  {
    name: "Orders",
    finds: orders.map(({ id, customerName, orderedDate, totalAmount }) => ({
      to: `/admin/order-items?orderId=${id}`,
      icon: ReceiptText,
      name: `Order ${id}`,
      more: [customerName, dayMonth(orderedDate)].filter(Boolean).join(", "),
      amount: rupees(totalAmount),
    })),
  },
  {
    name: "Products",
    finds: products.map(({ code, name, categoryName, ornamentPrice }) => ({
      to: `/admin/product?search=${encodeURIComponent(code)}`,
      icon: Gem,
      name,
      more: `${code}, ${categoryName}`,
      amount: rupees(ornamentPrice),
    })),
  },
  {
    name: "Customers",
    finds: customers.map(({ name, email }) => ({
      to: `/admin/customer?search=${encodeURIComponent(email)}`,
      icon: Users,
      name,
      more: email,
    })),
  },
];
