import { Gem } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { grams, rupees } from "@/shared/format";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { useListArgs } from "@/shared/portal/lists";
import { RowActions } from "@/shared/portal/RowActions";
import { useDelete } from "@/shared/portal/useDelete";
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
  const [open, setOpen] = useState<StockedProduct | "new" | null>(null);
  const [remove] = useDeleteProductMutation();
  const deletion = useDelete(remove, texts);
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
    </ListView>
  );
}
