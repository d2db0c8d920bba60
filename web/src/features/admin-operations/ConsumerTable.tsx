import { Card } from "@/shared/portal/Card";
import { type Column, ListTable } from "@/shared/portal/ListTable";
import type { Consumer } from "./operationsApi";
import { figure, milliseconds } from "./spans";

const worded = (name: string) => name.replaceAll("_", " ");

const columns: Column<Consumer>[] = [
  { label: "Consumer", cell: ({ name }) => <b>{worded(name)}</b> },
  { label: "Queue", cell: ({ queue }) => queue },
  { label: "Done, last hour", numeric: true, cell: ({ done }) => figure(done) },
  { label: "Failed tries", numeric: true, cell: ({ failed }) => figure(failed) },
  { label: "Waiting", numeric: true, cell: ({ waiting }) => figure(waiting) },
  { label: "Dead", numeric: true, cell: ({ dead }) => (dead ? <b className="bad">{figure(dead)}</b> : "0") },
  { label: "Takes", numeric: true, cell: ({ meanMs }) => (meanMs === null ? "" : milliseconds(meanMs)) },
];

/** Every reaction to an event, and how its deliveries stand. */
export function ConsumerTable({ consumers }: { consumers: Consumer[] }) {
  return (
    <Card name="consumers" title="Deliveries" className="keep consumers">
      <ListTable label="Deliveries" columns={columns} rows={consumers} idOf={({ name }) => name} sort="" busy={false} />
    </Card>
  );
}
