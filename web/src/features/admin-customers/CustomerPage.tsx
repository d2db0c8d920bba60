import { Users } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { day } from "@/shared/format";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { useListArgs } from "@/shared/portal/lists";
import { RowActions } from "@/shared/portal/RowActions";
import { useDelete } from "@/shared/portal/useDelete";
import { useEditing } from "@/shared/portal/useEditing";
import { asListed } from "@/shared/portal/useFollowing";
import { Email } from "@/shared/ui/Email";
import { CartButton } from "./CartButton";
import { CartModal } from "./CartModal";
import { CustomerForm } from "./CustomerForm";
import { type Customer, useCustomerListInfiniteQuery, useDeleteCustomerMutation } from "./customersApi";

const columns: Column<Customer>[] = [
  { label: "Name", up: "name", down: "nameDesc", cell: ({ name }) => <b>{name}</b> },
  { label: "Id", optional: true, cell: ({ id }) => <span className="n">{id}</span> },
  { label: "Email", up: "email", down: "emailDesc", cell: (customer) => <EmailCell customer={customer} /> },
  { label: "Mobile number", cell: ({ phone }) => <span className="n">{phone}</span> },
  {
    label: "Customer since",
    up: "oldest",
    down: "newest",
    cell: ({ createdTimestamp }) => <span className="n">{day(createdTimestamp)}</span>,
  },
];

/** The address, and what its mailbox has not said yes to: the account's own, or the one that is to take its place. */
function EmailCell({ customer: { email, emailConfirmed, pendingEmail } }: { customer: Customer }) {
  return (
    <>
      <Email address={email} />
      {(pendingEmail || !emailConfirmed) && (
        <span className="sub d-block">{pendingEmail ? `wants ${pendingEmail}` : "not confirmed"}</span>
      )}
    </>
  );
}

const texts = { done: "Customer deleted", failed: "Failed to delete customer" };

/** `/admin/customer` */
export function CustomerPage() {
  const { args, change } = useListArgs("newest");
  const customers = useCustomerListInfiniteQuery(args);
  const [open, setOpen] = useEditing<Customer>();
  const onEdit = (customer: Customer) => {
    setOpen(customer);
    // Customers change what is theirs without an event that would tell of it.
    void customers.refetch();
  };
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
      filters={
        <Link className="textlink" to="/admin/cart">
          Open carts
        </Link>
      }
      addLabel="Add Customer"
      onAdd={() => setOpen("new")}
      actions={(customer) => (
        <>
          <CartButton name={customer.name} onClick={() => setCartOf(customer)} />
          <RowActions
            name={customer.name}
            busy={deletion.busy === customer.id}
            onEdit={() => onEdit(customer)}
            onDelete={() => deletion.ask(customer.id, customer.name)}
          />
        </>
      )}
    >
      {open && (
        <CustomerForm customer={open === "new" ? null : asListed(open, customers)} onClose={() => setOpen(null)} />
      )}
      {cartOf && <CartModal customer={cartOf} onClose={() => setCartOf(null)} />}
    </ListView>
  );
}
