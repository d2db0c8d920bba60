import { ThumbsUp } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { errorReason } from "@/shared/api/errors";
import { pluralize } from "@/shared/format";
import { signInPath } from "@/shared/session/signInPath";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { type Review, useMarkHelpfulMutation } from "./reviewsApi";

interface HelpfulButtonProps {
  review: Review;
  /** The signed-in shopper; a visitor signs in first. */
  customerId: number | null;
  isOwn: boolean;
}

/** Marks a review as helpful, or removes the mark, and shows how many people it helped. */
export function HelpfulButton({ review, customerId, isOwn }: HelpfulButtonProps) {
  const { id, productId, helpful, isMarked, name } = review;
  const [mark, { isLoading }] = useMarkHelpfulMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const count = helpful > 0 && <span className="num">{pluralize(helpful, "person", "people")} found this helpful</span>;
  if (isOwn) return count ? <p className="helpful small muted mb-0">{count}</p> : null;
  const onClick = async () => {
    if (isLoading) return;
    if (customerId === null)
      return navigate(signInPath("/login", { pathname: location.pathname, search: `${location.search}#reviews` }));
    const { error } = await mark({ reviewId: id, helpful: !isMarked, reader: { productId, customerId } });
    if (error) dispatch(failureShown(error, errorReason(error)));
  };
  return (
    <div className="helpful small muted">
      <button
        type="button"
        className="btn btn-line btn-sm"
        aria-pressed={isMarked}
        aria-disabled={isLoading}
        aria-label={`Helpful, the review by ${name}`}
        onClick={() => void onClick()}
      >
        <ThumbsUp className="ico ico-16" aria-hidden="true" />
        Helpful
      </button>
      {count}
    </div>
  );
}
