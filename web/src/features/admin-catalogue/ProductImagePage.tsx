import { Images } from "lucide-react";
import type { ListedImageOut } from "@/shared/api/schema";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { useListArgs } from "@/shared/portal/lists";
import { RowActions } from "@/shared/portal/RowActions";
import { SearchBox } from "@/shared/portal/SearchBox";
import { useDelete } from "@/shared/portal/useDelete";
import { useEditing } from "@/shared/portal/useEditing";
import { Picture } from "@/shared/ui/Picture";
import { ImageForm } from "./ImageForm";
import { type StockedImage, useDeleteImageMutation, useImageListInfiniteQuery } from "./productsApi";

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
export function ProductImagePage() {
  const { args, change } = useListArgs("", ["productId"]);
  const images = useImageListInfiniteQuery(args);
  const [open, setOpen] = useEditing<StockedImage>();
  const [remove] = useDeleteImageMutation();
  const deletion = useDelete(remove, texts);
  const nameOf = ({ id, productId }: StockedImage) => `picture ${id} of product ${productId}`;
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
      onAdd={() => setOpen("new")}
      actions={(image) => (
        <RowActions
          name={nameOf(image)}
          busy={deletion.busy === image.id}
          onEdit={() => setOpen(image)}
          onDelete={() => deletion.ask(image.id, nameOf(image))}
        />
      )}
    >
      {open && <ImageForm image={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </ListView>
  );
}

function ImageState({ image: { status, failure } }: { image: StockedImage }) {
  if (status === "failed") return <span className="note bad">failed{failure && `: ${failure}`}</span>;
  return <span className={status === "ready" ? "state" : "state off"}>{status}</span>;
}
