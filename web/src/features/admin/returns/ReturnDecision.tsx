import { type FormEvent, useId, useState } from "react";
import { errorText } from "@/shared/api/errors";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { type Return, useStepReturnMutation } from "@/shared/orders/returnsApi";
import { Problem } from "@/shared/ui/Problem";

interface ReturnDecisionProps {
  request: Return;
  /** The payment of its order, undefined while it is loaded. */
  payment: Order["payment"] | undefined;
}

/**
 * The next step of a return: approve or decline a requested one, receive an approved one, close one that needs no
 * refund.
 */
export function ReturnDecision({ request, payment }: ReturnDecisionProps) {
  const field = useId();
  const [note, setNote] = useState<string>();
  const [intoStock, setIntoStock] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const [step, { isLoading }] = useStepReturnMutation();
  const { id, version, status } = request;
  const take = async (action: Parameters<typeof step>[0]) => {
    const { error } = await step(action);
    setProblem(error ? errorText(error) : undefined);
    if (!error) setNote(undefined);
  };
  const decline = (event: FormEvent) => {
    event.preventDefault();
    if (!note?.trim()) return setProblem("Say why; the shopper reads it.");
    void take({ id, version, action: "decline", note: note.trim() });
  };

  if (status === "approved") {
    return (
      <div className="return-decision">
        <fieldset>
          <legend>{request.quantity === 1 ? "The piece" : "The pieces"}</legend>
          {[true, false].map((back) => (
            <label key={String(back)}>
              <input
                type="radio"
                className="form-check-input"
                name={field}
                checked={intoStock === back}
                onChange={() => setIntoStock(back)}
              />
              {back ? "Back into stock" : "To repair or melt"}
            </label>
          ))}
        </fieldset>
        <p className="says">{rupees(request.amount)} waits under Received until it is refunded.</p>
        <Problem text={problem} />
        <button
          type="button"
          className="btn btn-primary btn-sm"
          disabled={isLoading || intoStock === undefined}
          onClick={() => void take({ id, version, action: "receive", intoStock: intoStock === true })}
        >
          Mark received
        </button>
      </div>
    );
  }
  if (status === "received" && payment && request.amount <= payment.closableReturn) {
    return (
      <div className="return-decision">
        <p className="says">{closingText(request, payment)}</p>
        <Problem text={problem} />
        <button
          type="button"
          className="btn btn-primary btn-sm"
          disabled={isLoading}
          onClick={() => void take({ id, version, action: "close" })}
        >
          Close return
        </button>
      </div>
    );
  }
  if (status !== "requested") return <Problem text={problem} />;
  return (
    <div className="return-decision">
      <p className="says">
        <b>Approve</b> tells the shopper by mail to send the piece. {rupees(request.amount)} goes back when it is
        received.
      </p>
      <Problem text={problem} />
      {note === undefined ? (
        <div className="acts">
          <button
            type="button"
            className="btn btn-primary btn-sm"
            aria-keyshortcuts="y"
            disabled={isLoading}
            onClick={() => void take({ id, version, action: "approve" })}
          >
            Approve{" "}
            <span className="key" aria-hidden="true">
              <kbd>Y</kbd>
            </span>
          </button>
          <button type="button" className="btn btn-line btn-sm" aria-keyshortcuts="d" onClick={() => setNote("")}>
            Decline{" "}
            <span className="key" aria-hidden="true">
              <kbd>D</kbd>
            </span>
          </button>
        </div>
      ) : (
        <form noValidate onSubmit={decline}>
          <label className="form-label" htmlFor={field}>
            Reason, the shopper reads it
          </label>
          <textarea
            id={field}
            className="form-control"
            rows={3}
            maxLength={1000}
            value={note}
            // biome-ignore lint/a11y/noAutofocus: the field appears where the pressed button was
            autoFocus
            onChange={({ target }) => setNote(target.value)}
          />
          <div className="acts">
            <button type="button" className="btn btn-line btn-sm" onClick={() => setNote(undefined)}>
              Close
            </button>
            <button type="submit" className="btn btn-primary btn-sm" disabled={isLoading}>
              Decline
            </button>
          </div>
        </form>
      )}
    </div>
  );
}

/** Why a return ends without a refund of its own. */
function closingText({ amount }: Return, { paid, refunded, due }: Order["payment"]): string {
  if (paid === 0) {
    const nothing = "If nothing was paid for the order, nothing is to be paid back.";
    return due > 0 ? `${nothing} ${rupees(amount)} of it is not due any more.` : nothing;
  }
  if (paid === refunded) return "All that was paid went back already.";
  return `${rupees(amount)} went back already, by a refund that named no return.`;
}
