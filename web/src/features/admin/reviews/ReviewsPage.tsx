import { MessageSquareText } from "lucide-react";
import { useCallback, useMemo } from "react";
import type { ListArgs } from "@/shared/admin/list/listQuery";
import { TabbedList } from "@/shared/admin/list/TabbedList";
import { useMay } from "@/shared/admin/permissions";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { ViewTabs } from "@/shared/admin/views/ViewTabs";
import { day } from "@/shared/format";
import { MoreButton } from "@/shared/ui/MoreButton";
import { ModerationForm } from "./ModerationForm";
import { type ModeratedReview, useModeratedReviewsInfiniteQuery } from "./moderationApi";

const tabs = [
  ["all", "All", {}],
  ["photos", "With photos", { withPhotos: "true" }],
  ["hidden", "Hidden", { status: "hidden" }],
] as const;
const viewNames = ["show", "search"];
const fixedViews = [{ name: "All reviews", filters: "" }];

/** `/admin/reviews`: the reviews of shoppers and their photos, the newest first; updated live. */
export function ReviewsPage() {
  const { params, change } = useUrlParams();
  const [tab, , filters] = tabs.find(([one]) => one === params.get("show")) ?? tabs[0];
  const search = params.get("search") ?? "";
  const args: ListArgs = useMemo(() => ({ search, sort: "", filters: { ...filters } }), [search, filters]);
  const query = useModeratedReviewsInfiniteQuery(args);
  const counts = query.data?.pages[0]?.counts;
  const onSearch = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  return (
    <TabbedList
      title="Reviews"
      noun="reviews"
      views={<ViewTabs page="reviews" names={viewNames} fixed={fixedViews} />}
      icon={MessageSquareText}
      query={query}
      args={args}
      tabsLabel="Reviews shown"
      tabs={tabs.map(([value, label]) => ({ value, label, count: counts?.[value] }))}
      tab={tab}
      onTab={(next) => change({ show: next === "all" ? null : next })}
      searchHint="Customer, product or words"
      onSearch={onSearch}
      emptyText="What shoppers write shows here at once."
    >
      {(rows) => (
        <section className="panel review-list" aria-label="reviews">
          {rows.map((review) => (
            <ReviewRow key={review.id} review={review} />
          ))}
          <MoreButton list={query} label="Load more" failure="More reviews could not be loaded." isSmall />
        </section>
      )}
    </TabbedList>
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
          <a className="textlink" href={`/${productId}`} target="_blank" rel="noreferrer">
            {productName}
          </a>
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
