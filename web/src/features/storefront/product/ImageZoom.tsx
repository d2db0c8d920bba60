import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type MouseEvent, useState } from "react";
import Modal from "react-bootstrap/Modal";
import { flushSync } from "react-dom";
import type { Product } from "@/shared/api/types";
import { useCloseOnBack } from "@/shared/hooks/useCloseOnBack";
import { useKeyDown } from "@/shared/hooks/useKeyDown";
import { useSwipe } from "@/shared/hooks/useSwipe";
import { Picture } from "@/shared/product/Picture";

interface ImageZoomProps {
  product: Product;
  view: number;
  /** Shows the next or the previous image. */
  onTurn: (step: number) => void;
  onClose: () => void;
}

/** The images in full screen. A tap enlarges one and the arrow keys change the image. */
export function ImageZoom({ product: { name, images }, view, onTurn, onClose }: ImageZoomProps) {
  const [isEnlarged, setEnlarged] = useState(false);
  const image = images[view] ?? images[0];
  const swipe = useSwipe((step) => !isEnlarged && images.length > 1 && onTurn(step));
  useCloseOnBack(onClose);
  // On the document, so that it works wherever the focus is. In an enlarged image the arrow keys scroll.
  const canTurn = images.length > 1 && !isEnlarged;
  useKeyDown((event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!canTurn || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onTurn(step);
  });
  if (!image) return null;
  // The point that was tapped, or the middle by keyboard, stays where it is.
  const enlarge = ({ currentTarget: button, detail, clientX, clientY }: MouseEvent<HTMLButtonElement>) => {
    const before = button.getBoundingClientRect();
    const [across, down] = detail
      ? [(clientX - before.x) / before.width, (clientY - before.y) / before.height]
      : [0.5, 0.5];
    flushSync(() => setEnlarged(!isEnlarged));
    const after = button.getBoundingClientRect();
    const stage = button.parentElement as HTMLElement;
    stage.scrollLeft += after.x - before.x + across * (after.width - before.width);
    stage.scrollTop += after.y - before.y + down * (after.height - before.height);
  };
  return (
    <Modal show onHide={onClose} fullscreen aria-label={`Pictures of ${name}`} className="zoomed">
      <button type="button" className="btn btn-icon zoom-close" aria-label="Close" onClick={onClose}>
        <X className="ico ico-24" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="zoom-stage" tabIndex={0} aria-label={`View ${view + 1} of ${images.length}`} {...swipe}>
        <button
          type="button"
          className={isEnlarged ? "near" : ""}
          aria-label={isEnlarged ? "Smaller" : "Larger"}
          onClick={enlarge}
        >
          <Picture key={image.id} image={image} alt={name} sizes={isEnlarged ? "200vmin" : "100vmin"} load="first" />
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
