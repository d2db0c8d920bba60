import { useDispatch, useSelector } from "react-redux";
import { useLocation, useNavigate } from "react-router";
import {
  useAddStockRequestMutation,
  useGetStockRequestsQuery,
  useRemoveStockRequestMutation,
} from "@/shared/api/stockRequests";
import type { Product } from "@/shared/api/types";
import { pendingActionOf } from "@/shared/session/pendingAction";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { signInPath } from "@/shared/session/signInPath";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

export const notifyTexts = {
  added: "We will write to you when it is back.",
  removed: "We will not write to you about it.",
  failed: "Failed to save your request",
};

/** The shopper's request for a mail when the product is back. A visitor signs in first and returns. */
export function useStockRequest(product: Product) {
  const user = useSelector(selectAuthUser);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const [add, adding] = useAddStockRequestMutation();
  const [remove, removing] = useRemoveStockRequestMutation();
  const { request } = useGetStockRequestsQuery(user?.id ?? 0, {
    skip: !user,
    selectFromResult: ({ data }) => ({ request: data?.find(({ productId }) => productId === product.id) }),
  });
  const isBusy = adding.isLoading || removing.isLoading;

  const toggle = async () => {
    if (isBusy) return;
    if (!user) {
      const pendingAction = pendingActionOf("notify", product.id);
      await navigate(signInPath("/login", location), { state: { pendingAction } });
      return;
    }
    const { error } = request
      ? await remove({ id: request.id, customerId: user.id })
      : await add({ customerId: user.id, productId: product.id });
    const done = request ? notifyTexts.removed : notifyTexts.added;
    dispatch(error ? failureShown(error, notifyTexts.failed) : toastShown("success", done));
  };
  return { isRequested: request !== undefined, email: user?.email, isBusy, toggle };
}
