import { useDispatch } from "react-redux";
import { useAddAddressMutation, useChangeAddressMutation, useRemoveAddressMutation } from "@/shared/api/addresses";
import { errorReason, isApiError } from "@/shared/api/errors";
import type { Address } from "@/shared/api/types";
import { changedFields, withSeen } from "@/shared/form/changedFields";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { type AddressForm, fieldsOf } from "./addressRules";

/** The book is full, or somebody else has changed the address. */
const whyNot = (error: unknown, otherwise: string) =>
  isApiError(error) && error.status === 409 ? errorReason(error) : otherwise;

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
      return told(
        added,
        "Address saved successfully!",
        whyNot(added.error, "Failed to save address. Please try again."),
      );
    },
    change: async ({ id }: Address, form: AddressForm, opened: AddressForm) => {
      const seen = fieldsOf(opened);
      const changed = await change({ ...withSeen(changedFields(fieldsOf(form), seen), seen), id, customerId });
      const failed = whyNot(changed.error, "Failed to update address. Please try again.");
      return told(changed, "Address updated successfully!", failed);
    },
    remove: async ({ id }: Address) =>
      told(
        await remove({ id, customerId }),
        "Address removed successfully!",
        "Failed to remove address. Please try again.",
      ),
  };
}
