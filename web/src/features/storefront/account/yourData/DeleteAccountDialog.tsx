import { useStore } from "react-redux";
import { isApiError } from "@/shared/api/errors";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { orderNumbers } from "./orderNumbers";
import { PasswordDialog } from "./PasswordDialog";
import { useDeleteAccountMutation } from "./personalDataApi";

/** Explains the deletion of the account, asks for the password, and deletes it. */
export function DeleteAccountDialog({ openOrders, onClose }: { openOrders: number[]; onClose: () => void }) {
  const store = useStore<Parameters<typeof selectAuthUser>[0]>();
  const [deleteAccount, { isLoading, error }] = useDeleteAccountMutation();
  const onPassword = async (currentPassword: string) => {
    const { error: refusal } = await deleteAccount({ currentPassword });
    // The end of the session may arrive before the response, which is then cancelled.
    const hasGone = selectAuthUser(store.getState()) === null && !isApiError(refusal);
    if (!refusal || hasGone) store.dispatch(toastShown("success", "Your account is deleted"));
  };
  return (
    <PasswordDialog
      title="Delete your account?"
      action="Delete account"
      isDanger
      isBusy={isLoading}
      error={error}
      onClose={onClose}
      onPassword={(password) => void onPassword(password)}
    >
      <ul className="goes">
        <li>You are signed out everywhere, and nobody can sign in to this account again.</li>
        <li>Your name, mail, phone, addresses, cart, wishlist, devices and newsletter are deleted now.</li>
        <li>Orders stay in our books without them. Your reviews stay, without your name.</li>
        <li>Tax invoices stay as they were issued: the law asks us to keep them.</li>
        {openOrders.length > 0 && (
          <li>
            {orderNumbers(openOrders)} still open. We keep what we need to bring and settle{" "}
            {openOrders.length === 1 ? "it" : "them"}, and write to you about nothing else, until then.
          </li>
        )}
        <li>This cannot be undone.</li>
      </ul>
    </PasswordDialog>
  );
}
