import { Store } from "lucide-react";
import { useDeleteVendorMutation, useVendorListInfiniteQuery, type Vendor } from "@/shared/admin/categoryVendorApi";
import { currentRow } from "@/shared/admin/form/currentRow";
import { asOptions, FilterSelect } from "@/shared/admin/list/FilterSelect";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { useListArgs } from "@/shared/admin/list/listQuery";
import { RowActions } from "@/shared/admin/list/RowActions";
import { useDelete } from "@/shared/admin/list/useDelete";
import { useEditing } from "@/shared/admin/list/useEditing";
import { usePermissions } from "@/shared/admin/permissions";
import { VendorForm } from "./VendorForm";

const columns: Column<Vendor>[] = [
  { label: "Name", up: "name", down: "nameDesc", cell: ({ name }) => <b>{name}</b> },
  {
    label: "Address",
    cell: ({ address1, address2, address3, address4 }) =>
      [address1, address2, [address3, address4].filter(Boolean).join(" ")].filter(Boolean).join(", "),
  },
  { label: "Contact numbers", cell: ({ contactNumbers }) => contactNumbers },
  {
    label: "Status",
    cell: ({ status }) => <span className={status === "active" ? "state" : "state off"}>{status}</span>,
  },
];

const texts = { done: "Vendor deleted", failed: "Failed to delete vendor" };

const filterNames = ["status"] as const;

/** `/admin/vendor` */
export function VendorsPage() {
  const { may } = usePermissions();
  const { args, change } = useListArgs("", filterNames);
  const vendors = useVendorListInfiniteQuery(args);
  const [open, setOpen] = useEditing<Vendor>();
  const [remove] = useDeleteVendorMutation();
  const deletion = useDelete(remove, texts);
  return (
    <ListView
      title="Vendor"
      noun={["vendor", "vendors"]}
      icon={Store}
      query={vendors}
      columns={columns}
      idOf={({ id }) => id}
      failures={deletion.failures}
      args={args}
      onChange={change}
      views={{ page: "vendor", filters: filterNames }}
      loadFailed="Error in fetching"
      emptyTitle="No vendor yet"
      emptyText="Add one: every product comes from a vendor."
      searchHint="Name, city or phone"
      fileOf={{ path: "/vendor/", operation: "export_vendors" }}
      filters={
        <FilterSelect
          name="status"
          label="Status"
          all="All vendors"
          options={asOptions(["active", "in active"])}
          filters={args.filters}
          onChange={change}
        />
      }
      addLabel="Add Vendor"
      addBy="add_vendor"
      onAdd={() => setOpen("new")}
      actions={(vendor) => (
        <RowActions
          name={vendor.name}
          busy={deletion.busy === vendor.id}
          onEdit={may("change_vendor") ? () => setOpen(vendor) : undefined}
          onDelete={may("delete_vendor") ? () => deletion.ask(vendor.id, vendor.name) : undefined}
        />
      )}
    >
      {open && <VendorForm vendor={open === "new" ? null : currentRow(open, vendors)} onClose={() => setOpen(null)} />}
    </ListView>
  );
}
