import { Users } from "lucide-react";
import { useState } from "react";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { currentRow } from "@/shared/admin/form/currentRow";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { useListArgs } from "@/shared/admin/list/listQuery";
import { RowActions } from "@/shared/admin/list/RowActions";
import { useDelete } from "@/shared/admin/list/useDelete";
import { useEditing } from "@/shared/admin/list/useEditing";
import { usePermissions } from "@/shared/admin/permissions";
import { day } from "@/shared/format";
import { EmailAddress } from "@/shared/ui/EmailAddress";
import { Link } from "@/shared/ui/Link";
import { CustomerCartDialog } from "./CustomerCartDialog";
import { CustomerForm } from "./CustomerForm";
import { type Customer, useCustomerListInfiniteQuery, useDeleteCustomerMutation } from "./customersApi";
import { ViewCartButton } from "./ViewCartButton";

const columns: Column<Customer>[] = [
  {
    label: "Name",
    up: "name",
    down: "nameDesc",
    cell: ({ id, name }) => (
      <b>
        <CustomerLink id={id} name={name} className="who-link" />
      </b>
    ),
  },
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

/** The address, and a note while the current or the new address is not confirmed. */
function EmailCell({ customer: { email, emailConfirmed, pendingEmail, isDeleted } }: { customer: Customer }) {
  if (isDeleted) return <span className="sub">was deleted</span>;
  return (
    <div>
      <EmailAddress address={email} />
      {(pendingEmail || !emailConfirmed) && (
        <span className="sub d-block">{pendingEmail ? `wants ${pendingEmail}` : "not confirmed"}</span>
      )}
    </div>
  );
}

const texts = { done: "Customer deleted", failed: "Failed to delete customer" };

/** `/admin/customer` */
export function CustomersPage() {
  const { may } = usePermissions();
  const { args, change } = useListArgs("newest");
  const customers = useCustomerListInfiniteQuery(args);
  const [open, setOpen] = useEditing<Customer>();
  const onEdit = (customer: Customer) => {
    setOpen(customer);
    // The hint of a changed account is not replayed after a gap, so refetch.
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
      views={{ page: "customer" }}
      loadFailed="Failed to load customers"
      emptyTitle="No customer yet"
      emptyText="Who signs up in the shop shows here."
      searchHint="Name, email or phone"
      fileOf={{ path: "/customer/", operation: "export_customers" }}
      filters={
        <Link className="textlink" to="/admin/cart">
          Open carts
        </Link>
      }
      addLabel="Add Customer"
      addBy="sign_up"
      onAdd={() => setOpen("new")}
      actions={(customer) => (
        <>
          {!customer.isDeleted && <ViewCartButton name={customer.name} onClick={() => setCartOf(customer)} />}
          <RowActions
            name={customer.name}
            busy={deletion.busy === customer.id}
            onEdit={may("edit_customer") && !customer.isDeleted ? () => onEdit(customer) : undefined}
            onDelete={may("delete_customer") ? () => deletion.ask(customer.id, customer.name) : undefined}
          />
        </>
      )}
    >
      {open && (
        <CustomerForm customer={open === "new" ? null : currentRow(open, customers)} onClose={() => setOpen(null)} />
      )}
      {cartOf && <CustomerCartDialog customer={cartOf} onClose={() => setCartOf(null)} />}
    </ListView>
  );
}
