import { Banknote, CreditCard, Info, Landmark, QrCode } from "lucide-react";
import type { PaymentMethod } from "@/shared/api/payments";
import { pluralize, rupees } from "@/shared/format";
import { StepHeading } from "./StepHeading";

const icons = { upi: QrCode, bank: Landmark, cod: Banknote, online: CreditCard };

/** In rupees: the limit of most banks for one payment by UPI. */
const usualUpiLimit = 100_000;

interface PaymentChoiceProps {
  methods: PaymentMethod[];
  /** How long an order waits for its payment. */
  paymentHours: number;
  total: number;
  chosen: PaymentMethod["method"] | undefined;
  onChoose: (method: PaymentMethod["method"]) => void;
}

/** A method above its limit stays in the list, with the reason. */
export function PaymentChoice({ methods, paymentHours, total, chosen, onChoose }: PaymentChoiceProps) {
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
                <span className="s">{sentence(each, paymentHours)}</span>
                {!fits && (
                  <span className="why">
                    <Info aria-hidden="true" />
                    Not for this order: the total is {rupees(total)}.
                  </span>
                )}
                {fits && each.method === "upi" && total > usualUpiLimit && (
                  <span className="why">
                    <Info aria-hidden="true" />
                    Check your bank's limit for one UPI payment first.
                  </span>
                )}
              </span>
              <Icon aria-hidden="true" />
              {isChosen && fits && (
                <span className="more">
                  {factsOf(each.method, paymentHours).map(([name, text]) => (
                    <span key={name}>
                      <b>{name}</b> {text}
                    </span>
                  ))}
                </span>
              )}
            </label>
          );
        })}
      </fieldset>
    </section>
  );
}

/** Explains the chosen method: where to pay, the next step, and the action if the payment fails. */
function factsOf(method: PaymentMethod["method"], paymentHours: number): [string, string][] {
  const until = `Not paid within ${pluralize(paymentHours, "hour")}, the order ends by itself.`;
  const told = "Tell us the UTR, the number of your payment. The order shows it as checked once we have found it.";
  const facts: Record<PaymentMethod["method"], [string, string][]> = {
    online: [
      ["You pay there", "We never see your card."],
      ["You come back here", "The page follows the payment by itself."],
      ["If it fails", "Nothing is charged. Try again, or pay another way."],
    ],
    upi: [
      ["You scan or tap", "The code has the amount and your order's number."],
      ["You tell us", told],
      ["If you wait", until],
    ],
    bank: [
      ["You transfer", "Account, IFSC and reference stand on the next page, ready to copy."],
      ["You tell us", told],
      ["If you wait", until],
    ],
    cod: [
      ["You pay nothing now", "The whole amount is due at your door."],
      ["Before it is packed", "You can cancel in My Orders."],
      ["The price stays", "It is that of this order, whatever gold does."],
    ],
  };
  return facts[method];
}

export const isWithinLimit = ({ limit }: PaymentMethod, total: number) => limit === null || total <= limit;

function sentence({ method, limit }: PaymentMethod, keptFor: number): string {
  if (method === "online") return "UPI, card or net banking on the secure page of our payment provider.";
  if (method === "upi") return "Scan a QR code or open your UPI app. We confirm by hand.";
  if (method === "bank")
    return `NEFT, RTGS or IMPS to our account. We keep your piece and your price for ${pluralize(keptFor, "hour")}.`;
  return limit === null ? "In cash, when it is handed to you." : `In cash, for orders up to ${rupees(limit)}.`;
}
