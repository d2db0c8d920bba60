import { Images } from "lucide-react";
import {
  type AdminImage,
  useDeleteImageMutation,
  useImageListInfiniteQuery,
} from "@/features/admin/products/productsApi";
import { currentRow } from "@/shared/admin/form/currentRow";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { useListArgs } from "@/shared/admin/list/listQuery";
import { RowActions } from "@/shared/admin/list/RowActions";
import { SearchBox } from "@/shared/admin/list/SearchBox";
import { useDelete } from "@/shared/admin/list/useDelete";
import { useEditing } from "@/shared/admin/list/useEditing";
import { usePermissions } from "@/shared/admin/permissions";
import type { ListedImageOut } from "@/shared/api/schema";
import { Picture } from "@/shared/product/Picture";
import { ProductImageForm } from "./ProductImageForm";

const columns: Column<ListedImageOut>[] = [
  {
    label: "Image",
    cell: (image) => (
      <span className="thumb">{image.status === "ready" && <Picture image={image} alt="" sizes="48px" />}</span>
    ),
  },
  { label: "Product", cell: ({ productName }) => <b>{productName}</b> },
  { label: "Product id", cell: ({ productId }) => <span className="n">{productId}</span> },
  { label: "Type", cell: ({ type }) => type },
  {
    label: "Size",
    cell: ({ width, height }) => <span className="n">{width && height && `${width} × ${height}`}</span>,
  },
  { label: "State", cell: (image) => <ImageState image={image} /> },
];

const texts = { done: "Product image deleted successfully", failed: "Failed to delete product image" };

/** `/admin/productImage` */
export function ProductImagesPage() {
  const { may } = usePermissions();
  const { args, change } = useListArgs("", ["productId"]);
  const images = useImageListInfiniteQuery(args);
  const [open, setOpen] = useEditing<AdminImage>();
  const [remove] = useDeleteImageMutation();
  const deletion = useDelete(remove, texts);
  const nameOf = ({ id, productId }: AdminImage) => `picture ${id} of product ${productId}`;
  return (
    <ListView
      title="Product Image Management"
      noun={["picture", "pictures"]}
      icon={Images}
      query={images}
      columns={columns}
      idOf={({ id }) => id}
      failures={deletion.failures}
      args={args}
      onChange={change}
      loadFailed="Failed to load product images"
      emptyTitle="No Image Available"
      emptyText="Add the first one. It is shown as soon as it is made."
      filters={
        <SearchBox
          label="Product id"
          placeholder="Product id"
          search={args.filters.productId ?? ""}
          onSearch={(text) => change({ productId: text.replace(/\D/g, "") }, true)}
        />
      }
      addLabel="Add Product Image"
      addBy="add_product_image"
      onAdd={() => setOpen("new")}
      actions={(image) => (
        <RowActions
          name={nameOf(image)}
          busy={deletion.busy === image.id}
          onEdit={may("change_product_image") ? () => setOpen(image) : undefined}
          onDelete={may("delete_product_image") ? () => deletion.ask(image.id, nameOf(image)) : undefined}
        />
      )}
    >
      {open && (
        <ProductImageForm image={open === "new" ? null : currentRow(open, images)} onClose={() => setOpen(null)} />
      )}
    </ListView>
  );
}

function ImageState({ image: { status, failure } }: { image: AdminImage }) {
  if (status === "failed") return <span className="note bad">failed{failure && `: ${failure}`}</span>;
  return <span className={status === "ready" ? "state" : "state off"}>{status}</span>;
}
