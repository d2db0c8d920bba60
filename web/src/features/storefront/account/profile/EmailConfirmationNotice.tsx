import { MailQuestion } from "lucide-react";
import { useAppDispatch } from "@/app/hooks";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import {
  useEmailConfirmationQuery,
  useKeepEmailMutation,
  useSendEmailConfirmationMutation,
} from "./emailConfirmationApi";

/** Shows the unconfirmed address, sends the mail again, and withdraws a new address. */
export function EmailConfirmationNotice() {
  const { data } = useEmailConfirmationQuery(undefined, { refetchOnMountOrArgChange: true });
  const [send, { isLoading: isSending }] = useSendEmailConfirmationMutation();
  const [keep, { isLoading: isKeeping }] = useKeepEmailMutation();
  const dispatch = useAppDispatch();
  if (!data || (data.emailConfirmed && !data.pendingEmail)) return null;
  const email = data.pendingEmail ?? data.email;

  const sendAgain = async () => {
    const { error } = await send();
    if (error) dispatch(failureShown(error));
    else dispatch(toastShown("success", `We have sent a link to ${email}.`));
  };
  const keepPresent = async () => {
    const { error } = await keep();
    if (error) return dispatch(failureShown(error));
    return dispatch(toastShown("success", `${data.email} stays your address.`));
  };
  const isBusy = isSending || isKeeping;
  return (
    <div className="moved mt-3" role="status">
      <MailQuestion className="ico" aria-hidden="true" />
      <p>
        {data.pendingEmail ? (
          <>
            <b>{email}</b> becomes your address once you open the link that we have sent there. Until then you sign in
            with {data.email}.
          </>
        ) : (
          <>
            <b>{email}</b> is not confirmed yet: please open the link that we have sent there.
          </>
        )}
      </p>
      <button
        type="button"
        className="btn btn-line btn-sm"
        aria-disabled={isBusy}
        onClick={() => isBusy || void sendAgain()}
      >
        Send the link again
      </button>
      {data.pendingEmail && (
        <button
          type="button"
          className="btn btn-line btn-sm"
          aria-disabled={isBusy}
          onClick={() => isBusy || void keepPresent()}
        >
          Keep {data.email}
        </button>
      )}
    </div>
  );
}
