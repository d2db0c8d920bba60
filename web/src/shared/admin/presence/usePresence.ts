import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { type Look, lookBegun, lookEnded, type PresenceKind, type PresenceState, selectLooks } from "./presenceSlice";

/** Reports that this page shows an object, or edits it, while the component is mounted. Null means no object. */
export function useLook(kind: PresenceKind, id: number | null, isEditing = false): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (id === null) return;
    const look = { kind, id, isEditing };
    dispatch(lookBegun(look));
    return () => void dispatch(lookEnded(look));
  }, [dispatch, kind, id, isEditing]);
}

const none: Look[] = [];

/** The other people who look at the object now. */
export function useOthers(kind: PresenceKind, id: number): Look[] {
  const looks = useSelector((state: PresenceState) => selectLooks(state, kind));
  const { data: me } = useAdminMeQuery();
  // Almost always empty, also where a table has many rows.
  if (looks.length === 0) return none;
  return looks.filter((look) => look.id === id && look.adminId !== me?.id);
}
