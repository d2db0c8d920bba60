import { Card } from "@/shared/admin/cards/Card";
import { type Column, ListTable } from "@/shared/admin/list/ListTable";
import { duration } from "./durations";
import type { Process } from "./operationsApi";

const columns: Column<Process>[] = [
  { label: "Process", cell: (process) => <Name process={process} /> },
  { label: "Does", cell: ({ kinds }) => kinds.join(", ") },
  { label: "Busy", numeric: true, cell: busy },
  { label: "Last sign", numeric: true, cell: ({ silent }) => `${duration(silent)} ago` },
  { label: "Up", numeric: true, cell: ({ up, state }) => (state === "here" ? duration(up) : "") },
];

const words = { here: "", gone: "gone", ended: "ended" };

function Name({ process: { name, state, children } }: { process: Process }) {
  const [first, ...where] = name.split(" ");
  const processes = children === null ? "" : `, ${children + 1} processes`;
  return (
    <div>
      <span className={state === "here" ? "state" : "state bad"}>
        <b>{first}</b>
        {state !== "here" && <span className="bad">{words[state]}</span>}
      </span>
      <div className="sub">
        {where[0]}
        {processes}
      </div>
    </div>
  );
}

function busy({ size, busy, longest }: Process): string {
  if (size === null) return "";
  const at = longest && longest >= 1 ? `, ${duration(longest)}` : "";
  return `${busy ?? 0} of ${size}${at}`;
}

/** The worker processes, what they run and their last heartbeat. */
export function ProcessTable({ processes }: { processes: Process[] }) {
  return (
    <Card name="processes" title="Workers" className="keep processes">
      <ListTable label="Workers" columns={columns} rows={processes} idOf={({ name }) => name} />
    </Card>
  );
}
