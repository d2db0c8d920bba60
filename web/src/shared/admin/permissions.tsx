import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { AdminUser } from "@/shared/api/types";

interface Permissions {
  /** Whether the signed-in member of staff may make a call of the API, by its name in the API's policy table. */
  may: (operation: string) => boolean;
  /** Whether the member of staff may see a page of the portal, by its whole path or its route. */
  sees: (path: string) => boolean;
}

const nothing: Permissions = { may: () => false, sees: () => false };
const PermissionsContext = createContext(nothing);

const pageOf = (path: string) => path.replace(/^\/admin\//, "").replace(/[?#].*$|\/:.*$/, "");

export function permissionsOf(admin: AdminUser | undefined): Permissions {
  if (!admin) return nothing;
  const operations = new Set(admin.operations);
  const pages = new Set(admin.pages);
  return { may: (operation) => operations.has(operation), sees: (path) => pages.has(pageOf(path)) };
}

/** The permissions of the signed-in member of staff. The server enforces them; pages hide everything else. */
export function PermissionsProvider({ admin, children }: { admin: AdminUser | undefined; children: ReactNode }) {
  const permissions = useMemo(() => permissionsOf(admin), [admin]);
  return <PermissionsContext value={permissions}>{children}</PermissionsContext>;
}

export const usePermissions = () => useContext(PermissionsContext);
export const useMay = (operation: string) => usePermissions().may(operation);
