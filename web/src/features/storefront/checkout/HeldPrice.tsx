import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { cartTotals, linesForSale } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { pluralize, rupees, timeOfDay } from "@/shared/format";
import type { PriceHold, PriceHolding } from "./usePriceHold";

/** In seconds: below this, the time is shown in red, and it is announced once. */
const lastMoments = 120;

/** The remaining time of the hold and, after its end, the current prices. */
export function HeldPrice({ hold, isAwaited, cart, endHold, renewHold }: PriceHolding) {
  if (!hold) return isAwaited && <AwaitedHold />;
  return hold.hasEnded ? (
    <EndedHold hold={hold} cart={cart} onRenew={renewHold} />
  ) : (
    <Countdown key={hold.id} endsAt={hold.endsAt} onEnd={endHold} />
  );
}

/** A short form for the bar at the bottom of a phone. Screen readers announce the box above. */
export function HeldTime({ hold, isAwaited }: PriceHolding) {
  if (!hold) return isAwaited && <AwaitedTime />;
  return !hold.hasEnded && <RemainingTime endsAt={hold.endsAt} />;
}

function RemainingTime({ endsAt }: { endsAt: number }) {
  const left = useSecondsUntil(endsAt);
  return (
    <p className={left < lastMoments ? "heldtime bad" : "heldtime"} aria-hidden="true">
      Price held for <b>{clockTime(left)}</b>
    </p>
  );
}

/** Placeholder of a requested hold, so that nothing moves when it arrives. */
const AwaitedHold = () => (
  <div className="held awaited" aria-hidden="true">
    <div className="h">
      <Clock className="ico" />
      <span>Holding the price</span> <b>&nbsp;</b>
    </div>
    <div className="bar" />
    <p>{heldRule}</p>
  </div>
);

/** The same in the bar of a phone. */
const AwaitedTime = () => (
  <p className="heldtime" aria-hidden="true">
    Holding the price
  </p>
);

const heldRule = "If gold rises, you pay this price. If it falls, you pay the lower one.";

const clockTime = (seconds: number) => `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;

function Countdown({ endsAt, onEnd }: { endsAt: number; onEnd: () => void }) {
  const left = useSecondsUntil(endsAt);
  const [whole] = useState(left);
  const hasEnded = left <= 0;
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded, onEnd]);
  const isShort = left < lastMoments;
  const minutes = Math.floor(left / 60);
  const seconds = left % 60;
  return (
    <div className={`held${isShort ? " short" : ""}`}>
      <div
        className="h"
        role="timer"
        aria-label={`Price held for ${pluralize(minutes, "minute")} ${pluralize(seconds, "second")}`}
      >
        <Clock className="ico" aria-hidden="true" />
        <span>Price held for</span> <b>{clockTime(left)}</b>
      </div>
      <div className="bar" aria-hidden="true">
        <i style={{ width: `${(100 * left) / Math.max(whole, 1)}%` }} />
      </div>
      <p>{heldRule}</p>
      <span className="visually-hidden" role="status">
        {isShort && "The price is held for less than two minutes."}
      </span>
    </div>
  );
}

interface EndedHoldProps {
  hold: PriceHold;
  /** At current prices. */
  cart: CartLine[];
  onRenew: () => void;
}

function EndedHold({ hold, cart, onRenew }: EndedHoldProps) {
  const before = hold.items.reduce((total, { totalAmount }) => total + totalAmount, 0);
  const { total } = cartTotals(linesForSale(cart));
  return (
    <div className="held" role="status">
      <div className="h">
        <Clock className="ico" aria-hidden="true" />
        <span>The price was held until {timeOfDay(hold.endsAt)}.</span>
      </div>
      <p>
        Gold is now {rupees(cart[0]?.product.goldRate)} /gm.{" "}
        {total === before ? "Your total is the same." : `Your total was ${rupees(before)} and is now ${rupees(total)}.`}{" "}
        You can order at today's prices.
      </p>
      <button type="button" className="btn btn-line btn-sm mt-3" onClick={onRenew}>
        Hold today's price
      </button>
    </div>
  );
}

/** Whole seconds until a time of this browser's clock, counted down once a second. */
function useSecondsUntil(endsAt: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return secondsLeft();
}
