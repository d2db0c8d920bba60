import { BadgeCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useAppSelector } from "@/app/hooks";
import { day } from "@/shared/format";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { signInPath } from "@/shared/session/signInPath";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { MoreButton } from "@/shared/ui/MoreButton";
import { HelpfulButton } from "./HelpfulButton";
import { ReviewForm } from "./ReviewForm";
import { ReviewPhotos } from "./ReviewPhotos";
import { type Review, type ReviewPage, useGetReviewsInfiniteQuery } from "./reviewsApi";
import { StarRating } from "./StarRating";

export function Reviews({ productId }: { productId: number }) {
  const user = useAppSelector(selectAuthUser);
  const list = useGetReviewsInfiniteQuery({ productId, customerId: user?.id ?? null });
  const { data, error, refetch } = list;
  const [first] = data?.pages ?? [];
  if (error && !data) {
    return <LoadError title="The reviews could not be loaded" error={error} onRetry={refetch} />;
  }
  if (!first) return <div className="rev-wait" aria-busy="true" />;
  return (
    <div className="rev">
      <div>
        {data?.pages.flatMap(({ reviews }) =>
          reviews.map((review) => (
            <ReviewItem key={review.id} review={review}>
              <HelpfulButton review={review} customerId={user?.id ?? null} isOwn={review.id === first.own?.id} />
            </ReviewItem>
          )),
        )}
        {first.total === 0 && <p className="muted mb-0">Nobody has reviewed this piece yet.</p>}
        <MoreButton
          list={list}
          label="Show earlier reviews"
          failure="The earlier reviews could not be loaded."
          className="mt-4"
        />
      </div>
      <div>
        {first.total > 1 && <Distribution page={first} />}
        {first.own || first.canReview ? (
          <ReviewForm key={user?.id} productId={productId} own={first.own} />
        ) : (
          <ReviewEligibility isSignedIn={user !== null} />
        )}
      </div>
    </div>
  );
}

function ReviewItem({ review, children }: { review: Review; children: ReactNode }) {
  const { name, rating, title, text, date, editedAt, photos } = review;
  return (
    <article>
      <div className="by">
        <b>{name}</b>
        <span className="small verified">
          <BadgeCheck className="ico ico-16" aria-hidden="true" />
          Verified buyer
        </span>
        <StarRating rating={rating} />
        <span className="small muted num when">
          {day(date)}
          {editedAt && ", changed"}
        </span>
      </div>
      {title && <h2>{title}</h2>}
      <p className="mb-0">{text}</p>
      <ReviewPhotos photos={photos} name={name} />
      {children}
    </article>
  );
}

function Distribution({ page: { rating, total, distribution } }: { page: ReviewPage }) {
  return (
    <dl className="stars-of num" aria-label={`Rated ${rating} of 5 by ${total}`}>
      {[5, 4, 3, 2, 1].map((stars) => (
        <div key={stars}>
          <dt>{stars === 1 ? "1 star" : `${stars} stars`}</dt>
          <dd>
            <progress max={total} value={distribution[stars] ?? 0} aria-hidden="true" />
            <span>{distribution[stars] ?? 0}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ReviewEligibility({ isSignedIn }: { isSignedIn: boolean }) {
  const location = useLocation();
  if (isSignedIn) {
    return <p className="small muted mb-0">You can review a piece once it has been delivered to you.</p>;
  }
  return (
    <p className="small muted mb-0">
      Was this piece delivered to you? <Link to={signInPath("/login", location)}>Sign in</Link> to review it.
    </p>
  );
}
