import { Check } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { Product } from "@/shared/api/types";
import { useHeldFocus } from "@/shared/hooks/useHeldFocus";
import { sizeText } from "@/shared/product/sizeText";
import { useStockRequest } from "@/shared/product/useStockRequest";
import { Link } from "@/shared/ui/Link";

interface StockPanelProps {
  product: Product;
  /** The chosen size, if the product comes in sizes. */
  size: string | null;
  children: ReactNode;
}

/** Replaces the buy buttons while the product or its chosen size is out of stock, and offers a mail. */
export function StockPanel({ product, size, children }: StockPanelProps) {
  const { request, email, isBusy, toggle } = useStockRequest(product, size);
  const what = size ? sizeText(size) : "it";
  const panel = useRef<HTMLElement>(null);
  const holder = useHeldFocus(() => panel.current?.querySelector("button"));
  return (
    <section ref={panel} className="panel notify" aria-label="Out of stock" {...holder}>
      {request ? (
        <div className="yes" role="status">
          <Check className="ico" aria-hidden="true" />
          <p>
            <b>We will write to you.</b>
            <br />
            {email}, as soon as {what} is back.{" "}
            {!request.emailConfirmed && (
              <>
                Please confirm this address first: open the link that we have sent there, or have it{" "}
                <Link to="/profile">sent again</Link>.{" "}
              </>
            )}
            <button type="button" className="textlink aslink" aria-disabled={isBusy} onClick={() => void toggle()}>
              Do not notify me
            </button>
          </p>
        </div>
      ) : (
        <>
          <h2>Tell me when {size ? "my size" : "it"} is back</h2>
          <p>
            One mail{email ? ` to ${email}` : ""} when {what} can be ordered again, once, in the order of asking.
          </p>
          {children}
        </>
      )}
    </section>
  );
}
