import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { AccessTable } from "./AccessTable";
import { EditRolesDialog } from "./EditRolesDialog";
import { InviteDialog } from "./InviteDialog";
import { StaffTable } from "./StaffTable";
import { type Member, useStaffQuery } from "./staffApi";

/** `/admin/staff`: who works in the portal, and as what. */
export function StaffPage() {
  usePageTitle("Staff, Admin portal");
  const { data, error, isFetching, refetch } = useStaffQuery();
  const { data: me } = useAdminMeQuery();
  const [isInviting, setInviting] = useState(false);
  const [editing, setEditing] = useState<Member>();
  return (
    <div className="staff">
      <div className="work-head">
        <h1>Staff</h1>
        <div className="acts">
          <button type="button" className="btn btn-primary" onClick={() => setInviting(true)}>
            <UserPlus className="ico ico-16" aria-hidden="true" />
            Invite
          </button>
        </div>
      </div>
      {data ? (
        <>
          <StaffTable staff={data} meId={me?.id} onEdit={setEditing} />
          <AccessTable access={data.access} />
        </>
      ) : error && !isFetching ? (
        <LoadError title="The staff could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <span className="sk page-sk" role="status" aria-label="Loading the staff" />
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {editing && <EditRolesDialog member={editing} onClose={() => setEditing(undefined)} />}
    </div>
  );
}
