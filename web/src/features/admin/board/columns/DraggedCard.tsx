import { type DragEvent, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Age } from "@/features/admin/board/Age";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { placedAt } from "@/shared/admin/orders/boardArgs";
import { rupees } from "@/shared/format";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";

/** The dragged card, its original position and the pointer's offset in it. */
export interface Dragged {
  row: BoardRow;
  from: { left: number; top: number; width: number; height: number; grip: { x: number; y: number } };
}

const noImage = () => document.createElement("canvas");

/** Start a drag. The browser's own drag image, which is pale and small, is replaced by an empty one. */
export function startDrag(row: BoardRow, { currentTarget, clientX, clientY, dataTransfer }: DragEvent): Dragged {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  dataTransfer.setDragImage?.(noImage(), 0, 0);
  return { row, from: { left, top, width, height, grip: { x: clientX - left, y: clientY - top } } };
}

/** The card that follows the pointer; a placeholder keeps its position. */
export function DraggedCard({ row: { order, item }, from }: Dragged) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onDragOver = ({ clientX, clientY }: globalThis.DragEvent) => {
      if (!card.current) return;
      card.current.style.left = `${clientX - from.grip.x}px`;
      card.current.style.top = `${clientY - from.grip.y}px`;
    };
    document.addEventListener("dragover", onDragOver);
    return () => document.removeEventListener("dragover", onDragOver);
  }, [from]);
  return createPortal(
    <div
      ref={card}
      className="kard lifted"
      aria-hidden="true"
      style={{ left: from.left, top: from.top, width: from.width }}
    >
      <div className="h">
        <span className="order-no">{order.id}</span>
        <span className="age">
          <Age at={placedAt(order)} />
        </span>
      </div>
      <div className="prodcell">
        <Thumbnail url={item.productImageUrl} size={44} />
        <div className="words">
          <div className="nm">{itemTitle(item)}</div>
          <div className="muted micro">{order.customerName}</div>
        </div>
      </div>
      <div className="f">
        <span className="price">{rupees(item.totalAmount)}</span>
      </div>
    </div>,
    document.querySelector(".admin") ?? document.body,
  );
}
