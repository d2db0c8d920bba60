import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { confirmed } from "@/shared/admin/confirm/confirmed";
import { api } from "@/shared/api/api";
import { pluralize } from "@/shared/format";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog";
import { SetUpDialog } from "./SetUpDialog";
import {
  useBeginSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useSecondFactorQuery,
  useTurnSecondFactorOffMutation,
} from "./staffApi";

/** One's own second factor: set up, turned off, new recovery codes. */
export function SecondFactorPanel() {
  const dispatch = useDispatch();
  const { data } = useSecondFactorQuery();
  const [begin, begun] = useBeginSecondFactorMutation();
  const [turnOff, { isLoading: isTurning }] = useTurnSecondFactorOffMutation();
  const [renew, { isLoading: isRenewing }] = useRenewRecoveryCodesMutation();
  const [codes, setCodes] = useState<string[]>();
  const tell = ({ error }: { error?: unknown }) => error && dispatch(failureShown(error));
  const onRenew = async () => {
    const says = ["The old ones do not work any more."];
    if (!(await confirmed({ title: "Draw ten new recovery codes?", says, action: "Draw" }))) return;
    const { data: made, error } = await renew();
    if (made) setCodes(made.recoveryCodes);
    tell({ error });
  };
  const onOff = async () => {
    const says = ["The password alone signs you in then."];
    if (await confirmed({ title: "Turn the second factor off?", says, action: "Turn off" })) tell(await turnOff());
  };
  return (
    <section className="panel" aria-labelledby="second-factor">
      <div className="panel-h">
        <h2 id="second-factor">Second factor</h2>
        <span className="sp" />
        {data && !data.isOn && (
          <button
            type="button"
            className="btn btn-primary btn-sm"
            disabled={begun.isLoading}
            onClick={async () => tell(await begin())}
          >
            Set up
          </button>
        )}
        {data?.isOn && (
          <>
            <button type="button" className="btn btn-line btn-sm" disabled={isRenewing} onClick={() => void onRenew()}>
              New recovery codes
            </button>
            {data.isRequired ? (
              <span className="sub">everyone needs it</span>
            ) : (
              <button type="button" className="btn btn-line btn-sm" disabled={isTurning} onClick={() => void onOff()}>
                Turn off
              </button>
            )}
          </>
        )}
      </div>
      <p className="factor-state">
        {data?.isOn ? (
          <>
            <ShieldCheck className="ico ico-16 good" aria-hidden="true" /> On.{" "}
            {data.recoveryCodesLeft > 0 ? (
              `${pluralize(data.recoveryCodesLeft, "recovery code")} left.`
            ) : (
              <span className="bad">No recovery code is left. Draw new ones before you need one.</span>
            )}
          </>
        ) : (
          <>
            <ShieldOff className="ico ico-16" aria-hidden="true" /> Off. With it, a sign-in needs your password and a
            code from your phone.
          </>
        )}
      </p>
      {begun.data && (
        <SetUpDialog
          secret={begun.data}
          onClose={begun.reset}
          onOn={(made) => {
            begun.reset();
            setCodes(made);
          }}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onDone={() => {
            setCodes(undefined);
            dispatch(api.util.invalidateTags(["Staff", "Me", "Audit"]));
          }}
        />
      )}
    </section>
  );
}
