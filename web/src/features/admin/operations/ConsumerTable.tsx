import { Card } from "@/shared/admin/cards/Card";
import { consumerText } from "@/shared/admin/eventTexts";
import { type Column, ListTable } from "@/shared/admin/list/ListTable";
import { wholeNumber } from "@/shared/format";
import { milliseconds } from "./durations";
import type { Consumer } from "./operationsApi";

const columns: Column<Consumer>[] = [
  { label: "Consumer", cell: ({ name }) => <b>{consumerText(name)}</b> },
  { label: "Queue", cell: ({ queue }) => queue },
  { label: "Done, last hour", numeric: true, cell: ({ done }) => wholeNumber(done) },
  { label: "Failed tries", numeric: true, cell: ({ failed }) => wholeNumber(failed) },
  { label: "Waiting", numeric: true, cell: ({ waiting }) => wholeNumber(waiting) },
  { label: "Dead", numeric: true, cell: ({ dead }) => (dead ? <b className="bad">{wholeNumber(dead)}</b> : "0") },
  { label: "Takes", numeric: true, cell: ({ meanMs }) => (meanMs === null ? "" : milliseconds(meanMs)) },
];

/** All event consumers and the state of their deliveries. */
export function ConsumerTable({ consumers }: { consumers: Consumer[] }) {
  return (
    <Card name="consumers" title="Deliveries" className="keep consumers">
      <ListTable label="Deliveries" columns={columns} rows={consumers} idOf={({ name }) => name} />
    </Card>
  );
}
