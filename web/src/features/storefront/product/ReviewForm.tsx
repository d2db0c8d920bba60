import { type FormEvent, useRef, useState } from "react";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { errorReason, fieldErrors } from "@/shared/api/errors";
import { DraftRestoredNotice } from "@/shared/session/DraftRestoredNotice";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useFormDraft, useSaveDraft } from "@/shared/session/useFormDraft";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { Field } from "@/shared/ui/Field";
import { focusFirstInvalid } from "@/shared/ui/focusFirstInvalid";
import { Problem } from "@/shared/ui/Problem";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { PhotoField } from "./PhotoField";
import { type OwnReview, useDeleteReviewMutation, useWriteReviewMutation } from "./reviewsApi";
import { StarRatingInput } from "./StarRating";
import { usePhotoDraft } from "./usePhotoDraft";

const longest = 2000;

/**
 * Writes or edits the review of a shopper who received the product. A deleted review stays in the form; a hidden one
 * cannot be deleted.
 */
export function ReviewForm({ productId, own }: { productId: number; own: OwnReview | null }) {
  const before = { rating: own?.rating ?? 0, text: own?.text ?? "" };
  const form = { role: "customer" as const, personId: useAppSelector(selectAuthUser)?.id };
  const typed = useFormDraft<typeof before>(form);
  const [rating, setRating] = useState(typed?.values.rating ?? before.rating);
  const [text, setText] = useState(typed?.values.text ?? before.text);
  const photos = usePhotoDraft(own?.photos ?? []);
  const isChanged = rating !== before.rating || text.trim() !== before.text;
  useSaveDraft(form, () => (isChanged ? { rating, text } : null));
  const [problems, setProblems] = useState<{ rating?: string; text?: string; other?: string }>({});
  const [write, { isLoading }] = useWriteReviewMutation();
  const [remove, { isLoading: isRemoving }] = useDeleteReviewMutation();
  const dispatch = useAppDispatch();
  const words = useRef<HTMLTextAreaElement>(null);
  const isHidden = own?.status === "hidden";
  const isBusy = isLoading || isRemoving || photos.isSending;

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const found = {
      rating: rating ? undefined : "Please choose how many stars",
      text: text.trim() ? undefined : "Please write a few words",
    };
    setProblems(found);
    if (found.rating || found.text) return focusFirstInvalid(form);
    if (!photos.check()) return;
    const chosen = photos.wanted && { photos: photos.wanted };
    const { error } = await write({ id: own?.id, productId, rating, text: text.trim(), ...chosen });
    const refused = fieldErrors(error);
    if (refused.photos) return photos.refuse(refused.photos);
    if (refused.text) {
      setProblems({ text: refused.text });
      return words.current?.focus();
    }
    if (error) return setProblems({ other: errorReason(error) });
    dispatch(toastShown("success", own ? "Review updated" : "Thank you for your review"));
  };
  const onRemove = async ({ id }: OwnReview) => {
    if (isBusy) return;
    const { error } = await remove({ id, productId });
    if (error) return dispatch(failureShown(error, errorReason(error)));
    words.current?.focus();
    dispatch(toastShown("success", "Review deleted"));
  };

  return (
    <form className="panel" onSubmit={(event) => void onSubmit(event)} noValidate>
      <h2 className="h3 mb-1">{own ? "Your review" : "Write a review"}</h2>
      {isHidden ? (
        <p className="rev-hidden" role="status">
          <b>Others do not see your review.</b> {own.hiddenReason} You can change it; we read it again.
        </p>
      ) : (
        <p className="small muted mb-4">Tell others how it wears.</p>
      )}
      {isChanged && <DraftRestoredNotice typed={typed} />}
      <StarRatingInput
        rating={rating}
        onPick={(picked) => {
          setRating(picked);
          setProblems({ ...problems, rating: undefined });
        }}
        problem={problems.rating}
      />
      <Field label={own ? "Your words" : "Your review"} className="my-3" error={problems.text}>
        {(control) => (
          <textarea
            className="form-control"
            rows={4}
            maxLength={longest}
            {...control}
            ref={words}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblems({ ...problems, text: undefined });
            }}
          />
        )}
      </Field>
      <PhotoField draft={photos} />
      <Problem text={problems.other} />
      <div className="d-flex gap-3 align-items-center flex-wrap">
        <SubmitButton busy={isLoading || photos.isSending}>{own ? "Save changes" : "Send review"}</SubmitButton>
        {own && !isHidden && (
          <button type="button" className="plain" aria-disabled={isBusy} onClick={() => void onRemove(own)}>
            Delete your review
          </button>
        )}
      </div>
    </form>
  );
}
