import { FileUp, Gem } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { grams, rupees } from "@/shared/format";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { askedOf, type ListArgs, useListArgs } from "@/shared/portal/lists";
import { RowActions } from "@/shared/portal/RowActions";
import { useDelete } from "@/shared/portal/useDelete";
import { useEditing } from "@/shared/portal/useEditing";
import { useSelection } from "@/shared/portal/useSelection";
import { BulkForm, type BulkOf, bulkPart } from "./BulkForm";
import { BulkStrip } from "./BulkStrip";
import { ProductCell } from "./ProductCell";
import { ProductFilters } from "./ProductFilters";
import { ProductForm } from "./ProductForm";
import { type StockedProduct, useDeleteProductMutation, useProductListInfiniteQuery } from "./productsApi";

const columns: Column<StockedProduct>[] = [
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
    cell: ({ status }) => <span className={status === "active" ? "state" : "state off"}>{status}</span>,
  },
  { label: "Stock", cell: ({ stockAvailability }) => stockAvailability },
];

const texts = { done: "Product Deleted", failed: "Failed to delete product" };
const filterNames = ["categoryId", "productType", "status", "stockAvailability"] as const;

/** `/admin/product` */
export function ProductPage() {
  const { args, change } = useListArgs("newest", filterNames);
  const products = useProductListInfiniteQuery(args);
  const [open, setOpen] = useEditing<StockedProduct>();
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
      loadFailed="Failed to fetch products or images"
      emptyTitle="No product yet"
      emptyText="Add the first one. It is on sale as soon as it is saved."
      searchHint="Code, name or category"
      fileOf={{ path: "/product/" }}
      tools={
        <Link className="btn btn-line" to="/admin/product/import">
          <FileUp className="ico ico-16" aria-hidden="true" />
          <span className="word">Import CSV</span>
        </Link>
      }
      picking={{
        selection: bulk.selection,
        idOf: ({ id }) => id,
        nameOf: ({ name, code }) => `${name}, ${code}`,
      }}
      strip={
        <BulkStrip
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
          <Link className="textlink" to="/admin/productImage">
            Product images
          </Link>
        </>
      }
      addLabel="Add Product"
      onAdd={() => setOpen("new")}
      actions={(product) => (
        <RowActions
          name={product.name}
          busy={deletion.busy === product.id}
          onEdit={() => setOpen(product)}
          onDelete={() => deletion.ask(product.id, product.name)}
        />
      )}
    >
      {open && <ProductForm product={open === "new" ? null : open} onClose={() => setOpen(null)} />}
      {bulk.of && <BulkForm which={bulk.of} onClose={bulk.close} onDone={bulk.end} />}
    </ListView>
  );
}

/** Which products are picked for one change to many. */
function useBulk(args: ListArgs) {
  const { sort: _, ...filter } = askedOf(args);
  const selection = useSelection(JSON.stringify(filter));
  const [of, setOf] = useEditing<BulkOf>(null, bulkPart);
  const [wholeOf, setWholeOf] = useState<Set<number>>();
  // Whoever picks by hand again means these rows.
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
