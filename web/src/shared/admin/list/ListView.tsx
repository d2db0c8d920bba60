import { type LucideIcon, Plus } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useMay } from "@/shared/admin/permissions";
import { ViewTabs } from "@/shared/admin/views/ViewTabs";
import type { ListPage } from "@/shared/admin/views/viewsApi";
import { pluralize } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { EmptyState } from "@/shared/ui/EmptyState";
import { MoreButton } from "@/shared/ui/MoreButton";
import { ColumnMenu } from "./ColumnMenu";
import { ExportButton, type ExportSource } from "./ExportButton";
import { ListError } from "./ListError";
import { type Column, ListTable, type Picking } from "./ListTable";
import { ListTools } from "./ListTools";
import { hasFailed, type ListArgs, type ListQuery, listParams } from "./listQuery";
import { useColumnChoice } from "./useColumnChoice";

interface ListViewProps<T> {
  title: string;
  /** The name of a row, singular and plural. */
  noun: [one: string, many: string];
  icon: LucideIcon;
  query: ListQuery<T>;
  columns: Column<T>[];
  idOf: (row: T) => number | string;
  picking?: Picking<T>;
  actions?: (row: T) => ReactNode;
  failures?: Record<number, string>;
  args: ListArgs;
  onChange: (next: Record<string, string>, replace?: boolean) => void;
  /** The message when the list cannot be loaded. */
  loadFailed: string;
  emptyTitle: string;
  emptyText: string;
  /** The fields that the search covers; without it there is no search box. */
  searchHint?: string;
  filters?: ReactNode;
  /** Set if the list can be exported. */
  fileOf?: ExportSource;
  /** Additional buttons of the header. */
  tools?: ReactNode;
  /** Shown above the rows. */
  strip?: ReactNode;
  addLabel?: string;
  /** The call that adds a row, by its name in the API's policy table. */
  addBy?: string;
  onAdd?: () => void;
  /** Set if the list has saved views: its page, and its filters besides search and sort order. */
  views?: ViewsOfList;
  /** Shown between header and list. */
  children?: ReactNode;
}

interface ViewsOfList {
  page: ListPage;
  filters?: readonly string[];
}

const skeletonRows = [1, 2, 3, 4, 5, 6];

/** A list page of the admin: header, search and filters, then the rows, a placeholder or an error. */
export function ListView<T>(props: ListViewProps<T>) {
  const { title, noun, query, args, onChange, columns, searchHint, filters, fileOf, tools } = props;
  const { addLabel, addBy, onAdd, views, children } = props;
  const mayAdd = useMay(addBy ?? "");
  const { shown, isShown, toggle } = useColumnChoice(noun[1], columns);
  usePageTitle(`${title}, Admin portal`);
  return (
    <>
      <div className="work-head">
        <h1 id="list-title" tabIndex={-1}>
          {title}
        </h1>
        <div className="acts">
          <ColumnMenu columns={columns} isShown={isShown} onToggle={toggle} />
          {fileOf && <ExportButton of={fileOf} params={listParams(args)} />}
          {tools}
          {addLabel && mayAdd && (
            <button type="button" className="btn btn-primary" onClick={onAdd}>
              <Plus className="ico ico-16" aria-hidden="true" />
              {addLabel}
            </button>
          )}
        </div>
      </div>
      {children}
      {views && (
        <ViewTabs
          page={views.page}
          names={["search", "sort", ...(views.filters ?? [])]}
          fixed={[{ name: `All ${noun[1]}`, filters: "" }]}
        />
      )}
      <ListTools
        many={noun[1]}
        args={args}
        onChange={onChange}
        searchHint={searchHint}
        filters={filters}
        columns={columns}
      />
      {query.data && !hasFailed(query) ? <Rows {...props} columns={shown} /> : <Waiting {...props} />}
    </>
  );
}

function Waiting<T>({ query, noun, loadFailed }: ListViewProps<T>) {
  // A refetch would load all loaded pages again.
  const retry = () => (query.hasNextPage ? query.fetchNextPage() : query.refetch());
  if (query.error !== undefined)
    return <ListError title={loadFailed} noun={noun[1]} error={query.error} onRetry={retry} />;
  return (
    <section className="panel list-wait" aria-label={noun[1]}>
      <span className="visually-hidden" role="status">
        Loading {noun[1]}
      </span>
      {skeletonRows.map((row) => (
        <span className="sk" key={row} />
      ))}
    </section>
  );
}

function Rows<T>(props: ListViewProps<T>) {
  const { query, noun, args, onChange, emptyTitle, emptyText, icon } = props;
  const isSearching = usePagesUntilRows(query);
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const filtered = Boolean(args.search) || Object.keys(args.filters).length > 0;
  const showAll = () =>
    onChange({ search: "", ...Object.fromEntries(Object.keys(args.filters).map((key) => [key, ""])) });
  const isUnknown = query.error !== undefined || isSearching || query.currentData === undefined;
  if (rows.length === 0 && isUnknown) return <Waiting {...props} />;
  if (rows.length === 0)
    return (
      <EmptyState
        icon={icon}
        title={filtered ? `No ${noun[1]} found` : emptyTitle}
        text={filtered ? `None of the ${noun[1]} fits this search.` : emptyText}
      >
        {filtered && (
          <button type="button" className="btn btn-line" onClick={showAll}>
            Show all {noun[1]}
          </button>
        )}
      </EmptyState>
    );
  return (
    <section className="panel list" aria-label={noun[1]}>
      {props.strip}
      <ListTable
        label={props.title}
        columns={props.columns}
        rows={rows}
        idOf={props.idOf}
        picking={props.picking}
        actions={props.actions}
        failures={props.failures}
        sort={args.sort}
        busy={query.isFetching}
        onSort={(sort) => onChange({ sort })}
      />
      <Foot count={rows.length} noun={noun} query={query} loadFailed={props.loadFailed} />
    </section>
  );
}

/** Fetches pages until one has rows, because a page of a search may be empty. Returns whether it is fetching. */
function usePagesUntilRows<T>({ data, hasNextPage, error, isFetching, fetchNextPage }: ListQuery<T>): boolean {
  const isSearching = hasNextPage && error === undefined && data?.pages.at(-1)?.rows.length === 0;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  return isSearching;
}

type FootProps<T> = Pick<ListViewProps<T>, "query" | "noun" | "loadFailed"> & { count: number };

function Foot<T>({ count, noun, query, loadFailed }: FootProps<T>) {
  return (
    <div className="undertable">
      <span className="num" role="status">
        {query.hasNextPage ? `The first ${pluralize(count, ...noun)}` : pluralize(count, ...noun)}
      </span>
      {query.error !== undefined && <span className="bad">{loadFailed}</span>}
      <MoreButton list={query} label="Load more" isSmall />
    </div>
  );
}
