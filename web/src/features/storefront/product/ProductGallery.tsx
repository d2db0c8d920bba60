import { ZoomIn } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Product } from "@/shared/api/types";
import { useSwipe } from "@/shared/hooks/useSwipe";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import sizes from "@/shared/product/sizes.json";
import { lazyDialog } from "@/shared/ui/lazyPart";
import { wrapIndex } from "@/shared/ui/wrapIndex";

const Zoom = lazyDialog(() => import("./ImageZoom").then((file) => file.ImageZoom));

interface ProductGalleryProps {
  product: Product;
  view: number;
  onView: (view: number) => void;
  /** The drawing of the real size, below the picture. */
  scale?: ReactNode;
}

export function ProductGallery({ product, view, onView, scale }: ProductGalleryProps) {
  const [zoomed, setZoomed] = useState(false);
  const count = product.images.length;
  const image = product.images[view] ?? product.images[0];
  const turn = (step: number) => onView(wrapIndex(view + step, count));
  const swipe = useSwipe((step) => count > 1 && turn(step));
  const thumbs = count > 1 && <Thumbs product={product} view={view} onView={onView} />;
  return (
    <>
      <div className="thumbs d-none d-lg-grid">{thumbs}</div>
      <div className="stage">
        <div className="tile" {...swipe}>
          {image ? (
            <Picture key={image.id} image={image} alt={product.name} sizes={sizes.stage} load="first" />
          ) : (
            <NoImage />
          )}
          {image && (
            <button type="button" className="zoom" onClick={() => setZoomed(true)}>
              <ZoomIn className="ico ico-16" aria-hidden="true" />
              Zoom
            </button>
          )}
        </div>
        <div className="thumbs d-grid d-lg-none">{thumbs}</div>
        {scale}
      </div>
      {zoomed && <Zoom product={product} view={view} onTurn={turn} onClose={() => setZoomed(false)} />}
    </>
  );
}

function Thumbs({ product, view, onView }: ProductGalleryProps) {
  return product.images.map((image, index) => (
    <button
      key={image.id}
      type="button"
      className="tile"
      aria-label={`View ${index + 1} of ${product.images.length}`}
      aria-current={index === view || undefined}
      onClick={() => onView(index)}
    >
      <Picture image={image} alt="" sizes="88px" />
    </button>
  ));
}
