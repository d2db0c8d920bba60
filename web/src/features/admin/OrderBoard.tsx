import { Columns3, Rows3 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import { ColumnMenu } from "@/shared/portal/ColumnMenu";
import { ExportButton } from "@/shared/portal/ExportButton";
import { useNow } from "@/shared/portal/useNow";
import { BoardColumns } from "./BoardColumns";
import { BoardSearch } from "./BoardFilters";
import { PrintButton, PrintSheet } from "./BoardPrint";
import { BoardTableView } from "./BoardTableView";
import { askedOf } from "./boardApi";
import type { BoardArgs, BoardSort } from "./boardArgs";
import { useBoardColumns } from "./boardColumnChoice";
import { type MarksState, selectSaid } from "./marksSlice";
import { OrderDetails } from "./OrderDetails";
import { useUndoKey } from "./UndoOffer";
import { type BoardView, firstDay, useBoardFilters } from "./useBoardFilters";
import { useKeptFocus } from "./useKeptFocus";

const views = [
  { view: "table", label: "Table", icon: Rows3 },
  { view: "columns", label: "Columns", icon: Columns3 },
] as const;

const itemsFile = { path: "/order/", flag: "itemsCsv" };

/** `/admin/order-management`: every order item, live, as a table or as four columns. */
export function OrderBoard() {
  const { filters, change } = useBoardFilters();
  const { status, search, period, view, sort, order } = filters;
  const from = firstDay(period, useNow());
  const { hidden, menu } = useBoardColumns();
  const args: BoardArgs = useMemo(
    () => ({ status, search, ...(from && { from }), ...(sort !== "newest" && { sort }) }),
    [status, search, from, sort],
  );
  const board = useRef<HTMLDivElement>(null);
  useKeptFocus(board);
  useUndoKey();
  useEffect(() => {
    document.title = "Order Management, Admin portal | Swarna";
  }, []);

  const onSearch = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const onOpen = useCallback((id: number) => change({ order: id }), [change]);
  const onSort = useCallback((next: BoardSort) => change({ sort: next }), [change]);
  const onShowAll = () => change({ status: null, search: null, period: null });
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
          {view === "table" && <ColumnMenu {...menu} />}
          <ExportButton of={itemsFile} asked={askedOf(view === "columns" ? { ...args, status: null } : args)} />
          <PrintButton args={args} view={view} />
          <ViewSwitch view={view} onPick={(next) => change({ view: next })} />
        </div>
      </div>
      <div className="board-view" ref={board}>
        {view === "columns" ? (
          <BoardColumns args={args} searchBox={searchBox} onOpen={onOpen} />
        ) : (
          <BoardTableView
            args={args}
            hidden={hidden}
            searchBox={searchBox}
            onStatus={(next) => change({ status: next })}
            onSort={onSort}
            onShowAll={onShowAll}
            onOpen={onOpen}
          />
        )}
      </div>
      <PrintSheet args={args} view={view} filters={filters} hidden={hidden} />
      <OrderDetails id={order} onClose={() => change({ order: null })} />
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

/** Says what changes to those who listen to the page. */
function Announcer() {
  const { text, count } = useSelector((state: MarksState) => selectSaid(state));
  return (
    <div className="visually-hidden" aria-live="polite">
      {text && <span key={count}>{text}</span>}
    </div>
  );
}
