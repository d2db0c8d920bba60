import { Download } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { SectionError } from "@/features/storefront/account/SectionError";
import { fieldErrors } from "@/shared/api/errors";
import type { DataExportOut } from "@/shared/api/schema";
import { dayAndTime } from "@/shared/format";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { DeleteAccountDialog } from "./DeleteAccountDialog";
import { orderNumbers } from "./orderNumbers";
import { PasswordDialog } from "./PasswordDialog";
import { usePersonalDataQuery, usePrepareFileMutation } from "./personalDataApi";

/** On Profile: the file with everything that the shop holds, and the deletion of the account. */
export function YourData() {
  const dispatch = useDispatch();
  const { data, error: loadError, refetch } = usePersonalDataQuery(undefined, { refetchOnMountOrArgChange: true });
  const [prepare, { isLoading, error, originalArgs }] = usePrepareFileMutation();
  const [asks, setAsks] = useState<"file" | "deletion" | null>(null);
  const isMaking = data?.export?.status === "making";
  const opened = data?.openOrders ?? [];

  const onPrepare = async (currentPassword?: string) => {
    const { error: refusal } = await prepare(currentPassword === undefined ? {} : { currentPassword });
    if (!refusal) return setAsks(null);
    // The sign-in is older than 15 minutes, or the password was wrong.
    if (fieldErrors(refusal).currentPassword) return setAsks("file");
    setAsks(null);
    dispatch(failureShown(refusal));
  };

  return (
    <section className="acct-sec" id="data" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      {loadError && !data && <SectionError error={loadError} onRetry={() => void refetch()} />}
      <div className="panel">
        <div className="leave">
          <div>
            <h3>Download my data</h3>
            <p>
              Everything that we hold about you, as one file. We mail you a link within the hour; it works for 72 hours.
            </p>
            <p className="state" role="status">
              {data?.export && <FileState file={data.export} />}
            </p>
          </div>
          <button
            type="button"
            className="btn btn-line"
            disabled={!data}
            aria-disabled={isMaking || isLoading}
            onClick={() => isMaking || isLoading || void onPrepare()}
          >
            <Download className="ico ico-16" aria-hidden="true" />
            Prepare file
          </button>
        </div>
        <div className="leave">
          <div>
            <h3>Delete my account</h3>
            <p>
              Name, mail, phone and addresses go. Orders stay in our books without them, as the law asks.
              {opened.length > 0 &&
                ` ${orderNumbers(opened)} still open: ${opened.length === 1 ? "its address goes when it is" : "their addresses go when they are"} closed.`}
            </p>
          </div>
          <button type="button" className="btn btn-danger-line" disabled={!data} onClick={() => setAsks("deletion")}>
            Delete account
          </button>
        </div>
      </div>
      {asks === "file" && (
        <PasswordDialog
          title="Is it still you?"
          action="Prepare file"
          isBusy={isLoading}
          error={originalArgs?.currentPassword ? error : undefined}
          onClose={() => setAsks(null)}
          onPassword={(password) => void onPrepare(password)}
        >
          <p>You signed in more than 15 minutes ago. Before we make the file, please prove again who you are.</p>
        </PasswordDialog>
      )}
      {asks === "deletion" && <DeleteAccountDialog openOrders={opened} onClose={() => setAsks(null)} />}
    </section>
  );
}

function FileState({ file }: { file: DataExportOut }) {
  if (file.status === "making") return "Your file is being made.";
  return `The link was sent to your mailbox on ${dayAndTime(file.madeAt)}. It works until ${dayAndTime(file.endsAt)}.`;
}
