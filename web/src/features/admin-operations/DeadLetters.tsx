import { RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { counted, dayAndTime } from "@/shared/format";
import { Card } from "@/shared/portal/Card";
import { type Column, ListTable } from "@/shared/portal/ListTable";
import { LoadError } from "@/shared/ui/Notice";
import { LetterModal } from "./LetterModal";
import { type DeadLetter, useDeadLettersInfiniteQuery } from "./operationsApi";
import { useSettle } from "./useSettle";

const everything = { search: "", sort: "", filters: {} };
const about = ({ aggregate }: DeadLetter) => aggregate.replace(":", " ").replaceAll("_", " ");

/** What was given up after eight tries, with the error; to be read, mended, retried or discarded. `dead` is how many. */
export function DeadLetters({ dead }: { dead: number }) {
  const letters = useDeadLettersInfiniteQuery(everything);
  const [open, setOpen] = useState<DeadLetter | null>(null);
  const settle = useSettle();
  const { refetch } = letters;
  const rows = letters.data?.pages.flatMap((page) => page.rows) ?? [];
  const isBehind = letters.isSuccess && !letters.isFetching && !letters.hasNextPage && rows.length !== dead;
  // The page's own figure tells when there are more or fewer.
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);

  const columns: Column<DeadLetter>[] = [
    { label: "Job", cell: ({ consumer, type }) => <Job consumer={consumer} type={type} /> },
    { label: "About", cell: about },
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
          <button type="button" className="btn btn-line" disabled={settle.isBusy} onClick={() => settle.retryAll(dead)}>
            <RotateCw className="ico ico-16" aria-hidden="true" />
            Retry all
          </button>
        )
      }
    >
      {letters.isError && !letters.data && (
        <LoadError title="The dead letters could not be loaded" error={letters.error} onRetry={() => void refetch()} />
      )}
      {letters.data && rows.length === 0 && (
        <p className="none muted">
          None. What fails eight times in a row is kept here, with its error, until you decide.
        </p>
      )}
      {rows.length > 0 && (
        <ListTable
          label="Dead letters"
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          failures={settle.failures}
          sort=""
          busy={letters.isFetching}
          actions={(letter) => (
            <>
              <button
                type="button"
                className="btn btn-line btn-sm"
                disabled={settle.isBusy}
                onClick={() => settle.retry(letter)}
              >
                Retry<span className="visually-hidden"> delivery {letter.id}</span>
              </button>
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                disabled={settle.isBusy}
                onClick={() => settle.discard(letter)}
              >
                Discard<span className="visually-hidden"> delivery {letter.id}</span>
              </button>
            </>
          )}
        />
      )}
      {letters.hasNextPage && (
        <div className="undertable">
          <span className="num">The first {counted(rows.length, "delivery", "deliveries")}</span>
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
      {open && <LetterModal letter={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function Job({ consumer, type }: Pick<DeadLetter, "consumer" | "type">) {
  return (
    <div>
      <b>{consumer.replaceAll("_", " ")}</b>
      <div className="sub">
        <code>{type}</code>
      </div>
    </div>
  );
}
