import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useEffect, useState } from "react";
import Modal from "react-bootstrap/Modal";
import type { Product } from "@/shared/api/types";
import { Picture } from "@/shared/ui/Picture";
import { useBackCloses } from "@/shared/ui/useBackCloses";
import { useSwipe } from "./useSwipe";

interface ZoomProps {
  product: Product;
  view: number;
  /** One picture on, or back. */
  onTurn: (step: number) => void;
  onClose: () => void;
}

/** The pictures over the whole window; a tap brings one nearer, and the arrow keys turn them. */
export function Zoom({ product: { name, images }, view, onTurn, onClose }: ZoomProps) {
  const [isNear, setIsNear] = useState(false);
  const image = images[view] ?? images[0];
  const swipe = useSwipe((step) => !isNear && images.length > 1 && onTurn(step));
  useBackCloses(onClose);
  // Whatever in the window has the focus. Nearer, the arrow keys move the picture itself.
  const canTurn = images.length > 1 && !isNear;
  useEffect(() => {
    if (!canTurn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onTurn(step);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [canTurn, onTurn]);
  if (!image) return null;
  return (
    <Modal show onHide={onClose} fullscreen aria-label={`Pictures of ${name}`} className="zoomed">
      <button type="button" className="btn btn-icon zoom-close" aria-label="Close" onClick={onClose}>
        <X className="ico ico-24" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="zoom-stage" tabIndex={0} aria-label={`View ${view + 1} of ${images.length}`} {...swipe}>
        <button
          type="button"
          className={isNear ? "near" : ""}
          aria-label={isNear ? "Smaller" : "Larger"}
          onClick={() => setIsNear(!isNear)}
        >
          <Picture key={image.id} image={image} alt={name} sizes={isNear ? "200vmin" : "100vmin"} load="first" />
        </button>
      </section>
      {images.length > 1 && (
        <div className="zoom-turn">
          <button
            type="button"
            className="btn btn-line btn-icon"
            aria-label="Picture before"
            onClick={() => onTurn(-1)}
          >
            <ChevronLeft className="ico" aria-hidden="true" />
          </button>
          <span className="num" role="status">
            {view + 1} / {images.length}
          </span>
          <button type="button" className="btn btn-line btn-icon" aria-label="Next picture" onClick={() => onTurn(1)}>
            <ChevronRight className="ico" aria-hidden="true" />
          </button>
        </div>
      )}
    </Modal>
  );
}
