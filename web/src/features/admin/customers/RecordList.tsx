import { useId, useState } from "react";
import { type Column, ListTable } from "@/shared/admin/list/ListTable";
import type { ListQuery } from "@/shared/admin/list/listQuery";
import { LoadError } from "@/shared/ui/LoadError";

interface RecordListProps<T> {
  title: string;
  query: ListQuery<T>;
  columns: Column<T>[];
  idOf: (row: T) => number | string;
  none: string;
}

const shortLength = 6;

/** A list on a customer's page: the newest rows at first, all rows on request. */
export function RecordList<T>({ title, query, columns, idOf, none }: RecordListProps<T>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const count = `${rows.length}${query.hasNextPage ? "+" : ""}`;
  const isLong = rows.length > shortLength;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-h">
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && <span className="ph-sub">{count}</span>}
        <span className="sp" />
        {isLong && (
          <button type="button" className="aslink textlink micro" onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Fewer" : `All ${count}`}
            <span className="visually-hidden"> {title.toLowerCase()}</span>
          </button>
        )}
      </div>
      {query.error !== undefined && !query.data && (
        <LoadError title={`${title} could not be loaded`} error={query.error} onRetry={query.refetch} />
      )}
      {!query.data && query.error === undefined && query.isFetching && (
        <p className="none" role="status">{`Loading ${title.toLowerCase()}`}</p>
      )}
      {query.data && rows.length === 0 && <p className="none">{none}</p>}
      {rows.length > 0 && (
        <ListTable
          label={title}
          columns={columns}
          rows={isOpen ? rows : rows.slice(0, shortLength)}
          idOf={idOf}
          busy={query.isFetching}
        />
      )}
      {isOpen && query.hasNextPage && (
        <div className="more">
          <button
            type="button"
            className="btn btn-line btn-sm"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </button>
        </div>
      )}
    </section>
  );
}
