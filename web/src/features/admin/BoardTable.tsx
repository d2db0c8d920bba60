import { type ComponentPropsWithoutRef, type FocusEvent, type RefObject, useEffect } from "react";
import { useDispatch } from "react-redux";
import type { Selection } from "@/shared/portal/useSelection";
import { BoardRow } from "./BoardRow";
import { BoardTableHead } from "./BoardTableHead";
import type { BoardSort } from "./boardArgs";
import type { BoardRow as Row } from "./boardRows";
import { setStatus } from "./setStatus";
import { useRowKeys } from "./useRowKeys";
import { useTableShape } from "./useTableShape";
import { useWindowed } from "./useWindowed";

interface BoardTableProps {
  rows: Row[];
  /** How many more the server has below those. */
  rest: number;
  /** The columns left out. */
  hidden: string[];
  selection: Selection;
  sort: BoardSort;
  onSort: (sort: BoardSort) => void;
  onOpen: (orderId: number) => void;
  /** The end of what is loaded comes near. */
  onNearEnd: () => void;
  hand: ComponentPropsWithoutRef<"tbody"> & { ref: RefObject<HTMLTableSectionElement | null> };
  busy: boolean;
}

/** How many rows before the last loaded one the next ones are asked for. */
const ahead = 30;

/** A table of which only the rows in sight are drawn; on a narrow page its rows are cards, some abreast. */
export function BoardTable(props: BoardTableProps) {
  const { rows, rest, hidden, selection, onOpen, onNearEnd, hand, busy } = props;
  const { abreast, height, gap, isCards } = useTableShape(hand.ref);
  const total = rows.length + rest;
  const keyOf = (line: number) => rows[line * abreast]?.id ?? `rest ${line}`;
  const view = useWindowed({ count: Math.ceil(total / abreast), height, gap, keyOf, box: hand.ref });
  const lineOf = (at: number) => Math.floor(at / abreast);
  // biome-ignore lint/suspicious/noExplicitAny: thunks of a store that holds more than this feature knows
  const dispatch = useDispatch<any>();
  const onKeyDown = useRowKeys({
    rows,
    selection,
    box: hand.ref,
    show: (at) => view.scrollTo(lineOf(at)),
    onSet: (row, status) => void dispatch(setStatus(row, status)),
    onOpen,
  });

  const isNear = rest > 0 && (view.last + 1) * abreast > rows.length - ahead;
  useEffect(() => {
    if (isNear && !busy) onNearEnd();
  }, [isNear, busy, onNearEnd]);

  const watch = {
    onFocus: (event: FocusEvent<HTMLTableSectionElement>) => {
      const at = event.target.closest<HTMLElement>("[data-at]")?.dataset.at;
      view.keep(at === undefined ? null : lineOf(Number(at)));
      hand.onFocus?.(event);
    },
    onBlur: (event: FocusEvent<HTMLTableSectionElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) view.keep(null);
      hand.onBlur?.(event);
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLTableSectionElement>) => {
      onKeyDown(event);
      hand.onKeyDown?.(event);
    },
  };
  const columns = 8 - hidden.length;
  const places = Array.from({ length: abreast }, (_, beside) => beside);

  return (
    <table
      className={["grid-t", isCards && "as-cards", ...hidden.map((name) => `no-${name}`)].filter(Boolean).join(" ")}
      data-abreast={abreast}
      aria-busy={busy}
      aria-rowcount={total + 1}
    >
      <caption className="visually-hidden">Order items</caption>
      <BoardTableHead rows={rows} selection={selection} sort={props.sort} onSort={props.onSort} />
      <tbody {...hand} {...watch}>
        {view.pieces.map((piece) => {
          if ("room" in piece) return <Room key={piece.key} columns={columns} height={piece.room} />;
          return places.map((beside) => {
            const at = piece.line * abreast + beside;
            const row = rows[at];
            if (!row) return at < total && <RestRow key={`rest ${at}`} columns={columns} at={at} />;
            return (
              <BoardRow
                key={row.id}
                row={row}
                at={at}
                line={isCards && beside === 0 ? piece.line : undefined}
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

/** In the place of rows that are out of sight. */
function Room({ columns, height }: { columns: number; height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr className="room" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** Where a row will stand once it is loaded. */
function RestRow({ columns, at }: { columns: number; at: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr className="rest" aria-hidden="true">
      <td colSpan={columns}>
        <span className="sk" style={{ width: 220 + (at % 3) * 60 }} />
      </td>
    </tr>
  );
}
