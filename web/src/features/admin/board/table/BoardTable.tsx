import type { ComponentPropsWithoutRef, FocusEvent, RefObject } from "react";
import { useAppDispatch } from "@/app/hooks";
import { followsItsOrder, type BoardRow as Row } from "@/features/admin/board/boardRows";
import { setStatus } from "@/features/admin/board/status/setStatus";
import { type PagedQuery, useNextPage } from "@/features/admin/board/useNextPage";
import { useRowShortcuts } from "@/features/admin/board/useRowShortcuts";
import { useVirtualRows } from "@/features/admin/board/useVirtualRows";
import type { Selection } from "@/shared/admin/list/useSelection";
import type { BoardSort } from "@/shared/admin/orders/boardArgs";
import { BoardTableHead } from "./BoardTableHead";
import { BoardTableRow } from "./BoardTableRow";
import { useTableLayout } from "./useTableLayout";

interface BoardTableProps {
  rows: Row[];
  /** How many more rows the server has. */
  rest: number;
  /** The hidden columns. */
  hidden: string[];
  selection: Selection;
  sort: BoardSort;
  onSort: (sort: BoardSort) => void;
  onOpen: (orderId: number) => void;
  interaction: ComponentPropsWithoutRef<"tbody"> & { ref: RefObject<HTMLTableSectionElement | null> };
  query: PagedQuery;
}

/** The next page is fetched this many rows before the last loaded one. */
const prefetchRows = 30;

/** A virtualised table: only visible rows are rendered. On a narrow page the rows are cards, several in a line. */
export function BoardTable(props: BoardTableProps) {
  const { rows, rest, hidden, selection, onOpen, interaction, query } = props;
  const { abreast, height, gap, isCards } = useTableLayout(interaction.ref);
  const total = rows.length + rest;
  const keyOf = (line: number) => rows[line * abreast]?.id ?? `rest ${line}`;
  const view = useVirtualRows({ count: Math.ceil(total / abreast), height, gap, keyOf, box: interaction.ref });
  const lineOf = (at: number) => Math.floor(at / abreast);
  const dispatch = useAppDispatch();
  const onKeyDown = useRowShortcuts({
    rows,
    selection,
    box: interaction.ref,
    scrollTo: (at) => view.scrollTo(lineOf(at)),
    onSet: (row, status) => void dispatch(setStatus(row, status)),
    onOpen,
  });

  useNextPage(query, (view.last + 1) * abreast > rows.length - prefetchRows);

  const handlers = {
    onFocus: (event: FocusEvent<HTMLTableSectionElement>) => {
      const at = event.target.closest<HTMLElement>("[data-at]")?.dataset.at;
      view.keepMounted(at === undefined ? null : lineOf(Number(at)));
      interaction.onFocus?.(event);
    },
    onBlur: (event: FocusEvent<HTMLTableSectionElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) view.keepMounted(null);
      interaction.onBlur?.(event);
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLTableSectionElement>) => {
      onKeyDown(event);
      interaction.onKeyDown?.(event);
    },
  };
  const columns = 9 - hidden.length;
  const places = Array.from({ length: abreast }, (_, beside) => beside);

  return (
    <table
      className={["grid-t", isCards && "as-cards", ...hidden.map((name) => `no-${name}`)].filter(Boolean).join(" ")}
      data-abreast={abreast}
      aria-busy={query.isFetching}
      aria-rowcount={total + 1}
    >
      <caption className="visually-hidden">Order items</caption>
      <BoardTableHead rows={rows} selection={selection} sort={props.sort} onSort={props.onSort} />
      <tbody {...interaction} {...handlers}>
        {view.items.map((item) => {
          if ("spacer" in item) return <SpacerRow key={item.key} columns={columns} height={item.spacer} />;
          return places.map((beside) => {
            const at = item.line * abreast + beside;
            const row = rows[at];
            if (!row) return at < total && <UnloadedRow key={`rest ${at}`} columns={columns} at={at} />;
            return (
              <BoardTableRow
                key={row.id}
                row={row}
                at={at}
                isFollowing={!isCards && followsItsOrder(rows, at)}
                isFollowed={!isCards && followsItsOrder(rows, at + 1)}
                line={isCards && beside === 0 ? item.line : undefined}
                measure={view.measure}
                selected={selection.ids.has(row.id)}
                onSelect={selection.toggle}
                onOpen={onOpen}
              />
            );
          });
        })}
      </tbody>
    </table>
  );
}

/** Takes the height of rows that are not rendered. */
function SpacerRow({ columns, height }: { columns: number; height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr className="room" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** Placeholder of a row that is not loaded yet. */
function UnloadedRow({ columns, at }: { columns: number; at: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr className="rest" aria-hidden="true">
      <td colSpan={columns}>
        <span className="sk" style={{ width: 220 + (at % 3) * 60 }} />
      </td>
    </tr>
  );
}
