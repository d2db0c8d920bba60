import { ShoppingBag, Users } from "lucide-react";
import { useState } from "react";
import { day } from "@/shared/format";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { useListArgs } from "@/shared/portal/lists";
import { RowActions } from "@/shared/portal/RowActions";
import { useDelete } from "@/shared/portal/useDelete";
import { CartModal } from "./CartModal";
import { CustomerForm } from "./CustomerForm";
import { type Customer, useCustomerListInfiniteQuery, useDeleteCustomerMutation } from "./customersApi";

const columns: Column<Customer>[] = [
  { label: "Name", up: "name", down: "nameDesc", cell: ({ name }) => <b>{name}</b> },
  { label: "Email", up: "email", down: "emailDesc", cell: ({ email }) => email },
  { label: "Mobile number", cell: ({ phone }) => <span className="n">{phone}</span> },
  {
    label: "Customer since",
    up: "oldest",
    down: "newest",
    cell: ({ createdTimestamp }) => <span className="n">{day(createdTimestamp)}</span>,
  },
];

const texts = { done: "Customer deleted", failed: "Failed to delete customer" };

/** `/admin/customer` */
export function CustomerPage() {
  const { args, change } = useListArgs("newest");
  const customers = useCustomerListInfiniteQuery(args);
  const [open, setOpen] = useState<Customer | "new" | null>(null);
  const [cartOf, setCartOf] = useState<Customer | null>(null);
  const [remove] = useDeleteCustomerMutation();
  const deletion = useDelete(remove, texts);
  return (
    <ListView
      title="Customers"
      noun={["customer", "customers"]}
      icon={Users}
      query={customers}
      columns={columns}
      idOf={({ id }) => id}
      failures={deletion.failures}
      args={args}
      onChange={change}
      loadFailed="Failed to load customers"
      emptyTitle="No customer yet"
      emptyText="Who signs up in the shop shows here."
      searchHint="Name, email or phone"
      fileOf={{ path: "/customer/" }}
      addLabel="Add Customer"
      onAdd={() => setOpen("new")}
      actions={(customer) => (
        <>
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => setCartOf(customer)}>
            <ShoppingBag className="ico ico-16" aria-hidden="true" />
            View Cart<span className="visually-hidden"> of {customer.name}</span>
          </button>
          <RowActions
            name={customer.name}
            busy={deletion.busy === customer.id}
            onEdit={() => setOpen(customer)}
            onDelete={() => deletion.ask(customer.id, customer.name)}
          />
        </>
      )}
    >
      {open && <CustomerForm customer={open === "new" ? null : open} onClose={() => setOpen(null)} />}
      {cartOf && <CartModal customer={cartOf} onClose={() => setCartOf(null)} />}
    </ListView>
  );
}
