import { ChevronDown } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { Product } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { goldInMrp } from "@/shared/product/goldInMrp";

interface BreakupLineProps {
  product: Product;
  /** The whole break-up. */
  children: ReactNode;
}

/** The break-up in one line that opens. It is open at first if the buttons below it still fit into the window. */
export function BreakupLine({ product, children }: BreakupLineProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(true);
  useLayoutEffect(() => {
    const buttons = details.current?.parentElement?.querySelector(".cta");
    if (buttons && buttons.getBoundingClientRect().bottom + window.scrollY > window.innerHeight) setOpen(false);
  }, []);
  const work = product.makingCharge + product.wastageCharge;
  const parts = [
    `Gold ${rupees(goldInMrp(product))}`,
    ...(product.stones?.length ? [`stones ${rupees(product.stoneCharge)}`] : []),
    `work ${rupees(work)}`,
  ];
  return (
    <details
      ref={details}
      className="breakup-line"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span>
          Price break-up
          {!isOpen && <span className="small muted num">{parts.join(", ")}</span>}
        </span>
        <ChevronDown className="ico ico-16" aria-hidden="true" />
      </summary>
      {children}
    </details>
  );
}
