import { Check, Ellipsis } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useMay } from "@/shared/admin/permissions";
import { useMenuPosition } from "@/shared/admin/useMenuPosition";
import { type OrderStatus, statuses } from "@/shared/api/types";
import { StatusBadge, statusWord } from "@/shared/ui/StatusBadge";

interface StatusSelectProps {
  value: OrderStatus;
  /** The status that is being saved; the control is disabled meanwhile. */
  saving: OrderStatus | null;
  label: string;
  /** Shows a menu icon instead of the status, where the column already names it. */
  compact?: boolean;
  onPick: (status: OrderStatus) => void;
}

/**
 * A custom select: focus stays on the button, which controls the listbox. A cancelled item has no status to set, and not
 * every role sets one.
 */
export function StatusSelect({ value, saving, label, compact = false, onPick }: StatusSelectProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const shown = saving ?? value;
  const mayChange = useMay("change_order_status");
  const open = at !== null && !saving;
  const remember = useRestoredFocus(button, saving !== null);
  useMenuPosition(button, list);

  const pick = (status: OrderStatus | undefined) => {
    setAt(null);
    if (!status || status === value) return;
    remember();
    onPick(status);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyMove(event, open ? at : null, statuses.indexOf(value));
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === "close") setAt(null);
    else if (next === "pick") pick(statuses[at ?? -1]);
    else setAt(next);
  };

  if (!mayChange || (value === "cancelled" && !saving)) return <StatusBadge status={value} />;
  return (
    <div className={`stpick${compact ? " compact" : ""}`}>
      <button
        ref={button}
        type="button"
        role="combobox"
        className={compact ? "btn btn-icon" : `stsel st-${shown}${saving ? " busy" : ""}`}
        disabled={saving !== null}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open ? `${id}-${at}` : undefined}
        // In Safari a press on the button takes its focus away, which closes the list before the click.
        onMouseDown={(event) => open && event.preventDefault()}
        onClick={() => {
          // Safari does not focus a pressed button, and the list follows the button's keys and its loss of the focus.
          button.current?.focus();
          setAt(open ? null : statuses.indexOf(value));
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
      >
        {saving && <span className="spin" />}
        {!compact && statusWord(shown)}
        {compact && !saving && <Ellipsis className="ico ico-16" aria-hidden="true" />}
      </button>
      {open && (
        <div ref={list} popover="manual" className="menu" role="listbox" id={`${id}-list`} aria-label={label}>
          {statuses.map((status, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the button keeps the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: it is the button's active descendant
            <div
              key={status}
              role="option"
              id={`${id}-${index}`}
              aria-selected={status === value}
              className={index === at ? "at" : undefined}
              onPointerMove={() => setAt(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(status)}
            >
              <span className={`dot dot-${status}`} />
              {statusWord(status)}
              {status === value && <Check className="ico" aria-hidden="true" />}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

type Move = number | "close" | "pick" | undefined;

/**
 * Maps a key to an action. `at` is the active option, null while the list is closed. Then letters and Enter are shortcuts
 * of the row: P packs the order, Enter opens it. Elsewhere Enter presses the button.
 */
function keyMove(event: KeyboardEvent, at: number | null, current: number): Move {
  if (at === null) return ["ArrowDown", "ArrowUp", " "].includes(event.key) ? current : undefined;
  const last = statuses.length - 1;
  const letter = statuses.findIndex((status) => status.startsWith(event.key.toLowerCase()));
  const moves: Record<string, Move> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
    Enter: "pick",
    " ": "pick",
    Escape: "close",
  };
  if (event.key in moves) return moves[event.key];
  return event.key.length === 1 && letter >= 0 ? letter : undefined;
}

// A disabled button loses the focus. Restore it after saving, also when a shortcut or an undo started the save.
function useRestoredFocus(button: { current: HTMLButtonElement | null }, busy: boolean) {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (busy && button.current && document.activeElement === button.current) hadFocus.current = true;
  }, [busy, button]);
  useEffect(() => {
    if (busy || !hadFocus.current) return;
    hadFocus.current = false;
    if (document.activeElement === document.body) button.current?.focus();
  }, [busy, button]);
  return () => {
    hadFocus.current = document.activeElement === button.current;
  };
}
