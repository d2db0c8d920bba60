import { Bookmark, Star, Users } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { isTextInput } from "@/shared/admin/isTextInput";
import { isCovered } from "@/shared/admin/shortcutKeys";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { useKeyDown } from "@/shared/hooks/useKeyDown";
import { ViewForm } from "./ViewForm";
import { ViewMenu } from "./ViewMenu";
import { shownView, viewChange, viewQuery } from "./viewQuery";
import { type ListPage, type SavedView, useViewsQuery } from "./viewsApi";

/** A built-in view of the list. */
export interface FixedView {
  name: string;
  filters: string;
}

interface ViewTabsProps {
  page: ListPage;
  /** The parameters of the address that a view keeps. */
  names: readonly string[];
  /** The views before the saved ones. The first shows all rows. */
  fixed: readonly FixedView[];
  /** Shows the number of rows of a view. Only the first views are counted. */
  countOf?: (filters: string) => ReactNode;
}

/** One for each key. */
const keyedViews = 6;

const none: SavedView[] = [];

/** The views of a list, as tabs: those that it always has, one's own, and those that colleagues share. */
export function ViewTabs({ page, names, fixed, countOf }: ViewTabsProps) {
  const { params, change } = useUrlParams();
  const { data, isError } = useViewsQuery(page);
  const [isSaving, setSaving] = useState(false);
  const views = data?.views ?? none;
  const current = viewQuery(params, names);
  const queries = [...fixed, ...views].map(({ filters }) => filters);
  const at = shownView(queries, current);
  const open = (query: string, replace = false) => change(viewChange(query, names), { replace });
  const defaultQuery = views.find(({ id }) => id === data?.defaultId)?.filters;
  useDefaultView(defaultQuery, data !== undefined || isError, current, (query) => open(query, true));
  useViewKeys(queries, open);
  const shown = views[at - fixed.length];
  const maySave = current !== "" && !queries.includes(current);
  // A single tab is no choice.
  const hasTabs = queries.length > 1;
  if (!hasTabs && !maySave && !isSaving) return null;
  return (
    <div className="views">
      {hasTabs && (
        <fieldset className="stabs" aria-label="Views">
          {fixed.map(({ name, filters }, index) => (
            <button key={name} type="button" aria-pressed={index === at} onClick={() => open(filters)}>
              {name} {countOf?.(filters)}
            </button>
          ))}
          {views.map((view, index) => (
            <button
              key={view.id}
              type="button"
              aria-pressed={index + fixed.length === at}
              title={view.isMine ? (view.isShared ? "Shared" : undefined) : `Shared by ${view.owner}`}
              onClick={() => open(view.filters)}
            >
              {view.isShared && <Users className="ico" aria-label="Shared" />}
              {view.name} {index + fixed.length < keyedViews && countOf?.(view.filters)}
              {view.id === data?.defaultId && <Star className="ico" aria-label="This list opens with it" />}
            </button>
          ))}
        </fieldset>
      )}
      {maySave && (
        <button type="button" className="btn btn-line" onClick={() => setSaving(true)}>
          <Bookmark className="ico ico-16" aria-hidden="true" />
          Save view
        </button>
      )}
      {shown && (
        <ViewMenu
          key={shown.id}
          view={shown}
          isDefault={shown.id === data?.defaultId}
          onDeleted={() => open(fixed[0]?.filters ?? "")}
        />
      )}
      {isSaving && (
        <ViewForm
          page={page}
          filters={current}
          own={views.filter(({ isMine }) => isMine)}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}

/**
 * Opens the default view if a link or a typed address has no filters. Back and a reload restore the address. After
 * another navigation, or an error of the views, it no longer replaces the list that is in use.
 */
function useDefaultView(query: string | undefined, isSettled: boolean, current: string, open: (query: string) => void) {
  const { key } = useLocation();
  const arrived = useNavigationType() !== "POP" || key === "default";
  const due = useRef(arrived && current === "" ? key : null);
  useEffect(() => {
    if (due.current === null) return;
    const isUntouched = due.current === key && current === "";
    if (isUntouched && !isSettled) return;
    due.current = null;
    if (isUntouched && query !== undefined) open(query);
  });
}

/** Alt+1 to Alt+6 open the first views. */
function useViewKeys(queries: string[], open: (query: string) => void) {
  useKeyDown((event) => {
    const [, digit] = /^Digit([1-6])$/.exec(event.code) ?? [];
    const query = queries[Number(digit) - 1];
    const isPlain = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isTextInput(event.target);
    if (!isPlain || query === undefined || isCovered()) return;
    event.preventDefault();
    open(query);
  });
}
