import { ImagePlus, RotateCw, X } from "lucide-react";
import { type ChangeEvent, useId, useRef } from "react";
import { ReviewPicture } from "./ReviewPhotos";
import { type ChosenPhoto, type PhotoDraft, photoLimit } from "./usePhotoDraft";

/** The photos of a review in its form: each is checked by the shop as soon as it is chosen. */
export function PhotoField({ draft }: { draft: PhotoDraft }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    draft.add([...(target.files ?? [])]);
    target.value = "";
  };
  const isFull = draft.photos.length >= photoLimit;
  return (
    <fieldset className="rev-upload" aria-describedby={`${id}-note`}>
      <legend className="form-label">
        Photos <span className="muted">(optional)</span>
      </legend>
      <ul className="rev-photos">
        {draft.photos.map((photo, at) => (
          <li key={photo.key} aria-busy={photo.state === "sending"}>
            <ChosenPicture photo={photo} at={at} />
            {photo.state === "sending" && <UploadProgress part={photo.part ?? 0} at={at} />}
            {photo.state === "failed" && (
              <button
                type="button"
                className="retry"
                aria-label={`Retry photo ${at + 1}`}
                onClick={() => {
                  draft.retry(photo.key);
                  input.current?.focus();
                }}
              >
                <RotateCw className="ico ico-14" aria-hidden="true" />
                Retry
              </button>
            )}
            <button
              type="button"
              className="away"
              aria-label={`Remove photo ${at + 1}`}
              onClick={() => {
                draft.remove(photo.key);
                input.current?.focus();
              }}
            >
              <X className="ico ico-16" aria-hidden="true" />
            </button>
          </li>
        ))}
        {!isFull && (
          <li>
            <label className="pick">
              <ImagePlus className="ico" aria-hidden="true" />
              <span>Add</span>
              <input
                ref={input}
                type="file"
                className="visually-hidden"
                aria-label="Add photos"
                accept="image/jpeg,image/png,image/webp,image/gif"
                multiple
                onChange={onChange}
              />
            </label>
          </li>
        )}
      </ul>
      <div id={`${id}-note`} role="status" className={draft.problem ? "form-hint bad" : "form-hint"}>
        {draft.problem ??
          `Up to ${photoLimit}, JPG, PNG, WebP or GIF, 10 MB each. Place and time in a photo are not shown.`}
      </div>
    </fieldset>
  );
}

function UploadProgress({ part, at }: { part: number; at: number }) {
  return (
    <span className="part num">
      <progress aria-label={`Upload of photo ${at + 1}`} max={1} value={part} />
      {part < 1 ? `${Math.round(part * 100)} %` : "Checking"}
    </span>
  );
}

function ChosenPicture({ photo, at }: { photo: ChosenPhoto; at: number }) {
  if (photo.saved?.status === "ready") {
    return <ReviewPicture photo={photo.saved} alt={`Number ${at + 1}, as others see it`} sizes="88px" />;
  }
  if (photo.preview) return <img src={photo.preview} alt={`Number ${at + 1}, as chosen`} width={88} height={88} />;
  return (
    <span className="wait small muted" title={photo.saved?.failure ?? undefined}>
      {photo.saved?.failure ? "Cannot be shown" : "In work"}
    </span>
  );
}
