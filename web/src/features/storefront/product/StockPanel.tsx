import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { Product } from "@/shared/api/types";
import { useStockRequest } from "@/shared/product/useStockRequest";
import { Link } from "@/shared/ui/Link";

/** In the place of the buttons to buy while the product is out of stock: asks for a mail when it is back. */
export function StockPanel({ product, children }: { product: Product; children: ReactNode }) {
  const { request, email, isBusy, toggle } = useStockRequest(product);
  return (
    <section className="panel notify" aria-label="Out of stock">
      {request ? (
        <div className="yes" role="status">
          <Check className="ico" aria-hidden="true" />
          <p>
            <b>We will write to you.</b>
            <br />
            {email}, as soon as it is back.{" "}
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
          <h2>Tell me when it is back</h2>
          <p>One mail{email ? ` to ${email}` : ""}, once, in the order of asking.</p>
          {children}
        </>
      )}
    </section>
  );
}
