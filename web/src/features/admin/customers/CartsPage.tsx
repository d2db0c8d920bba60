import { ShoppingBag } from "lucide-react";
import { useState } from "react";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { useListArgs } from "@/shared/admin/list/listQuery";
import { dayAndTime, rupees } from "@/shared/format";
import { EmailAddress } from "@/shared/ui/EmailAddress";
import { Link } from "@/shared/ui/Link";
import { CustomerCartDialog } from "./CustomerCartDialog";
import { type Cart, useCartListInfiniteQuery } from "./customersApi";
import { ViewCartButton } from "./ViewCartButton";

const columns: Column<Cart>[] = [
  {
    label: "Customer",
    up: "name",
    down: "nameDesc",
    cell: ({ customerId, name }) => (
      <b>
        <CustomerLink id={customerId} name={name} className="who-link" />
      </b>
    ),
  },
  { label: "Email", cell: ({ email }) => <EmailAddress address={email} /> },
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

/** `/admin/cart`: carts that are not ordered yet. */
export function CartsPage() {
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
      views={{ page: "cart" }}
      loadFailed="Failed to load cart data"
      emptyTitle="No cart is filled"
      emptyText="What a shopper puts into the cart shows here until it is ordered."
      searchHint="Name, email or phone"
      fileOf={{ path: "/cart/", operation: "export_carts" }}
      filters={
        <Link className="textlink" to="/admin/customer">
          Customers
        </Link>
      }
      actions={(cart) => <ViewCartButton name={cart.name} onClick={() => setOpen(cart)} />}
    >
      {open && <CustomerCartDialog customer={{ id: open.customerId, name: open.name }} onClose={() => setOpen(null)} />}
    </ListView>
  );
}
