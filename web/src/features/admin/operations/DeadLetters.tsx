import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Card } from "@/shared/admin/cards/Card";
import { aggregateText, consumerText } from "@/shared/admin/eventTexts";
import { type Column, ListTable } from "@/shared/admin/list/ListTable";
import { useThrottledCall } from "@/shared/admin/useThrottledCall";
import { dayAndTime, pluralize, wholeNumber } from "@/shared/format";
import { LoadError } from "@/shared/ui/LoadError";
import { DeliveryModal } from "./DeliveryModal";
import { type Consumer, type DeadLetter, useDeadLettersInfiniteQuery } from "./operationsApi";
import { useDeadLetterActions } from "./useDeadLetterActions";

const everything = { search: "", sort: "", filters: {} };
/** In milliseconds: how often a list that is behind its count is refetched. Each refetch reads all loaded pages. */
const refetchDelay = { onePage: 1000, manyPages: 5000 };

/** Deliveries that failed eight times. They can be retried or discarded. `dead` is their number. */
export function DeadLetters({ dead, consumers }: { dead: number; consumers: Consumer[] }) {
  const kinds = consumers.filter((consumer) => consumer.dead > 0);
  const letters = useDeadLettersInfiniteQuery(everything);
  const [open, setOpen] = useState<DeadLetter | null>(null);
  const actions = useDeadLetterActions();
  const { refetch } = letters;
  const rows = letters.data?.pages.flatMap((page) => page.rows) ?? [];
  // The length of a list with further pages does not tell whether it is behind.
  const [deadWhenRead, setDeadWhenRead] = useState(dead);
  const isBehind = letters.isSuccess && dead !== (letters.hasNextPage ? deadWhenRead : rows.length);
  const readAgain = () => {
    setDeadWhenRead(dead);
    void refetch();
  };
  useThrottledCall(
    isBehind && !letters.isFetching ? `${dead}` : undefined,
    readAgain,
    letters.hasNextPage ? refetchDelay.manyPages : refetchDelay.onePage,
  );

  const columns: Column<DeadLetter>[] = [
    { label: "Job", cell: ({ consumer, type }) => <Job consumer={consumer} type={type} /> },
    { label: "About", cell: ({ aggregate }) => aggregateText(aggregate) },
    {
      label: "Error",
      cell: (letter) => (
        <button type="button" className="aslink err" onClick={() => setOpen(letter)}>
          {letter.said}
        </button>
      ),
    },
    { label: "Tries", numeric: true, cell: ({ attempts }) => attempts },
    { label: "Given up", cell: ({ deadAt }) => dayAndTime(deadAt) },
  ];
  return (
    <Card
      name="letters"
      title="Dead letters"
      headingId="dead-letters"
      className="letters"
      tools={
        rows.length > 1 && (
          <button
            type="button"
            className="btn btn-line"
            disabled={actions.isBusy}
            onClick={() => void actions.retryAll(dead)}
          >
            <RotateCw className="ico ico-16" aria-hidden="true" />
            Retry all
          </button>
        )
      }
    >
      {letters.error && !letters.data && (
        <LoadError title="The dead letters could not be loaded" error={letters.error} onRetry={refetch} />
      )}
      {letters.data && rows.length === 0 && (
        <p className="none muted">
          None. What fails eight times in a row is kept here, with its error, until you decide.
        </p>
      )}
      {actions.progress && <RetryProgress {...actions.progress} onStop={actions.stop} />}
      {!actions.progress && kinds.length > 1 && (
        <ul className="kinds" aria-label="Kinds of dead letters">
          {kinds.map(({ name, dead: count }) => (
            <li key={name}>
              <span>
                {consumerText(name)} <span className="num muted">{wholeNumber(count)}</span>
              </span>
              <button
                type="button"
                className="btn btn-line btn-sm"
                disabled={actions.isBusy}
                onClick={() => void actions.retryAll(count, name)}
              >
                Retry all<span className="visually-hidden"> of {consumerText(name)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <ListTable
          label="Dead letters"
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          failures={actions.failures}
          busy={letters.isFetching}
          actions={(letter) => (
            <>
              <button
                type="button"
                className="btn btn-line btn-sm"
                disabled={actions.isBusy}
                onClick={() => actions.retry(letter)}
              >
                Retry<span className="visually-hidden"> delivery {letter.id}</span>
              </button>
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                disabled={actions.isBusy}
                onClick={() => void actions.discard(letter)}
              >
                Discard<span className="visually-hidden"> delivery {letter.id}</span>
              </button>
            </>
          )}
        />
      )}
      {letters.hasNextPage && (
        <div className="undertable">
          <span className="num">The first {pluralize(rows.length, "delivery", "deliveries")}</span>
          <button
            type="button"
            className="btn btn-line btn-sm"
            disabled={letters.isFetchingNextPage}
            onClick={() => void letters.fetchNextPage()}
          >
            Load more
          </button>
        </div>
      )}
      {open && <DeliveryModal id={open.id} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function RetryProgress({
  kind,
  done,
  total,
  onStop,
}: {
  kind: string;
  done: number;
  total: number;
  onStop: () => void;
}) {
  const text = `Retrying ${kind ? consumerText(kind) : "all"}: ${wholeNumber(done)} of ${wholeNumber(total)}`;
  return (
    <div className="retrying" role="status">
      <span>{text}</span>
      <progress value={done} max={total} aria-label={text} />
      <button type="button" className="btn btn-line btn-sm" onClick={onStop}>
        Stop after this batch
      </button>
    </div>
  );
}

function Job({ consumer, type }: Pick<DeadLetter, "consumer" | "type">) {
  return (
    <div>
      <b>{consumerText(consumer)}</b>
      <div className="sub">
        <code>{type}</code>
      </div>
    </div>
  );
}
