import { type FormEvent, useId, useState } from "react";
import { errorText } from "@/shared/api/errors";
import { Problem } from "@/shared/ui/Problem";
import { type ModeratedReview, useModerateReviewMutation } from "./moderationApi";

/** Hides a review with a reason that its writer reads, or shows it again. */
export function ModerationForm({ review }: { review: ModeratedReview }) {
  const field = useId();
  const [reason, setReason] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [moderate, { isLoading }] = useModerateReviewMutation();
  const { id, version, status, name } = review;
  const act = async (action: "hide" | "show", why = "") => {
    if (isLoading) return;
    const { error } = await moderate({ id, version, action, reason: why });
    setProblem(error ? errorText(error) : undefined);
    if (!error) setReason(undefined);
  };
  const hide = (event: FormEvent) => {
    event.preventDefault();
    if (!reason?.trim()) return setProblem("Say why; the writer reads it.");
    void act("hide", reason.trim());
  };
  if (status === "hidden") {
    return (
      <>
        <Problem text={problem} />
        <button
          type="button"
          className="btn btn-line btn-sm"
          disabled={isLoading}
          aria-label={`Show the review by ${name} again`}
          onClick={() => void act("show")}
        >
          Show again
        </button>
      </>
    );
  }
  if (reason === undefined) {
    return (
      <>
        <Problem text={problem} />
        <button
          type="button"
          className="btn btn-line btn-sm"
          aria-label={`Hide the review by ${name}`}
          onClick={() => setReason("")}
        >
          Hide
        </button>
      </>
    );
  }
  return (
    <form className="review-why" noValidate onSubmit={hide}>
      <label className="form-label" htmlFor={field}>
        Reason, the writer reads it
      </label>
      <input
        id={field}
        className="form-control"
        maxLength={300}
        value={reason}
        // biome-ignore lint/a11y/noAutofocus: the field appears where the pressed button was
        autoFocus
        onChange={({ target }) => setReason(target.value)}
      />
      <Problem text={problem} />
      <div className="acts">
        <button type="button" className="btn btn-line btn-sm" onClick={() => setReason(undefined)}>
          Close
        </button>
        <button type="submit" className="btn btn-primary btn-sm" disabled={isLoading}>
          Hide review
        </button>
      </div>
    </form>
  );
}
