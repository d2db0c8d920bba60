import { Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { useMay } from "@/shared/admin/permissions";
import { errorText } from "@/shared/api/errors";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { Dialog } from "@/shared/ui/Dialog";
import { type CustomerRecord, useDeleteAccountOfMutation, usePrepareDataOfMutation } from "./customerRecordApi";

/**
 * Actions of an owner at the request of a customer: a file with the customer's data, and the deletion of the account.
 */
export function CustomerData({ record: { id, name, email, isDeleted } }: { record: CustomerRecord }) {
  const dispatch = useDispatch();
  const may = useMay("delete_customer_account");
  const [isAsking, setAsking] = useState(false);
  const [prepare, preparing] = usePrepareDataOfMutation();
  const [remove, removing] = useDeleteAccountOfMutation();
  if (!may || isDeleted) return null;
  const onExport = async () => {
    const { error } = await prepare({ customerId: id });
    if (error) dispatch(failureShown(error, errorText(error, "The file could not be made. Please try again.")));
    else dispatch(toastShown("success", `The file is being made. ${email} is mailed a link to it.`));
  };
  const onDelete = async () => {
    const { error } = await remove({ customerId: id });
    if (error) dispatch(failureShown(error, errorText(error, "The account was not deleted. Please try again.")));
    else dispatch(toastShown("success", "The account is deleted"));
    setAsking(false);
  };
  return (
    <section className="panel facts" aria-labelledby="their-data">
      <h2 id="their-data" className="h6">
        Their data
      </h2>
      <div className="acts">
        <button
          type="button"
          className="btn btn-line btn-sm"
          disabled={preparing.isLoading}
          onClick={() => void onExport()}
        >
          <Download className="ico ico-16" aria-hidden="true" />
          Export
        </button>
        <button type="button" className="btn btn-danger-line btn-sm" onClick={() => setAsking(true)}>
          Delete the account
        </button>
      </div>
      <p className="sub mb-0">
        For a customer who asks for it. An export mails them a link to a file. Deleting keeps the orders for the books,
        without name and address once they are closed.
      </p>
      {isAsking && (
        <Dialog
          title={`Delete the account of ${name}`}
          size="sm"
          onClose={() => setAsking(false)}
          footer={
            <>
              <button type="button" className="btn btn-line" onClick={() => setAsking(false)}>
                Keep it
              </button>
              <button
                type="button"
                className="btn btn-danger-line"
                disabled={removing.isLoading}
                onClick={() => void onDelete()}
              >
                Delete the account
              </button>
            </>
          }
        >
          <p className="mb-0">
            Cart, wishlist, addresses, notes and sign-ins go at once. Open orders keep name and address until they are
            closed. It cannot be undone.
          </p>
        </Dialog>
      )}
    </section>
  );
}
