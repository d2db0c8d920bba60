import { useState } from "react";
import { Picture } from "@/shared/product/Picture";
import { Dialog } from "@/shared/ui/Dialog";
import type { ReviewPhoto } from "./reviewsApi";

const largest = ({ renditions }: ReviewPhoto) => renditions.at(-1)?.webp ?? "";

/** A rendered photo. The original of a shopper is never shown. */
export function ReviewPicture({ photo, alt, sizes }: { photo: ReviewPhoto; alt: string; sizes: string }) {
  const { width, height, placeholder, renditions } = photo;
  return (
    <Picture image={{ imageUrl: largest(photo), width, height, placeholder, renditions }} alt={alt} sizes={sizes} />
  );
}

/** The photos of a review; each opens large. */
export function ReviewPhotos({ photos, name }: { photos: ReviewPhoto[]; name: string }) {
  const [shown, setShown] = useState<number | null>(null);
  const photo = photos.find(({ id }) => id === shown);
  if (photos.length === 0) return null;
  return (
    <>
      <ul className="rev-photos">
        {photos.map((each, at) => (
          <li key={each.id}>
            <button type="button" aria-label={`Photo ${at + 1} by ${name}, enlarge`} onClick={() => setShown(each.id)}>
              <ReviewPicture photo={each} alt="" sizes="88px" />
            </button>
          </li>
        ))}
      </ul>
      {photo && (
        <Dialog title={`Photo by ${name}`} onClose={() => setShown(null)} size="lg">
          <div className="rev-large">
            <ReviewPicture
              photo={photo}
              alt={`Photo by ${name} of this piece`}
              sizes="(min-width: 800px) 720px, 90vw"
            />
          </div>
        </Dialog>
      )}
    </>
  );
}
