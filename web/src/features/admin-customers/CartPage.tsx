import { ShoppingBag } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { dayAndTime, rupees } from "@/shared/format";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { useListArgs } from "@/shared/portal/lists";
import { Email } from "@/shared/ui/Email";
import { CartButton } from "./CartButton";
import { CartModal } from "./CartModal";
import { type Cart, useCartListInfiniteQuery } from "./customersApi";

const columns: Column<Cart>[] = [
  { label: "Customer", up: "name", down: "nameDesc", cell: ({ name }) => <b>{name}</b> },
  { label: "Email", cell: ({ email }) => <Email address={email} /> },
  { label: "Mobile number", cell: ({ phone }) => <span className="n">{phone}</span> },
  { label: "Products", numeric: true, cell: ({ products }) => products },
  { label: "Pieces", numeric: true, cell: ({ pieces }) => pieces },
  { label: "Amount", numeric: true, up: "amountAsc", down: "amountDesc", cell: ({ amount }) => rupees(amount) },
  {
    label: "Last added",
    up: "oldest",
    down: "recent",
    cell: ({ addedAt }) => <span className="n">{dayAndTime(addedAt)}</span>,
  },
];

/** `/admin/cart`: what shoppers have put aside and not ordered yet. */
export function CartPage() {
  const { args, change } = useListArgs("recent");
  const carts = useCartListInfiniteQuery(args);
  const [open, setOpen] = useState<Cart | null>(null);
  return (
    <ListView
      title="Carts"
      noun={["cart", "carts"]}
      icon={ShoppingBag}
      query={carts}
      columns={columns}
      idOf={({ customerId }) => customerId}
      args={args}
      onChange={change}
      loadFailed="Failed to load cart data"
      emptyTitle="No cart is filled"
      emptyText="What a shopper puts into the cart shows here until it is ordered."
      searchHint="Name, email or phone"
      fileOf={{ path: "/cart/" }}
      filters={
        <Link className="textlink" to="/admin/customer">
          Customers
        </Link>
      }
      actions={(cart) => <CartButton name={cart.name} onClick={() => setOpen(cart)} />}
    >
      {open && <CartModal customer={{ id: open.customerId, name: open.name }} onClose={() => setOpen(null)} />}
    </ListView>
  );
}
