import type { LucideIcon } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useFocusRetention } from "@/shared/admin/useFocusRetention";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ExportButton, type ExportSource } from "./ExportButton";
import { ListError } from "./ListError";
import { type ListArgs, type ListQuery, listParams } from "./listQuery";
import { SearchBox } from "./SearchBox";
import { type Tab, TabBar } from "./TabBar";

interface TabbedListProps<T> {
  title: string;
  /** The rows of the list, in the plural. */
  noun: string;
  icon: LucideIcon;
  /** The saved views of the list. */
  views?: ReactNode;
  /** `currentData` is that of the chosen tab only, so that the rows of another tab are not shown for it. */
  query: ListQuery<T>;
  args: ListArgs;
  tabsLabel: string;
  tabs: readonly Tab[];
  tab: string;
  onTab: (tab: string) => void;
  searchHint: string;
  onSearch: (search: string) => void;
  /** Further filters below the tabs. */
  filters?: ReactNode;
  /** Set if the list can be exported. */
  fileOf?: ExportSource;
  emptyText: string;
  /** Shown beside the list. */
  beside?: ReactNode;
  className?: string;
  children: (rows: T[]) => ReactNode;
}

/** A queue of the admin: tabs with counts and a search, then the rows, a placeholder or an error; keeps the focus. */
export function TabbedList<T>(props: TabbedListProps<T>) {
  const { title, noun, args, tabsLabel, tabs, tab, onTab, views, filters, fileOf, beside, className = "" } = props;
  const box = useRef<HTMLDivElement>(null);
  useFocusRetention(box);
  usePageTitle(`${title}, Admin portal`);
  return (
    <>
      <div className="work-head">
        <h1>{title}</h1>
        {fileOf && (
          <div className="acts">
            <ExportButton of={fileOf} params={listParams(args)} />
          </div>
        )}
      </div>
      {views}
      <div className={`board-view tabbed-list ${className}`} ref={box}>
        <div className="filterbar">
          <TabBar label={tabsLabel} tabs={tabs} picked={tab} onPick={onTab} />
          {filters}
          <SearchBox
            label={`Search ${noun}`}
            placeholder={props.searchHint}
            search={args.search}
            onSearch={props.onSearch}
          />
        </div>
        <div className={beside ? "list-beside" : undefined}>
          <Rows {...props} />
          {beside}
        </div>
      </div>
    </>
  );
}

function Rows<T>({ query, noun, icon, args, onSearch, emptyText, children }: TabbedListProps<T>) {
  const rows = query.currentData?.pages.flatMap((page) => page.rows);
  if (rows && rows.length > 0) return children(rows);
  if (rows) {
    return (
      <EmptyState
        icon={icon}
        title={`No ${noun} here`}
        text={args.search ? `None of these ${noun} fits this search.` : emptyText}
      >
        {args.search && (
          <button type="button" className="btn btn-line" onClick={() => onSearch("")}>
            Clear search
          </button>
        )}
      </EmptyState>
    );
  }
  if (query.error !== undefined) {
    const failed = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} could not be loaded`;
    return <ListError title={failed} noun={noun} error={query.error} onRetry={query.refetch} />;
  }
  return (
    <p className="panel list-wait" role="status">
      Loading {noun}
    </p>
  );
}
