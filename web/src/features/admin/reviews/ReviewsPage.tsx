import { MessageSquareText } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import type { ListArgs } from "@/shared/admin/list/listQuery";
import { SearchBox } from "@/shared/admin/list/SearchBox";
import { useMay } from "@/shared/admin/permissions";
import { useFocusRetention } from "@/shared/admin/useFocusRetention";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { ViewTabs } from "@/shared/admin/views/ViewTabs";
import { day } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { ModerationForm } from "./ModerationForm";
import { type ModeratedReview, useModeratedReviewsInfiniteQuery } from "./moderationApi";

const tabs = [
  ["all", "All", {}],
  ["photos", "With photos", { withPhotos: "true" }],
  ["hidden", "Hidden", { status: "hidden" }],
] as const;
const viewNames = ["show", "search"];
const fixedViews = [{ name: "All reviews", filters: "" }];

/** `/admin/reviews`: what shoppers write and show, the newest first; updated live. */
export function ReviewsPage() {
  usePageTitle("Reviews, Admin portal");
  const { params, change } = useUrlParams();
  const [tab, , filters] = tabs.find(([one]) => one === params.get("show")) ?? tabs[0];
  const search = params.get("search") ?? "";
  const args: ListArgs = useMemo(() => ({ search, sort: "", filters: { ...filters } }), [search, filters]);
  const query = useModeratedReviewsInfiniteQuery(args);
  const rows = query.currentData?.pages.flatMap((page) => page.rows);
  const counts = query.data?.pages[0]?.counts;
  const board = useRef<HTMLDivElement>(null);
  useFocusRetention(board);
  const onSearch = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  return (
    <>
      <div className="work-head">
        <h1>Reviews</h1>
      </div>
      <ViewTabs page="reviews" names={viewNames} fixed={fixedViews} />
      <div className="board-view reviews" ref={board}>
        <div className="filterbar">
          <fieldset className="stabs" aria-label="Reviews shown">
            {tabs.map(([one, label]) => (
              <button
                key={one}
                type="button"
                aria-pressed={tab === one}
                onClick={() => change({ show: one === "all" ? null : one })}
              >
                {label} <b>{counts?.[one]}</b>
              </button>
            ))}
          </fieldset>
          <SearchBox
            label="Search reviews"
            placeholder="Customer, product or words"
            search={search}
            onSearch={onSearch}
          />
        </div>
        {rows && rows.length > 0 ? (
          <section className="panel review-list" aria-label="reviews">
            {rows.map((review) => (
              <ReviewRow key={review.id} review={review} />
            ))}
            {query.hasNextPage && (
              <button
                type="button"
                className="btn btn-line btn-sm"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Load more
              </button>
            )}
          </section>
        ) : rows ? (
          <EmptyState
            icon={MessageSquareText}
            title="No reviews here"
            text={search ? "None of these reviews fits this search." : "What shoppers write shows here at once."}
          >
            {search && (
              <button type="button" className="btn btn-line" onClick={() => onSearch("")}>
                Clear search
              </button>
            )}
          </EmptyState>
        ) : query.error && !query.isFetching ? (
          <LoadError title="Reviews could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <p className="panel list-wait" role="status">
            Loading reviews
          </p>
        )}
      </div>
    </>
  );
}

function ReviewRow({ review }: { review: ModeratedReview }) {
  const mayModerate = useMay("moderate_review");
  const { name, productId, productName, rating, title, text, date, editedAt, photos, helpful, status } = review;
  return (
    <article className={status === "hidden" ? "is-hidden" : undefined} data-row={review.id}>
      <div>
        <p className="head">
          <b>{name}</b> <span className="num">{rating} of 5</span>
          <span className="muted num">
            {day(date)}
            {editedAt && ", changed"}
          </span>
          {helpful > 0 && <span className="muted num">helped {helpful}</span>}
          {status === "hidden" && <span className="badge-hidden">Hidden</span>}
        </p>
        <p className="of">
          <Link className="textlink" to={`/${productId}`}>
            {productName}
          </Link>
        </p>
        {title && <h2>{title}</h2>}
        <p className="words">{text}</p>
        {photos.length > 0 && <Photos review={review} />}
        {status === "hidden" && (
          <p className="why">
            <b>Hidden:</b> {review.hiddenReason}
          </p>
        )}
      </div>
      <div className="acts-of">{mayModerate && <ModerationForm key={review.version} review={review} />}</div>
    </article>
  );
}

function Photos({ review: { photos, name } }: { review: ModeratedReview }) {
  return (
    <ul className="review-photos">
      {photos.map(({ id, status, renditions, failure }, at) => (
        <li key={id}>
          {status === "ready" ? (
            <a href={renditions.at(-1)?.webp} target="_blank" rel="noreferrer">
              <img src={renditions[0]?.webp} alt={`${at + 1} by ${name}, opens large`} loading="lazy" />
            </a>
          ) : (
            <span className="muted small">{failure ?? "In work"}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
