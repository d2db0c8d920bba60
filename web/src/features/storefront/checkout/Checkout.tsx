import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { cartTotals, linesForSale } from "@/shared/api/cart";
import { errorText, isApiError, rateLimitText } from "@/shared/api/errors";
import type { ShopOut } from "@/shared/api/schema";
import type { Address, AuthUser, CartLine, Order } from "@/shared/api/types";
import { usePan } from "@/shared/orders/usePan";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { lazyDialog } from "@/shared/ui/lazyPart";
import { Assurances } from "./Assurances";
import { Delivery } from "./Delivery";
import { FailureNotice, showNotice } from "./FailureNotice";
import { matchesCart, newOrderOf, orderProblem } from "./newOrder";
import { OrderSummary } from "./OrderSummary";
import { PanField } from "./PanField";
import { isWithinLimit, PaymentChoice } from "./PaymentChoice";
import { ProcessingDialog } from "./ProcessingDialog";
import { readPending } from "./pendingOrder";
import { Review } from "./Review";
import { ShippingAddress } from "./ShippingAddress";
import { useChoices } from "./useChoices";
import { useFailure } from "./useFailure";
import { isOutcomeUnknown, type PlacementFailure, usePlaceOrder } from "./usePlaceOrder";
import { usePriceHold } from "./usePriceHold";

const PriceChange = lazyDialog(() => import("./PriceChangeDialog").then((file) => file.PriceChangeDialog));

interface CheckoutProps {
  user: AuthUser;
  lines: CartLine[];
  addresses: Address[];
  /** Undefined if it could not be loaded. The server then chooses the payment method. */
  shop: ShopOut | undefined;
  onPlaced: (order: Order) => void;
}

export function Checkout({ user, lines: cart, addresses, shop, onPlaced }: CheckoutProps) {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { addressId: chosenId, method: chosenMethod, gift, choose } = useChoices(user.id, addresses);
  const [edited, setEdited] = useState<number | "new">();
  const priceHold = usePriceHold(cart, shop?.holdMinutes ?? 0);
  const { hold, lines, endHold } = priceHold;
  const openHold = hold?.hasEnded ? undefined : hold;
  const [failure, setFailure] = useFailure(user, lines, openHold?.id);
  const [wasTried, setTried] = useState(false);
  const noticeBox = useRef<HTMLDivElement>(null);
  const selectedId = chosenId ?? addresses[0]?.id;
  const selected = addresses.find(({ id }) => id === selectedId);
  const { total, pieces } = cartTotals(linesForSale(lines));
  const fitting = (shop?.methods ?? []).filter((each) => isWithinLimit(each, total));
  const method = (fitting.find((each) => each.method === chosenMethod) ?? fitting[0])?.method;

  const pan = usePan(shop?.panAbove ?? null, total);
  const { setError: setPanError } = pan;

  const onFailed = useCallback(
    (failed: PlacementFailure) => {
      setFailure(failed);
      setTried(true);
      if (failed.kind === "prices" && failed.prices.isHeld === false) endHold();
      // New prices have their own dialog, and the end of a session is reported by the sign-in page.
      if (failed.kind === "prices" || failed.kind === "cutOff") return;
      const error = "error" in failed ? failed.error : undefined;
      const panError = isApiError(error) ? error.errors.pan : undefined;
      setPanError(panError ? { text: panError } : undefined);
      // The same order would fail again, so show the server's message.
      const sentence = "Failed to place order. Please try again.";
      const text = failed.kind === "unavailable" ? errorText(error, sentence) : rateLimitText(error);
      dispatch(failureShown(error, text ?? sentence));
    },
    [dispatch, setFailure, endHold, setPanError],
  );
  const { place, isPlacing } = usePlaceOrder(onPlaced, onFailed);

  const panInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (pan.error && !isPlacing) panInput.current?.focus();
  }, [pan.error, isPlacing]);

  // After a reload during a request, send the same order with the same key again.
  useEffect(() => {
    const pending = readPending(user.id);
    if (pending?.state === "sending") void place(pending.order);
  }, [user.id, place]);

  const onPlace = () => {
    // A different order would have another key and could be placed twice, so the pending one is settled first.
    if (isOutcomeUnknown(failure)) return showNotice(noticeBox.current);
    setFailure(null);
    const needsMethod = shop !== undefined && !method;
    const problem = orderProblem({ selectedId, selected, edited, needsMethod, gift }) ?? pan.check();
    if (problem) return void dispatch(toastShown("warning", problem));
    const { id: addressId, phone } = selected as Address;
    const chosen = { paymentMethod: method, holdId: openHold?.id, ...(phone && { phone }), ...(gift && { gift }) };
    void place(newOrderOf(user, lines, addressId, chosen), pan.pan);
  };
  const askAgain = () => {
    const pending = readPending(user.id);
    setFailure(null);
    if (pending) void place(pending.order, pan.pan);
  };

  const open = isOutcomeUnknown(failure) ? readPending(user.id)?.order : undefined;
  // A pending order that was placed has emptied the cart.
  const other = open && lines.length > 0 && !matchesCart(open, lines) ? open : undefined;
  const notice = failure && !isPlacing && (
    <FailureNotice box={noticeBox} failure={failure} other={other} onAskAgain={askAgain} takesFocus={wasTried} />
  );

  return (
    <>
      {lines.length === 0 && notice}
      <div className="two">
        <div>
          <ShippingAddress
            user={user}
            addresses={addresses}
            selectedId={selectedId}
            onSelect={(addressId) => choose({ addressId })}
            onEditing={setEdited}
          />
          {lines.length > 0 && (
            <Delivery
              address={selected}
              isInsured={shop?.isDeliveryInsured ?? false}
              gift={gift}
              onGift={(gift) => choose({ gift })}
            />
          )}
          {shop && lines.length > 0 && (
            <PaymentChoice
              methods={shop.methods}
              paymentHours={shop.paymentHours}
              total={total}
              chosen={method}
              onChoose={(method) => choose({ method })}
            />
          )}
          {shop?.panAbove && pan.isNeeded && (
            <PanField
              ref={panInput}
              value={pan.written}
              above={shop.panAbove}
              error={pan.error?.text}
              onChange={pan.write}
            />
          )}
          {lines.length > 0 && (
            <Review
              address={selected}
              gift={gift}
              method={fitting.find((each) => each.method === method)}
              total={total}
              pieces={pieces}
            />
          )}
          {shop && lines.length > 0 && <Assurances lines={lines} shop={shop} />}
        </div>
        {lines.length > 0 && (
          <OrderSummary
            lines={lines}
            notice={notice}
            isBlocked={isPlacing || isOutcomeUnknown(failure)}
            priceHold={priceHold}
            method={method}
            onPlace={onPlace}
          />
        )}
      </div>
      {failure?.kind === "prices" && !isPlacing && (
        <PriceChange
          before={failure.order}
          now={failure.now}
          lines={lines}
          onClose={() => setFailure(null)}
          onBack={() => void navigate("/shopping-cart")}
          onConfirm={() => {
            setFailure(null);
            void place(failure.now, pan.pan);
          }}
        />
      )}
      {isPlacing && <ProcessingDialog />}
    </>
  );
}
