import { useState } from "react";
import type { ProductImage } from "@/shared/api/types";
import { NoImage } from "./NoImage";

export type Loading = "first" | "early" | "late";

interface PictureProps {
  image: Pick<ProductImage, "imageUrl"> &
    Partial<Pick<ProductImage, "width" | "height" | "placeholder" | "renditions">>;
  alt: string;
  /** The display width, as in the `sizes` attribute, if there are renditions. */
  sizes?: string;
  /** The page's first image has priority; a late one loads near the viewport. */
  load?: Loading;
  className?: string;
}

const srcSet = (renditions: ProductImage["renditions"], format: "webp" | "avif") =>
  renditions.map((rendition) => `${rendition[format]} ${rendition.width}w`).join(", ");

/**
 * A responsive image; the original is shown until its renditions exist. If the file cannot be loaded, a placeholder is
 * shown, or the blurred preview while offline.
 */
export function Picture({ image, alt, sizes, load = "late", className }: PictureProps) {
  const { imageUrl, width, height, placeholder, renditions = [] } = image;
  const [missed, setMissed] = useState<string | null>(null);
  const version = `${imageUrl} ${renditions.length}`;
  const missing = missed === version; // a new image or new renditions are tried again
  // Offline, a failed load says nothing about the file.
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
