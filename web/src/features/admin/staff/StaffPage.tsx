import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { dayMonth } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { LoadError } from "@/shared/ui/LoadError";
import { AccessTable } from "./AccessTable";
import { EditRolesDialog } from "./EditRolesDialog";
import { InviteDialog } from "./InviteDialog";
import { RequireSecondFactorDialog } from "./RequireSecondFactorDialog";
import { StaffTable } from "./StaffTable";
import { type Member, useRequireSecondFactorMutation, useStaffQuery } from "./staffApi";

/** `/admin/staff`: the members of staff, and their roles. */
export function StaffPage() {
  usePageTitle("Staff, Admin portal");
  const { data, error, refetch } = useStaffQuery();
  const { data: me } = useAdminMeQuery();
  const dispatch = useDispatch();
  const [require, { isLoading: isRequiring }] = useRequireSecondFactorMutation();
  const [isAskingDay, setAskingDay] = useState(false);
  const onRequire = async (isRequired: boolean) => {
    if (isRequired) return setAskingDay(true);
    const { error: refusal } = await require({ isRequired });
    if (refusal) dispatch(failureShown(refusal));
  };
  const from = data?.secondFactorRequiredFrom;
  const isToCome = from && Date.parse(from) > Date.now();
  const [isInviting, setInviting] = useState(false);
  const [opened, setOpened] = useState<Member>();
  const editing = data?.members.find(({ id }) => id === opened?.id) ?? opened;
  return (
    <div className="staff">
      <div className="work-head">
        <h1>Staff</h1>
        <div className="acts">
          {data && (
            <label className="form-check form-switch factor-for-all">
              <input
                type="checkbox"
                role="switch"
                className="form-check-input"
                checked={data.secondFactorRequired}
                aria-checked={data.secondFactorRequired}
                disabled={isRequiring}
                onChange={({ target }) => void onRequire(target.checked)}
              />
              Second factor for all{isToCome && `, from ${dayMonth(from)}`}
            </label>
          )}
          <button type="button" className="btn btn-primary" onClick={() => setInviting(true)}>
            <UserPlus className="ico ico-16" aria-hidden="true" />
            Invite
          </button>
        </div>
      </div>
      {data ? (
        <>
          <StaffTable staff={data} meId={me?.id} onEdit={setOpened} />
          <AccessTable access={data.access} />
        </>
      ) : error ? (
        <LoadError title="The staff could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <span className="sk page-sk" role="status" aria-label="Loading the staff" />
      )}
      {isAskingDay && <RequireSecondFactorDialog onClose={() => setAskingDay(false)} />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {editing && <EditRolesDialog member={editing} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
