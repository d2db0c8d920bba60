import { Boxes, FileUp, Gem } from "lucide-react";
import { useState } from "react";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { type ListArgs, listParams, useListArgs } from "@/shared/admin/list/listQuery";
import { RowActions } from "@/shared/admin/list/RowActions";
import { useDelete } from "@/shared/admin/list/useDelete";
import { useEditing } from "@/shared/admin/list/useEditing";
import { useSelection } from "@/shared/admin/list/useSelection";
import { usePermissions } from "@/shared/admin/permissions";
import { dayAndTime, grams, rupees } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { BulkForm, type BulkTarget, bulkPart } from "./bulk/BulkForm";
import { BulkToolbar } from "./bulk/BulkToolbar";
import { ProductCell } from "./ProductCell";
import { ProductFilters } from "./ProductFilters";
import { ProductForm } from "./ProductForm";
import { type AdminProduct, useDeleteProductMutation, useProductListInfiniteQuery } from "./productsApi";
import { StockCell } from "./stock/StockCell";
import { StockDialog, stockPart } from "./stock/StockDialog";

const columns: Column<AdminProduct>[] = [
  { label: "Product", up: "name", cell: (product) => <ProductCell product={product} /> },
  { label: "Code", up: "code", cell: ({ code }) => <span className="n">{code}</span> },
  { label: "Category", cell: ({ categoryName }) => categoryName },
  { label: "Weight", numeric: true, up: "weightAsc", down: "weightDesc", cell: ({ weight }) => grams(weight) },
  {
    label: "Price",
    numeric: true,
    up: "priceAsc",
    down: "priceDesc",
    cell: ({ ornamentPrice }) => rupees(ornamentPrice),
  },
  {
    label: "Status",
    cell: ({ status, onSaleAt }) =>
      onSaleAt ? (
        <>
          <span className="state off">scheduled</span>
          <span className="sub d-block">{dayAndTime(onSaleAt)}</span>
        </>
      ) : (
        <span className={status === "active" ? "state" : "state off"}>{status}</span>
      ),
  },
  { label: "Stock", up: "stockAsc", down: "stockDesc", cell: (product) => <StockCell product={product} /> },
];

const texts = { done: "Product Deleted", failed: "Failed to delete product" };
const filterNames = ["categoryId", "productType", "status", "stockAvailability", "stockLevel"] as const;

/** `/admin/product` */
export function ProductsPage() {
  const { may, sees } = usePermissions();
  const { args, change } = useListArgs("newest", filterNames);
  const products = useProductListInfiniteQuery(args);
  const [open, setOpen] = useEditing<AdminProduct>();
  const [stockOf, setStockOf] = useEditing<AdminProduct>(null, stockPart);
  const [remove] = useDeleteProductMutation();
  const deletion = useDelete(remove, texts);
  const bulk = useBulk(args);
  return (
    <ListView
      title="Product"
      noun={["product", "products"]}
      icon={Gem}
      query={products}
      columns={columns}
      idOf={({ id }) => id}
      failures={deletion.failures}
      args={args}
      onChange={change}
      views={{ page: "product", filters: filterNames }}
      loadFailed="Failed to fetch products or images"
      emptyTitle="No product yet"
      emptyText="Add the first one. It is on sale as soon as it is saved."
      searchHint="Code, name or category"
      fileOf={{ path: "/product/", operation: "export_products" }}
      tools={
        sees("/admin/product/import") && (
          <Link className="btn btn-line" to="/admin/product/import">
            <FileUp className="ico ico-16" aria-hidden="true" />
            <span className="word">Import CSV</span>
          </Link>
        )
      }
      picking={
        may("change_many_products")
          ? {
              selection: bulk.selection,
              idOf: ({ id }) => id,
              nameOf: ({ name, code }) => `${name}, ${code}`,
            }
          : undefined
      }
      strip={
        <BulkToolbar
          count={bulk.selection.ids.size}
          whole={bulk.whole}
          more={Boolean(products.hasNextPage)}
          onWhole={bulk.setWhole}
          onChange={bulk.open}
          onClear={() => bulk.selection.set([])}
        />
      }
      filters={
        <>
          <ProductFilters filters={args.filters} onChange={change} />
          {sees("/admin/productImage") && (
            <Link className="textlink" to="/admin/productImage">
              Product images
            </Link>
          )}
        </>
      }
      addLabel="Add Product"
      addBy="add_product"
      onAdd={() => setOpen("new")}
      actions={(product) => (
        <>
          <button
            type="button"
            className="btn btn-icon"
            aria-label={`Stock of ${product.name}`}
            title="Stock"
            onClick={() => setStockOf(product)}
          >
            <Boxes className="ico" aria-hidden="true" />
          </button>
          <RowActions
            name={product.name}
            busy={deletion.busy === product.id}
            onEdit={may("change_product") ? () => setOpen(product) : undefined}
            onDelete={may("delete_product") ? () => deletion.ask(product.id, product.name) : undefined}
          />
        </>
      )}
    >
      {open && may("change_product") && (
        <ProductForm product={open === "new" ? null : open} onClose={() => setOpen(null)} />
      )}
      {stockOf && stockOf !== "new" && <StockDialog product={stockOf} onClose={() => setStockOf(null)} />}
      {bulk.of && <BulkForm which={bulk.of} onClose={bulk.close} onDone={bulk.end} />}
    </ListView>
  );
}

/** The products that are selected for a bulk change. */
function useBulk(args: ListArgs) {
  const { sort: _, ...filter } = listParams(args);
  const selection = useSelection(JSON.stringify(filter));
  const [of, setOf] = useEditing<BulkTarget>(null, bulkPart);
  const [wholeOf, setWholeOf] = useState<Set<number>>();
  // Changing the selection by hand ends "all of the list".
  const whole = wholeOf === selection.ids && selection.ids.size > 0;
  return {
    selection,
    whole,
    of: of === "new" ? null : of,
    open: () => setOf(whole ? { filter } : { ids: [...selection.ids] }),
    close: () => setOf(null),
    setWhole: () => setWholeOf(selection.ids),
    end: () => {
      setOf(null);
      selection.set([]);
    },
  };
}
