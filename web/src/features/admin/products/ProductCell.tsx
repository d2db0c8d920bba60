import { EditedBy } from "@/shared/admin/presence/EditedBy";
import { Picture } from "@/shared/product/Picture";
import type { AdminProduct } from "./productsApi";

/** Picture and name, who else edits it, and the state of pictures that are not ready. */
export function ProductCell({ product: { id, name, images } }: { product: AdminProduct }) {
  // An image in processing has no file yet.
  const shown = images.find(({ status }) => status === "ready");
  const making = images.filter(({ status }) => status === "processing").length;
  const failed = images.filter(({ status }) => status === "failed").length;
  return (
    <div className="prodcell">
      <span className="thumb">{shown && <Picture image={shown} alt="" sizes="44px" />}</span>
      <div className="words">
        <b>{name}</b>
        <EditedBy kind="product" id={id} />
        {images.length === 0 && <div className="sub">No Image Available</div>}
        {making > 0 && <div className="sub">{making === 1 ? "A picture is" : `${making} pictures are`} being made</div>}
        {failed > 0 && <div className="note bad">{failed === 1 ? "A picture" : `${failed} pictures`} failed</div>}
      </div>
    </div>
  );
}
