import type { GiftIn } from "@/shared/api/schema";
import type { Address } from "@/shared/api/types";
import { DeliveryNote } from "./DeliveryNote";
import { GiftFields } from "./GiftFields";
import { StepHeading } from "./StepHeading";

interface DeliveryProps {
  gift: GiftIn | null;
  onGift: (gift: GiftIn | null) => void;
  address: Address | undefined;
  /** Whether the shop's courier insures it, which is a setting. */
  isInsured: boolean;
}

export function Delivery({ address, isInsured, gift, onGift }: DeliveryProps) {
  return (
    <section className="part" aria-labelledby="delivery">
      <StepHeading id="delivery" number={2} title="Delivery" />
      <div className="panel p-4">
        {address ? <DeliveryNote address={address} /> : <p className="mb-1">Delivered in 3-5 days</p>}
        <p className="small muted mb-0">
          {isInsured && "Insured until it is in your hands. "}It is part of the price. You follow each step in My
          Orders, and a mail tells you when it is on its way.
        </p>
        <GiftFields gift={gift} onChange={onGift} />
      </div>
    </section>
  );
}
