import type { ReactNode } from "react";
import type { PaymentMethod } from "@/shared/api/payments";
import type { GiftIn } from "@/shared/api/schema";
import type { Address } from "@/shared/api/types";
import { pluralize, rupees } from "@/shared/format";
import { StepHeading } from "./StepHeading";

interface ReviewProps {
  address: Address | undefined;
  gift: GiftIn | null;
  method: PaymentMethod | undefined;
  total: number;
  pieces: number;
}

/** The summary of all choices before the order is placed. */
export function Review({ address, gift, method, total, pieces }: ReviewProps) {
  return (
    <section className="part" aria-labelledby="review">
      <StepHeading id="review" number={4} title="Review" />
      <dl className="panel facts2 review-facts">
        <Fact name="Deliver to" part="shipping">
          {address ? `${address.name}, ${address.address}, ${address.city} ${address.zip_code}` : "No address yet"}
        </Fact>
        {gift && (
          <Fact name="Gift" part="delivery">
            {giftText(gift)}
          </Fact>
        )}
        <Fact name="Pay" part="payment">
          {method ? `${rupees(total)}, ${method.label}` : rupees(total)}
        </Fact>
        <Fact name="Pieces">{pluralize(pieces, "piece")}</Fact>
      </dl>
    </section>
  );
}

function giftText({ message, isWrapped = true }: GiftIn): string {
  const words = message?.trim();
  return `${isWrapped ? "Wrapped" : "Not wrapped"}, ${words ? `with the message “${words}”` : "without a message"}`;
}

function Fact({ name, part, children }: { name: string; part?: string; children: ReactNode }) {
  const goThere = () => {
    const heading = part ? document.getElementById(part) : null;
    heading?.scrollIntoView({ block: "center" });
    heading?.focus({ preventScroll: true });
  };
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {part && (
          <button type="button" className="textlink aslink" aria-label={`Change: ${name}`} onClick={goThere}>
            Change
          </button>
        )}
      </dd>
    </div>
  );
}
