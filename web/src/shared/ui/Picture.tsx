import { useState } from "react";
import type { ProductImage } from "@/shared/api/types";
import { NoImage } from "./NoImage";

export type Loading = "first" | "early" | "late";

interface PictureProps {
  image: Pick<ProductImage, "imageUrl"> &
    Partial<Pick<ProductImage, "width" | "height" | "placeholder" | "renditions">>;
  alt: string;
  /** The width it is shown at, as in the `sizes` attribute, where there are renditions to choose from. */
  sizes?: string;
  /** The page's first picture comes before everything else, a late one when it is nearly in view. */
  load?: Loading;
  className?: string;
}

const srcSet = (renditions: ProductImage["renditions"], format: "webp" | "avif") =>
  renditions.map((rendition) => `${rendition[format]} ${rendition.width}w`).join(", ");

/**
 * A photograph in the right size; the original stands in while its renditions are being made. Where its file does not
 * come, its place says that there is no image; without a connection it keeps the blur.
 */
export function Picture({ image, alt, sizes, load = "late", className }: PictureProps) {
  const { imageUrl, width, height, placeholder, renditions = [] } = image;
  const [missed, setMissed] = useState<string | null>(null);
  const version = `${imageUrl} ${renditions.length}`;
  const missing = missed === version; // another one is tried anew, and one that has been made since
  // Without a connection nothing is known of the file.
  if (missing && (!placeholder || navigator.onLine)) return <NoImage />;
  const sized = renditions.length > 0 && !missing;
  const img = (
    <img
      className={className}
      src={missing && placeholder ? placeholder : imageUrl}
      srcSet={sized ? srcSet(renditions, "webp") : undefined}
      sizes={sized ? sizes : undefined}
      alt={alt}
      width={width ?? 1000}
      height={height ?? 1000}
      loading={load === "late" ? "lazy" : "eager"}
      fetchPriority={load === "first" ? "high" : "auto"}
      onError={() => setMissed(version)}
      decoding={load === "late" ? "async" : "sync"}
      style={placeholder ? { background: `center / cover url("${placeholder}")` } : undefined}
    />
  );
  if (renditions.length === 0) return img;
  return (
    <picture>
      {sized && <source type="image/avif" srcSet={srcSet(renditions, "avif")} sizes={sizes} />}
      {img}
    </picture>
  );
}
