import { Avatar } from "@/shared/admin/Avatar";
import { initials } from "@/shared/admin/initials";
import type { PresenceKind } from "./presenceSlice";
import { useOthers } from "./usePresence";

/** Shows in a row of a list the initials of others who edit it now. */
export function EditedBy({ kind, id }: { kind: PresenceKind; id: number }) {
  const editors = useOthers(kind, id).filter(({ isEditing }) => isEditing);
  if (editors.length === 0) return null;
  return (
    <div className="sub edited">
      {editors.map(({ adminId, name }) => (
        <Avatar key={adminId} isHere name={name} title={`${name} edits this ${kind} now`} />
      ))}
      <span aria-hidden="true">edited by {editors.map(({ name }) => initials(name)).join(", ")}</span>
    </div>
  );
}
