import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { readDraft } from "@/shared/session/formDraft";

/**
 * The row that a form edits, "new", or null. The form opens again after a new sign-in if there is a draft. `part`
 * distinguishes it from other forms of the page.
 */
export function useEditing<Row>(first: Row | "new" | null = null, part?: string) {
  const [open, setOpen] = useState(first);
  const { pathname } = useLocation();
  const personId = useAdminMeQuery().data?.id;
  useEffect(() => {
    const typed = readDraft({ role: "admin", path: pathname, part, personId });
    if (typed) setOpen((typed.subject as Row | null) ?? "new");
  }, [pathname, part, personId]);
  return [open, setOpen] as const;
}
