import { statuses } from "@/shared/api/types";
import { statusWord } from "@/shared/ui/StatusBadge";

interface Shortcut {
  /** Pressed together. */
  keys: string[];
  does: string;
}

interface ShortcutGroup {
  name: string;
  keys: Shortcut[];
}

export const control = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";

/** All keyboard shortcuts, as the help and `docs/shopkeeping.md` list them. */
export const shortcutGroups: ShortcutGroup[] = [
  {
    name: "Everywhere",
    keys: [
      { keys: [control, "K"], does: "Find an order, product, customer or page" },
      { keys: ["/"], does: "Search this list; Enter leaves the field" },
      { keys: ["Alt", "1–6"], does: "Open a view of this list" },
      { keys: ["?"], does: "Show these keys, or close them" },
      { keys: ["Esc"], does: "Close what is open" },
    ],
  },
  {
    name: "On the order board",
    keys: [
      { keys: ["J"], does: "Next row or card" },
      { keys: ["K"], does: "Row or card above" },
      { keys: ["Enter"], does: "Open the order's page, also from its status; press another button that has the focus" },
      { keys: ["X"], does: "Select the row" },
      { keys: [control, "A"], does: "Select all loaded rows" },
      { keys: ["P"], does: "Pack the order, or the selected ones one after another" },
      { keys: ["L"], does: "Print slips and labels" },
      { keys: ["Esc"], does: "Clear the selection" },
    ],
  },
  {
    name: "For an order, in its row or on its page",
    keys: [
      { keys: ["I"], does: "Assign the order to me" },
      { keys: ["A"], does: "Assign it to someone, or to nobody" },
      { keys: ["N"], does: "Write a note, on its page" },
      { keys: ["P"], does: "Pack it" },
      { keys: ["C"], does: "Confirm a claim; in a row, open it first" },
      { keys: ["J", "K"], does: "On its page: the next order of the board, the one above" },
    ],
  },
  {
    name: "In a row, a card or its menu",
    keys: [
      ...statuses.map((status, index) => ({ keys: [`${index + 1}`], does: `Set to ${statusWord(status)}` })),
      { keys: ["Space", "↑", "↓"], does: "Open the statuses and walk them; Enter picks one" },
      {
        keys: statuses.map((status) => statusWord(status).charAt(0)),
        does: "In the open menu: the status that begins so",
      },
      { keys: [control, "Z"], does: "Undo, for 20 seconds" },
    ],
  },
  {
    name: "Packing",
    keys: [
      { keys: ["X"], does: "Tick the piece" },
      { keys: ["W"], does: "Weigh again" },
      { keys: ["J", "K"], does: "Next piece, piece above" },
      { keys: ["1", "2", "3", "4"], does: "Pick a courier" },
      { keys: ["L"], does: "Print slip and label" },
      { keys: [control, "Enter"], does: "Mark packed, and go to the next order" },
      { keys: [control, "→"], does: "Skip the order" },
      { keys: ["Esc"], does: "Leave" },
    ],
  },
  {
    name: "Returns",
    keys: [
      { keys: ["J"], does: "Next return" },
      { keys: ["K"], does: "Return above" },
      { keys: ["Enter"], does: "Open it" },
      { keys: ["Y"], does: "Approve the open return" },
      { keys: ["D"], does: "Decline it, with a reason" },
    ],
  },
  {
    name: "In the finder",
    keys: [
      { keys: ["↑", "↓"], does: "Walk what was found" },
      { keys: ["Enter"], does: "Open it" },
    ],
  },
];
