import type { ReactNode } from "react";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Dialog } from "@/shared/ui/Dialog";
import type { BoardRow } from "./boardRows";

interface AskedItemDialogProps {
  title: string;
  row: BoardRow;
  /** Shown below the name of the product. */
  facts: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that asks something about one item of an order. */
export function AskedItemDialog({ title, row: { item, order }, facts, onClose, children }: AskedItemDialogProps) {
  return (
    <Dialog title={`${title}, order ${order.id}`} onClose={onClose}>
      <div className="return-piece">
        <Thumbnail url={item.productImageUrl} size={44} />
        <div>
          <b>{item.productName}</b>
          <span className="muted num d-block">{facts}</span>
        </div>
      </div>
      {children}
    </Dialog>
  );
}
