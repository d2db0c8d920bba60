import { Picture } from "@/shared/ui/Picture";
import type { StockedProduct } from "./productsApi";

/** Picture and name; what is not right with its pictures stands below. */
export function ProductCell({ product: { name, images } }: { product: StockedProduct }) {
  // At the address of one that is being made stands nothing yet.
  const shown = images.find(({ status }) => status === "ready");
  const making = images.filter(({ status }) => status === "processing").length;
  const failed = images.filter(({ status }) => status === "failed").length;
  return (
    <div className="prodcell">
      <span className="thumb">{shown && <Picture image={shown} alt="" sizes="44px" />}</span>
      <div className="words">
        <b>{name}</b>
        {images.length === 0 && <div className="sub">No Image Available</div>}
        {making > 0 && <div className="sub">{making === 1 ? "A picture is" : `${making} pictures are`} being made</div>}
        {failed > 0 && <div className="note bad">{failed === 1 ? "A picture" : `${failed} pictures`} failed</div>}
      </div>
    </div>
  );
}
