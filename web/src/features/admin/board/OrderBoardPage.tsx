import { Columns3, Rows3 } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import { useSelector } from "react-redux";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { ColumnMenu } from "@/shared/admin/list/ColumnMenu";
import { ExportButton } from "@/shared/admin/list/ExportButton";
import { boardParams, itemsFile } from "@/shared/admin/orders/boardApi";
import type { BoardSort } from "@/shared/admin/orders/boardArgs";
import { useCountsRefetch } from "@/shared/admin/orders/boardCounts";
import { type RowMessagesState, selectAnnouncement } from "@/shared/admin/orders/rowMessagesSlice";
import { useFocusRetention } from "@/shared/admin/useFocusRetention";
import { useNow } from "@/shared/hooks/useNow";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Link } from "@/shared/ui/Link";
import { BoardSearch } from "./BoardFilters";
import { PrintButton, PrintView } from "./BoardPrint";
import { BoardViews } from "./BoardViews";
import { ClaimsButton } from "./ClaimsButton";
import { ClaimsFirst } from "./ClaimsFirst";
import { BoardColumns } from "./columns/BoardColumns";
import { OrderDetailsDialog } from "./details/OrderDetailsDialog";
import { firstDay } from "./periods";
import { StuckChips } from "./StuckChips";
import { CourierDialog } from "./shipping/CourierDialog";
import { useUndoKey } from "./status/UndoBar";
import { BoardTableView } from "./table/BoardTableView";
import { useBoardColumns } from "./useBoardColumns";
import { type BoardView, boardArgsOf, useBoardFilters } from "./useBoardFilters";

const views = [
  { view: "table", label: "Table", icon: Rows3 },
  { view: "columns", label: "Columns", icon: Columns3 },
] as const;

/** `/admin/order-management`: all order items, updated live, as a table or as four columns. */
export function OrderBoardPage() {
  const { assigned } = useBoardFilters().filters;
  const { data: me } = useAdminMeQuery();
  if (assigned === "me" && !me) return <span className="sk page-sk" role="status" aria-label="Loading the page" />;
  return <OrderBoard myId={me?.id} />;
}

function OrderBoard({ myId }: { myId: number | undefined }) {
  const { filters, change } = useBoardFilters();
  const { status, search, period, view, sort, claims, assigned, stuck, order } = filters;
  const from = firstDay(period, useNow());
  const { hidden, menu } = useBoardColumns();
  const args = useMemo(
    () => boardArgsOf({ status, search, sort, claims, assigned, stuck }, from, myId),
    [status, search, sort, claims, assigned, stuck, from, myId],
  );
  const board = useRef<HTMLDivElement>(null);
  useFocusRetention(board);
  useUndoKey();
  useCountsRefetch();
  usePageTitle("Order Management, Admin portal");

  const onSearch = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const onOpen = useCallback((id: number) => change({ order: id }), [change]);
  const onSort = useCallback((next: BoardSort) => change({ sort: next }), [change]);
  const onShowAll = () =>
    change({ status: null, search: null, period: null, payment: null, assigned: null, stuck: null });
  const claimsFirst = !claims && !stuck && !search && !assigned && (!status || status === "ordered") && (
    <ClaimsFirst onOpen={onOpen} onAll={() => change({ payment: "claimed" })} />
  );
  const searchBox = (
    <BoardSearch
      search={search}
      period={period}
      sort={sort}
      onSearch={onSearch}
      onPeriod={(next) => change({ period: next })}
      onSort={onSort}
    />
  );

  return (
    <>
      <div className="work-head">
        <h1>Order Management</h1>
        <div className="acts">
          <Link className="textlink" to="/admin/order">
            Orders
          </Link>
          <ClaimsButton args={args} onPick={(next) => change({ payment: next })} />
          {view === "table" && <ColumnMenu {...menu} />}
          <ExportButton of={itemsFile} params={boardParams(view === "columns" ? { ...args, status: null } : args)} />
          <PrintButton args={args} view={view} />
          <ViewSwitch view={view} onPick={(next) => change({ view: next })} />
        </div>
      </div>
      <StuckChips picked={stuck} onPick={(next) => change({ stuck: next })} />
      <BoardViews />
      <div className="board-view" ref={board}>
        {view === "columns" ? (
          <BoardColumns args={args} searchBox={searchBox} claimsFirst={claimsFirst} onOpen={onOpen} />
        ) : (
          <BoardTableView
            args={args}
            hidden={hidden}
            searchBox={searchBox}
            claimsFirst={claimsFirst}
            onStatus={(next) => change({ status: next })}
            onSort={onSort}
            onShowAll={onShowAll}
            onOpen={onOpen}
          />
        )}
      </div>
      <PrintView args={args} view={view} filters={filters} hidden={hidden} />
      <OrderDetailsDialog id={order} onClose={() => change({ order: null })} />
      <CourierDialog />
      <Announcer />
    </>
  );
}

function ViewSwitch({ view, onPick }: { view: BoardView; onPick: (view: BoardView) => void }) {
  return (
    <fieldset className="switch" aria-label="View">
      {views.map(({ view: one, label, icon: Icon }) => (
        <button key={one} type="button" aria-pressed={view === one} onClick={() => onPick(one)}>
          <Icon className="ico ico-16" aria-hidden="true" />
          <span>{label}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Announces changes to screen readers. */
function Announcer() {
  const { text, count } = useSelector((state: RowMessagesState) => selectAnnouncement(state));
  return (
    <div className="visually-hidden" aria-live="polite">
      {text && <span key={count}>{text}</span>}
    </div>
  );
}
