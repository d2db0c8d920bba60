import { usePermissions } from "@/shared/admin/permissions";
import { Link } from "@/shared/ui/Link";

/** A customer's name, as a link to their page for staff who may read it. */
export function CustomerLink({ id, name, className }: { id: number; name: string | null; className?: string }) {
  const { may } = usePermissions();
  if (!may("show_customer")) return <span className={className}>{name}</span>;
  return (
    <Link to={`/admin/customers/${id}`} className={className ?? "textlink"}>
      {name}
    </Link>
  );
}
