import { Avatar } from "@/shared/admin/Avatar";
import type { Look, PresenceKind } from "./presenceSlice";
import { useOthers } from "./usePresence";

interface PresentPeopleProps {
  kind: PresenceKind;
  id: number;
  /** Whether to show it in words too. */
  isLong?: boolean;
}

/** The initials of others who look at something now. This is information only: it locks nothing. */
export function PresentPeople({ kind, id, isLong = false }: PresentPeopleProps) {
  const others = useOthers(kind, id);
  const people = others.map((look) => (
    <Avatar key={look.adminId} isHere name={look.name} title={wordsOf([look], kind)} />
  ));
  if (!isLong) return others.length > 0 ? <span className="present">{people}</span> : null;
  return (
    <span className="present" role="status">
      {people}
      {others.length > 0 && (
        <span className="sub" aria-hidden="true">
          {wordsOf(others, kind)}
        </span>
      )}
    </span>
  );
}

function wordsOf(looks: Look[], kind: PresenceKind): string {
  const [first, ...rest] = looks;
  if (!first) return "";
  if (rest.length > 0) return `${looks.length} others are here too`;
  return first.isEditing ? `${first.name} edits this ${kind} now` : `${first.name} is here too`;
}
