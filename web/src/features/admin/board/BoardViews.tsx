import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { totalOf, useBoardCounts } from "@/shared/admin/orders/boardCounts";
import { ViewTabs } from "@/shared/admin/views/ViewTabs";
import { wholeNumber } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import { firstDay } from "./periods";
import { boardArgsOf, readFilters } from "./useBoardFilters";

const names = ["status", "search", "period", "sort", "payment", "assigned", "stuck"];

const fixed = [
  { name: "All orders", filters: "" },
  { name: "Mine", filters: "assigned=me" },
  { name: "Unassigned", filters: "assigned=nobody" },
];

/** The views of the board: all orders, the open ones of the signed-in person or of nobody, and the saved ones. */
export function BoardViews() {
  const { data: me } = useAdminMeQuery();
  return (
    <ViewTabs
      page="order-management"
      names={names}
      fixed={fixed}
      countOf={(filters) => me && <ItemsOfView filters={filters} myId={me.id} />}
    />
  );
}

/** The number of items that a view shows. */
function ItemsOfView({ filters, myId }: { filters: string; myId: number }) {
  const narrowed = readFilters(new URLSearchParams(filters));
  const args = boardArgsOf(narrowed, firstDay(narrowed.period, useNow()), myId);
  const counts = useBoardCounts(args);
  return counts && <b>{wholeNumber(totalOf(counts, args.status))}</b>;
}
