import { useDispatch } from "react-redux";
import { useAddAddressMutation, useChangeAddressMutation, useRemoveAddressMutation } from "@/shared/api/addresses";
import { errorReason, isApiError } from "@/shared/api/errors";
import type { Address } from "@/shared/api/types";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { type AddressForm, fieldsOf } from "./addressRules";

/** Saves, changes and removes addresses, and shows a toast with the result. */
export function useAddresses(customerId: number) {
  const [add, adding] = useAddAddressMutation();
  const [change, changing] = useChangeAddressMutation();
  const [remove, { isLoading: isRemoving }] = useRemoveAddressMutation();
  const dispatch = useDispatch();
  const told = <Answer extends { error?: unknown }>(answer: Answer, done: string, failed: string) => {
    dispatch(answer.error ? failureShown(answer.error, failed) : toastShown("success", done));
    return answer;
  };
  return {
    isSaving: adding.isLoading || changing.isLoading,
    isRemoving,
    add: async (form: AddressForm) => {
      const added = await add({ ...fieldsOf(form), customerId });
      const isFull = isApiError(added.error) && added.error.status === 409;
      const failed = isFull ? errorReason(added.error) : "Failed to save address. Please try again.";
      return told(added, "Address saved successfully!", failed);
    },
    change: async ({ id }: Address, form: AddressForm) =>
      told(
        await change({ ...fieldsOf(form), id, customerId }),
        "Address updated successfully!",
        "Failed to update address. Please try again.",
      ),
    remove: async ({ id }: Address) =>
      told(
        await remove({ id, customerId }),
        "Address removed successfully!",
        "Failed to remove address. Please try again.",
      ),
  };
}
