import { Banknote, CreditCard, Info, Landmark, QrCode } from "lucide-react";
import type { PaymentMethod } from "@/shared/api/payments";
import { rupees } from "@/shared/format";
import { StepHeading } from "./StepHeading";

const icons = { upi: QrCode, bank: Landmark, cod: Banknote, online: CreditCard };

interface PaymentChoiceProps {
  methods: PaymentMethod[];
  /** In hours: how long an unpaid order is kept. */
  keptFor: number;
  total: number;
  chosen: PaymentMethod["method"] | undefined;
  onChoose: (method: PaymentMethod["method"]) => void;
}

/** A method above its limit stays in the list, with the reason. */
export function PaymentChoice({ methods, keptFor, total, chosen, onChoose }: PaymentChoiceProps) {
  return (
    <section className="part" aria-labelledby="payment">
      <StepHeading id="payment" number={3} title="Payment" />
      <fieldset className="paylist" aria-labelledby="payment">
        {methods.map((each) => {
          const Icon = icons[each.method];
          const fits = isWithinLimit(each, total);
          const isChosen = each.method === chosen;
          return (
            <label key={each.method} className={`paycard${isChosen ? " on" : ""}${fits ? "" : " no"}`}>
              <input
                type="radio"
                className="form-check-input"
                name="payment"
                checked={isChosen}
                disabled={!fits}
                onChange={() => onChoose(each.method)}
              />
              <span>
                <span className="t">{each.label}</span>
                <span className="s">{sentence(each, keptFor)}</span>
                {!fits && (
                  <span className="why">
                    <Info aria-hidden="true" />
                    Not for this order: the total is {rupees(total)}.
                  </span>
                )}
              </span>
              <Icon aria-hidden="true" />
              {isChosen && each.method === "online" && <OnlineSteps />}
            </label>
          );
        })}
      </fieldset>
    </section>
  );
}

function OnlineSteps() {
  return (
    <span className="pay-steps">
      <span>
        <b>You pay there</b> We never see your card.
      </span>
      <span>
        <b>You come back here</b> The page follows the payment by itself.
      </span>
      <span>
        <b>If it fails</b> Nothing is charged. Try again, or pay another way.
      </span>
    </span>
  );
}

export const isWithinLimit = ({ limit }: PaymentMethod, total: number) => limit === null || total <= limit;

function sentence({ method, limit }: PaymentMethod, keptFor: number): string {
  if (method === "online") return "UPI, card or net banking on the secure page of our payment provider.";
  if (method === "upi") return "Scan a QR code or open your UPI app. We confirm by hand.";
  if (method === "bank")
    return `NEFT, RTGS or IMPS to our account. We keep your piece and your price for ${keptFor} hours.`;
  return limit === null ? "In cash, when it is handed to you." : `In cash, for orders up to ${rupees(limit)}.`;
}
