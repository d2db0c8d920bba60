import type { ReactNode } from "react";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { StepHeading } from "./StepHeading";

export const CheckoutFrame = ({ children }: { children: ReactNode }) => (
  <div className="wrap">
    <Breadcrumbs trail={[["Shopping Cart", "/shopping-cart"]]} here="Checkout" />
    <div className="page-title pb-4">
      <h1>Checkout</h1>
    </div>
    {children}
  </div>
);

/** The checkout before its data is loaded. The served page has the addresses already. */
export const CheckoutSkeleton = ({ addresses }: { addresses?: ReactNode }) => (
  <div className="two" aria-busy="true">
    <div>
      <StepHeading id="shipping" number={1} title="Shipping address" />
      <div className="addr-grid">{addresses}</div>
      <span className="add-address">&nbsp;</span>
      <section className="part">
        <StepHeading id="delivery" number={2} title="Delivery" />
        <div className="panel sk-order" />
      </section>
    </div>
    <div className="panel summary sk-summary" />
  </div>
);
