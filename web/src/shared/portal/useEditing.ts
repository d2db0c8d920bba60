import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { readTyped } from "@/shared/session/typed";
import { useAdminMeQuery } from "./me";

/**
 * What a page's form is open for: one of its rows, a new one, or nothing. Who had to sign in again amid the form finds
 * it open. `part` tells it from another form of the page.
 */
export function useEditing<Row>(first: Row | "new" | null = null, part?: string) {
  const [open, setOpen] = useState(first);
  const { pathname } = useLocation();
  const personId = useAdminMeQuery().data?.id;
  useEffect(() => {
    const typed = readTyped({ role: "admin", path: pathname, part, personId });
    if (typed) setOpen((typed.subject as Row | null) ?? "new");
  }, [pathname, part, personId]);
  return [open, setOpen] as const;
}
