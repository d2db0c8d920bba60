import { Check, ChevronDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Avatar } from "@/shared/admin/Avatar";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { useMay } from "@/shared/admin/permissions";
import { useMenuPosition } from "@/shared/admin/useMenuPosition";
import { errorReason } from "@/shared/api/errors";
import type { AssigneeOut, StaffPersonOut } from "@/shared/api/schema";
import { useAssigneesQuery } from "./deskApi";

interface AssignMenuProps {
  /** The name of the assigned object: `order 1058`. */
  what: string;
  /** Undefined for several orders at once. */
  assignee?: StaffPersonOut | null;
  /** `avatar` for a row, `name` for the page of an order, `word` for a bar of several orders. */
  look: "avatar" | "name" | "word";
  onPick: (adminId: number | null) => void;
}

/** Assigns an order to a member of staff. The list has the focus while it is open. */
export function AssignMenu({ what, assignee, look, onPick }: AssignMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const mayAssign = useMay("assign_order");
  const { data: me } = useAdminMeQuery();
  // Placed and closed orders change the numbers of open orders too, so they are fetched each time the list opens.
  const { data, error } = useAssigneesQuery(undefined, { skip: at === null, refetchOnMountOrArgChange: true });
  // Empty until the staff are loaded: no key may choose "nobody" before it is shown.
  const options: (AssigneeOut | null)[] = data ? [...withMeFirst(data.people, me?.id), null] : [];
  const open = at !== null;
  useMenuPosition(button, list);
  useEffect(() => {
    if (open) list.current?.focus();
  }, [open]);

  if (!mayAssign) {
    if (look === "word") return null;
    return (
      <span className="assigned">
        <Avatar
          name={assignee?.name ?? null}
          title={assignee ? `Assigned to ${assignee.name}` : "Assigned to nobody"}
        />
        {look === "name" && (assignee?.name ?? "Nobody")}
      </span>
    );
  }
  const close = () => {
    setAt(null);
    button.current?.focus();
  };
  const pick = (index: number) => {
    const picked = options[index];
    if (picked === undefined) return;
    close();
    onPick(picked?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = move(event, at ?? 0, options);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === "close") close();
    else if (next === "pick") pick(at ?? 0);
    else setAt(next);
  };
  return (
    <div className={`assign assign-${look}`}>
      <button
        ref={button}
        type="button"
        className={
          look === "avatar" ? "assign-btn" : look === "word" ? "assign-btn btn btn-sm" : "assign-btn btn btn-line"
        }
        aria-label={labelOf(what, assignee)}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        onMouseDown={(event) => open && event.preventDefault()}
        onClick={() => (open ? close() : setAt(0))}
      >
        {look !== "word" && <Avatar name={assignee?.name ?? null} title={look === "name" ? "" : undefined} />}
        {look === "name" && <span className="cut">{assignee?.name ?? "Assign"}</span>}
        {look === "word" && "Assign"}
        {look !== "avatar" && <ChevronDown className="ico ico-16" aria-hidden="true" />}
      </button>
      {open && (
        <div
          ref={list}
          popover="manual"
          className="menu people"
          role="listbox"
          id={`${id}-list`}
          tabIndex={-1}
          aria-label={`Assign ${what} to`}
          aria-activedescendant={`${id}-${at}`}
          onKeyDown={onKeyDown}
          onBlur={() => setAt(null)}
        >
          {options.length === 0 && (
            // biome-ignore lint/a11y/useFocusableInteractive: it is the list's active descendant
            <div
              role="option"
              id={`${id}-0`}
              aria-selected={false}
              aria-disabled
              onMouseDown={(event) => event.preventDefault()}
            >
              {error ? errorReason(error) : "Loading"}
            </div>
          )}
          {options.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list keeps the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: it is the list's active descendant
            <div
              key={person?.id ?? "nobody"}
              role="option"
              id={`${id}-${index}`}
              aria-selected={assignee !== undefined && (person?.id ?? null) === (assignee?.id ?? null)}
              className={index === at ? "at" : undefined}
              onPointerMove={() => setAt(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(index)}
            >
              <Avatar name={person?.name ?? null} title="" />
              <span className="cut">
                {person ? (person.id === me?.id ? `${person.name} (me)` : person.name) : "Nobody"}
              </span>
              {assignee !== undefined && (person?.id ?? null) === (assignee?.id ?? null) ? (
                <Check className="ico" aria-hidden="true" />
              ) : (
                person && (
                  <span className="muted num" title="Open orders">
                    {person.openOrders}
                  </span>
                )
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const withMeFirst = (people: AssigneeOut[], me: number | undefined) => [
  ...people.filter(({ id }) => id === me),
  ...people.filter(({ id }) => id !== me),
];

function labelOf(what: string, assignee: StaffPersonOut | null | undefined): string {
  if (assignee === undefined) return `Assign ${what}`;
  return assignee ? `Assign ${what}, now ${assignee.name}` : `Assign ${what}, now nobody`;
}

/** Maps a key to an action of the open list. */
function move(
  event: KeyboardEvent,
  at: number,
  options: (AssigneeOut | null)[],
): number | "close" | "pick" | undefined {
  const last = Math.max(options.length - 1, 0);
  const moves: Record<string, number | "close" | "pick"> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
    Enter: "pick",
    " ": "pick",
    Escape: "close",
  };
  if (event.key in moves) return moves[event.key];
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return undefined;
  const begins = options.findIndex((person) =>
    (person?.name ?? "Nobody").toLowerCase().startsWith(event.key.toLowerCase()),
  );
  return begins < 0 ? at : begins;
}
