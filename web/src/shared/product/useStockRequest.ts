import { useDispatch, useSelector } from "react-redux";
import type { StockRequestOut } from "@/shared/api/schema";
import {
  useAddStockRequestMutation,
  useGetStockRequestsQuery,
  useRemoveStockRequestMutation,
} from "@/shared/api/stockRequests";
import type { Product } from "@/shared/api/types";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useSignInFor } from "@/shared/session/useSignInFor";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

export const notifyTexts = {
  added: "We will write to you when it is back.",
  unconfirmed: "Saved. Please confirm your address first: open the link that we have sent there.",
  removed: "We will not write to you about it.",
  failed: "Failed to save your request",
};

/** The toast with the result of a new request. */
export function requestToast({ data, error }: { data?: StockRequestOut; error?: unknown }) {
  if (!data) return failureShown(error, notifyTexts.failed);
  return toastShown("success", data.emailConfirmed ? notifyTexts.added : notifyTexts.unconfirmed);
}

/** The shopper's request for a mail when the product, or a size of it, is back. A visitor signs in first and returns. */
export function useStockRequest(product: Product, size: string | null = null) {
  const user = useSelector(selectAuthUser);
  const dispatch = useDispatch();
  const signIn = useSignInFor("notify", product.id, size);
  const [add, adding] = useAddStockRequestMutation();
  const [remove, removing] = useRemoveStockRequestMutation();
  const { request } = useGetStockRequestsQuery(user?.id ?? 0, {
    skip: !user,
    // The list may still be loading when the button is pressed.
    selectFromResult: ({ data = adding.data ? [adding.data] : [] }) => ({
      request: data.find((each) => each.productId === product.id && each.size === size),
    }),
  });
  const isBusy = adding.isLoading || removing.isLoading;

  const toggle = async () => {
    if (isBusy) return;
    if (!user) return signIn();
    if (request) {
      const { error } = await remove({ id: request.id, customerId: user.id });
      if (!error) adding.reset();
      dispatch(error ? failureShown(error, notifyTexts.failed) : toastShown("success", notifyTexts.removed));
    } else dispatch(requestToast(await add({ customerId: user.id, productId: product.id, size })));
  };
  return { request, email: user?.email, isBusy, toggle };
}
