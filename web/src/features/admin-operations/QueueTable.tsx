import { Card } from "@/shared/portal/Card";
import { type Column, ListTable } from "@/shared/portal/ListTable";
import type { Queue } from "./operationsApi";
import { Sparkline } from "./Sparkline";
import { figure, span } from "./spans";

const states = { fine: "Fine", behind: "Behind", failing: "Failing", stopped: "No worker" };
const marks = { fine: "state", behind: "state warn", failing: "state bad", stopped: "state bad" };

const columns: Column<Queue>[] = [
  { label: "Queue", cell: ({ name }) => <b>{name}</b> },
  { label: "State", cell: ({ state }) => <span className={marks[state]}>{states[state]}</span> },
  { label: "Waiting", numeric: true, cell: ({ waiting }) => figure(waiting) },
  { label: "Oldest", numeric: true, cell: ({ waiting, oldest }) => (waiting ? span(oldest) : "none") },
  { label: "Rate", numeric: true, cell: ({ minutes }) => `${figure(minutes.at(-2) ?? 0)} a min` },
  {
    label: "Last hour",
    cell: ({ name, minutes }) => (
      <Sparkline values={minutes} label={`${name}: ${figure(total(minutes))} in the last hour`} />
    ),
  },
];

const total = (minutes: number[]) => minutes.reduce((sum, count) => sum + count, 0);

/** What waits for which worker. The rate is the last whole minute's. */
export function QueueTable({ queues }: { queues: Queue[] }) {
  return (
    <Card name="queues" title="Queues" className="keep queues">
      <ListTable label="Queues" columns={columns} rows={queues} idOf={({ name }) => name} sort="" busy={false} />
    </Card>
  );
}
