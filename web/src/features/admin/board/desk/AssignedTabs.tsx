import type { BoardFilters } from "@/features/admin/board/useBoardFilters";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { useAssigneesQuery } from "@/shared/admin/desk/deskApi";
import { wholeNumber } from "@/shared/format";

interface AssignedTabsProps {
  assigned: BoardFilters["assigned"];
  onPick: (assigned: BoardFilters["assigned"]) => void;
}

/** Whose orders are shown: all, the open ones of the signed-in person, or the open ones of nobody. */
export function AssignedTabs({ assigned, onPick }: AssignedTabsProps) {
  const { data: me } = useAdminMeQuery();
  const { data } = useAssigneesQuery();
  const mine = data?.people.find(({ id }) => id === me?.id)?.openOrders;
  const tabs = [
    { value: null, label: "All orders", count: undefined },
    { value: "me", label: "Mine", count: mine },
    { value: "nobody", label: "Unassigned", count: data?.unassigned },
  ] as const;
  return (
    <fieldset className="stabs whose" aria-label="Assigned to">
      {tabs.map(({ value, label, count }) => (
        <button key={label} type="button" aria-pressed={assigned === value} onClick={() => onPick(value)}>
          {label} {count !== undefined && <b>{wholeNumber(count)}</b>}
        </button>
      ))}
    </fieldset>
  );
}
