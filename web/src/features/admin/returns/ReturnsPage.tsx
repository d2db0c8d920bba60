import { Undo2 } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { asOptions, FilterSelect } from "@/shared/admin/list/FilterSelect";
import { hasFailed, type ListArgs } from "@/shared/admin/list/listQuery";
import { TabBar } from "@/shared/admin/list/TabBar";
import { TabbedList } from "@/shared/admin/list/TabbedList";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { ViewTabs } from "@/shared/admin/views/ViewTabs";
import { useMediaQuery } from "@/shared/hooks/useMediaQuery";
import { type Return, returnReasons } from "@/shared/orders/returnsApi";
import { MoreButton } from "@/shared/ui/MoreButton";
import { ReturnDetails } from "./ReturnDetails";
import { ReturnPane } from "./ReturnPane";
import { ReturnRows } from "./ReturnRows";
import { useReturnsQueueInfiniteQuery } from "./returnsQueueApi";
import { useDecisionKeys, useStepKeys } from "./useReturnKeys";
import { useShownReturn } from "./useShownReturn";

const tabs: [Return["status"], string][] = [
  ["requested", "Requested"],
  ["approved", "Approved, on its way"],
  ["received", "Received, money to go back"],
  ["refunded", "Refunded"],
  ["declined", "Declined"],
  ["withdrawn", "Withdrawn"],
];
const viewNames = ["status", "search", "reason", "assigned"];
const fixedViews = [{ name: "All returns", filters: "" }];
const file = { path: "/return/", operation: "export_returns" };
const waiting: readonly string[] = ["requested", "approved", "received"];

/** `/admin/returns`: the returns by status, those that wait longest first; updated live. */
export function ReturnsPage() {
  const { params } = useUrlParams();
  const { data: me } = useAdminMeQuery();
  if (params.get("assigned") === "me" && !me) {
    return <span className="sk page-sk" role="status" aria-label="Loading the page" />;
  }
  return <ReturnsQueue myId={me?.id} />;
}

function ReturnsQueue({ myId }: { myId: number | undefined }) {
  const { params, change } = useUrlParams();
  const status = tabs.find(([one]) => one === params.get("status"))?.[0] ?? "requested";
  const search = params.get("search") ?? "";
  const reason = params.get("reason") ?? "";
  const assigned = params.get("assigned") ?? "";
  const assignedTo = assigned === "me" ? String(myId ?? "") : assigned && "nobody";
  const args: ListArgs = useMemo(
    () => ({ search, sort: waiting.includes(status) ? "oldest" : "newest", filters: { status, reason, assignedTo } }),
    [search, status, reason, assignedTo],
  );
  const query = useReturnsQueueInfiniteQuery(args);
  const rows = query.currentData?.pages.flatMap((page) => page.rows);
  const first = query.data?.pages[0];
  const onSearch = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const number = Number(params.get("return"));
  const chosen = Number.isSafeInteger(number) && number > 0 ? number : null;
  const isWide = useMediaQuery("(min-width: 1400px)");
  const { shown, rowFrom } = useShownReturn(args, rows, chosen);
  const onShow = (row: Return) => change({ return: row.id }, { replace: true });
  const above = rowFrom(-1);
  const next = rowFrom(1);
  const onStep = (step: 1 | -1) => {
    const row = step > 0 ? next : above;
    if (row) onShow(row);
    // At either end the focus goes to the row that is shown.
    document.querySelector<HTMLElement>(`.returns [data-row="${row?.id ?? shown}"] .row-open`)?.focus();
  };
  useStepKeys(isWide, onStep);
  useDecisionKeys();
  const all = first?.counts?.[status];
  const ofStatus = hasFailed(query) ? undefined : first?.deskCounts;
  return (
    <>
      <TabbedList
        title="Returns"
        noun="returns"
        views={<ViewTabs page="returns" names={viewNames} fixed={fixedViews} />}
        icon={Undo2}
        className="returns"
        query={query}
        args={args}
        tabsLabel="Status"
        tabs={tabs.map(([value, label]) => ({ value, label, count: first?.counts?.[value] }))}
        tab={status}
        onTab={(picked) => change({ status: picked === "requested" ? null : picked, return: null })}
        filters={
          <>
            <TabBar
              label="Assigned to"
              look="switch"
              tabs={[
                { value: "", label: "All", count: all },
                { value: "me", label: "Mine", count: ofStatus?.mine },
                { value: "nobody", label: "Unassigned", count: ofStatus?.unassigned },
              ]}
              picked={assigned}
              onPick={(picked) => change({ assigned: picked, return: null })}
            />
            <FilterSelect
              name="reason"
              label="Reason"
              all="Any reason"
              options={asOptions(returnReasons)}
              filters={args.filters}
              onChange={(picked) => change({ ...picked, return: null })}
            />
          </>
        }
        searchHint="Any name or number"
        onSearch={onSearch}
        fileOf={file}
        emptyText={
          reason || assigned ? "None of these returns fits the filters." : "What shoppers send back shows here at once."
        }
        beside={
          isWide &&
          shown !== null && (
            <ReturnPane
              id={shown}
              listed={rows?.find(({ id }) => id === shown)}
              onPrevious={above && (() => onShow(above))}
              onNext={next && (() => onShow(next))}
            />
          )
        }
      >
        {(listed) => (
          <ReturnRows
            rows={listed}
            shown={isWide ? shown : undefined}
            order={args.sort}
            hasMore={query.hasNextPage}
            onOpen={(id) => change({ return: id })}
          >
            <MoreButton list={query} label="Load more" failure="More returns could not be loaded." isSmall />
          </ReturnRows>
        )}
      </TabbedList>
      {!isWide && <ReturnDetails id={chosen} onClose={() => change({ return: null })} />}
    </>
  );
}
