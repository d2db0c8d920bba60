import { Card } from "@/shared/admin/cards/Card";
import { type Column, ListTable } from "@/shared/admin/list/ListTable";
import { duration, figure } from "./durations";
import type { Queue } from "./operationsApi";
import { Sparkline } from "./Sparkline";

const states = { fine: "Fine", behind: "Behind", failing: "Failing", stopped: "No worker" };
const marks = { fine: "state", behind: "state warn", failing: "state bad", stopped: "state bad" };

const columns: Column<Queue>[] = [
  { label: "Queue", cell: ({ name }) => <b>{name}</b> },
  { label: "State", cell: ({ state }) => <span className={marks[state]}>{states[state]}</span> },
  { label: "Waiting", numeric: true, cell: ({ waiting }) => figure(waiting) },
  { label: "Oldest", numeric: true, cell: ({ waiting, oldest }) => (waiting ? duration(oldest) : "none") },
  { label: "Rate", numeric: true, cell: ({ minutes }) => `${figure(minutes.at(-2) ?? 0)} a min` },
  {
    label: "Last hour",
    cell: ({ name, minutes }) => (
      <Sparkline values={minutes} label={`${name}: ${figure(total(minutes))} in the last hour`} />
    ),
  },
];

const total = (minutes: number[]) => minutes.reduce((sum, count) => sum + count, 0);

/** The queues with their backlog. The rate is that of the last full minute. */
export function QueueTable({ queues }: { queues: Queue[] }) {
  return (
    <Card name="queues" title="Queues" className="keep queues">
      <ListTable label="Queues" columns={columns} rows={queues} idOf={({ name }) => name} sort="" busy={false} />
    </Card>
  );
}
