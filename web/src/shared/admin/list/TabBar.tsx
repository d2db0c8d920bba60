import { wholeNumber } from "@/shared/format";

export interface Tab {
  value: string;
  label: string;
  /** The number of its rows, when it is known. */
  count: number | undefined;
}

interface TabBarProps {
  label: string;
  tabs: readonly Tab[];
  picked: string;
  onPick: (value: string) => void;
  /** `switch` for a choice within a tab. */
  look?: "tabs" | "switch";
}

/** Buttons of which one is pressed, each with its number of rows. */
export function TabBar({ label, tabs, picked, onPick, look = "tabs" }: TabBarProps) {
  return (
    <fieldset className={look === "tabs" ? "stabs" : "switch"} aria-label={label}>
      {tabs.map(({ value, label: words, count }) => (
        <button key={value} type="button" aria-pressed={picked === value} onClick={() => onPick(value)}>
          {words} {count !== undefined && <b>{wholeNumber(count)}</b>}
        </button>
      ))}
    </fieldset>
  );
}
