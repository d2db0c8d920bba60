import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import type { Product } from "@/shared/api/types";
import { grams, rupees } from "@/shared/format";
import { Dialog } from "@/shared/ui/Dialog";
import { Link } from "@/shared/ui/Link";
import { NoImage } from "./NoImage";
import { Picture } from "./Picture";
import type { CardAction } from "./ProductCard";
import { productPath } from "./productPath";
import { SizeSelector, useChosenSize } from "./SizeSelector";
import { StockNote } from "./StockNote";
import { Weights } from "./Weights";

const maxThumbs = 4;

interface QuickViewProps {
  product: Product;
  /** The size that is shown at first. */
  first?: string | null;
  Action: CardAction;
  onClose: () => void;
}

/** A short view of a product without leaving the list. */
export function QuickView({ product, first, Action, onClose }: QuickViewProps) {
  const [view, setView] = useState(0);
  const [address] = useSearchParams();
  // The address of a list names the sizes that are searched for, that of a product's page the size of that product.
  const searched = useParams().id === undefined ? address.get("size") : null;
  const { size, shown, choose } = useChosenSize(product, first ?? searched);
  const images = product.images.slice(0, maxThumbs);
  const image = images[view];
  return (
    <Dialog title={product.name} size="lg" onClose={onClose}>
      <div className="quick">
        <div>
          <span className="tile">
            {image ? (
              <Picture image={image} alt={product.name} sizes="(min-width: 768px) 380px, 90vw" load="first" />
            ) : (
              <NoImage />
            )}
          </span>
          {images.length > 1 && (
            <div className="quick-thumbs">
              {images.map((each, index) => (
                <button
                  key={each.id}
                  type="button"
                  className="tile"
                  aria-label={`View ${index + 1} of ${images.length}`}
                  aria-current={index === view || undefined}
                  onClick={() => setView(index)}
                >
                  <Picture image={each} alt="" sizes="40px" />
                </button>
              ))}
            </div>
          )}
        </div>
        <div>
          <div className="small muted num">
            {product.purity} gold, {grams(shown.weight)}
          </div>
          <p className="bigprice">
            {rupees(shown.ornamentPrice)} {product.discount > 0 && <s className="price-was">{rupees(shown.mrp)}</s>}
          </p>
          <SizeSelector product={product} size={size} onChoose={choose} />
          <Weights product={shown} />
          <StockNote product={shown} />
          <p className="muted">{product.description}</p>
          <Action product={shown} size={size} className="btn-primary w-100" />
          <Link className="textlink mt-4" to={productPath(product.id, size)} onClick={onClose}>
            All about this piece
          </Link>
        </div>
      </div>
    </Dialog>
  );
}
