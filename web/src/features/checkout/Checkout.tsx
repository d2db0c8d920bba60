import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { errorText, pauseText } from "@/shared/api/errors";
import type { Address, AuthUser, CartLine, Order } from "@/shared/api/types";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { OrderSummary } from "./OrderSummary";
import { isOfCart, orderOf } from "./order";
import { Processing } from "./Processing";
import { readPending } from "./pendingOrder";
import { RefusalNotice } from "./RefusalNotice";
import { ShippingAddress } from "./ShippingAddress";
import { isOpen, type Refusal, usePlaceOrder } from "./usePlaceOrder";
import { useRefusal } from "./useRefusal";

const PriceChange = lazy(() => import("./PriceChange").then((file) => ({ default: file.PriceChange })));

interface CheckoutProps {
  user: AuthUser;
  lines: CartLine[];
  addresses: Address[];
  onPlaced: (order: Order) => void;
}

export function Checkout({ user, lines, addresses, onPlaced }: CheckoutProps) {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [chosenId, setChosenId] = useState<number>();
  const [edited, setEdited] = useState<number | "new">();
  const [refusal, setRefusal] = useRefusal(user, lines);
  const selectedId = chosenId ?? addresses[0]?.id;

  const onRefused = useCallback(
    (refused: Refusal) => {
      setRefusal(refused);
      // New prices are a question of their own, and the end of the session is told by the sign-in.
      if (refused.kind === "prices" || refused.kind === "cutOff") return;
      const error = "error" in refused ? refused.error : undefined;
      // The same order cannot succeed: the shop's sentence says what to do instead.
      const sentence = "Failed to place order. Please try again.";
      const text = refused.kind === "unavailable" ? errorText(error, sentence) : pauseText(error);
      dispatch(failureShown(error, text ?? sentence));
    },
    [dispatch, setRefusal],
  );
  const { place, isPlacing } = usePlaceOrder(onPlaced, onRefused);

  // A reload while the order was on its way: the same order under the same key goes on.
  useEffect(() => {
    const pending = readPending(user.id);
    if (pending?.state === "sending") void place(pending.order);
  }, [user.id, place]);

  const onPlace = () => {
    if (selectedId === undefined) return void dispatch(toastShown("warning", "Please select or save an address"));
    if (!addresses.some(({ id }) => id === selectedId)) {
      return void dispatch(toastShown("warning", "Please select a valid address"));
    }
    if (edited === selectedId || edited === "new") {
      const doing = edited === "new" ? "adding" : "editing";
      return void dispatch(toastShown("warning", `Please save the address that you are ${doing}, or cancel`));
    }
    setRefusal(null);
    void place(orderOf(user, lines, selectedId));
  };
  const askAgain = () => {
    const pending = readPending(user.id);
    setRefusal(null);
    if (pending) void place(pending.order);
  };

  const open = isOpen(refusal) ? readPending(user.id)?.order : undefined;
  // An empty cart is what the open order leaves where it was placed.
  const other = open && lines.length > 0 && !isOfCart(open, lines) ? open : undefined;
  const notice = refusal && !isPlacing && <RefusalNotice refusal={refusal} other={other} onAskAgain={askAgain} />;

  return (
    <>
      {lines.length === 0 && notice}
      <div className="two">
        <ShippingAddress
          user={user}
          addresses={addresses}
          selectedId={selectedId}
          onSelect={setChosenId}
          onEditing={setEdited}
        />
        {lines.length > 0 && (
          <OrderSummary
            lines={lines}
            notice={notice}
            // Another order under another key could be a second one: the open one is asked after first.
            isHeld={isPlacing || isOpen(refusal)}
            onPlace={onPlace}
          />
        )}
      </div>
      {refusal?.kind === "prices" && !isPlacing && (
        <Suspense>
          <PriceChange
            before={refusal.order}
            now={refusal.now}
            lines={lines}
            onClose={() => setRefusal(null)}
            onBack={() => void navigate("/shopping-cart")}
            onConfirm={() => {
              setRefusal(null);
              void place(refusal.now);
            }}
          />
        </Suspense>
      )}
      {isPlacing && <Processing />}
    </>
  );
}
