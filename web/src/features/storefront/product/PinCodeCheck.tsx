import { Truck } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { errorText } from "@/shared/api/errors";
import { useDeliveryEstimate } from "@/shared/delivery/deliveryApi";
import { isPinCode } from "@/shared/delivery/pinCode";
import { windowText } from "@/shared/delivery/windowText";
import { readLocal, shopperKeys, writeLocal } from "@/shared/localStorage";

/** Asks for a pin code and shows the delivery time of a piece. The browser remembers the code. */
export function PinCodeCheck() {
  const id = useId();
  const [typed, setTyped] = useState(() => readLocal(shopperKeys.pinCode) ?? "");
  const [asked, setAsked] = useState(() => (isPinCode(typed) ? typed : ""));
  const [isWrong, setWrong] = useState(false);
  const { currentData, error: failure } = useDeliveryEstimate(asked, { skip: !asked });
  // A response belongs to the requested code, not to the text in the field.
  const isAnswered = typed === asked;
  const estimate = isAnswered ? currentData : undefined;
  const error = isAnswered ? failure : undefined;

  const check = (event: FormEvent) => {
    event.preventDefault();
    const isFit = isPinCode(typed);
    setWrong(!isFit);
    setAsked(isFit ? typed : "");
    if (isFit) writeLocal(shopperKeys.pinCode, typed);
  };

  return (
    <form className="panel pin" noValidate onSubmit={check}>
      <label className="form-label" htmlFor={id}>
        Delivery to pin code
      </label>
      <div className="f">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="postal-code"
          value={typed}
          aria-invalid={isWrong}
          aria-describedby={`${id}-answer`}
          onChange={(event) => {
            setTyped(event.target.value.replace(/\D/g, "").slice(0, 6));
            setWrong(false);
          }}
        />
        <button type="submit" className="btn">
          Check
        </button>
      </div>
      <div id={`${id}-answer`} className="a" role="status">
        {isWrong && <span className="bad">A pin code has six digits and does not begin with 0.</span>}
        {error && <span className="bad">{errorText(error, "Not checked. Please try again.")}</span>}
        {estimate && !isWrong && (
          <>
            <Truck aria-hidden="true" />
            <div>
              {estimate.isDelivered ? (
                <>
                  <b>{windowText(estimate.earliest, estimate.latest)}</b>
                  <small>If you order today</small>
                </>
              ) : (
                `We do not deliver to ${estimate.pinCode} yet.`
              )}
            </div>
          </>
        )}
      </div>
    </form>
  );
}
