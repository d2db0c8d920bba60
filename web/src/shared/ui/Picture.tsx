import type { ProductImage } from "@/shared/api/types";

export type Loading = "first" | "early" | "late";

interface PictureProps {
  image: Pick<ProductImage, "imageUrl" | "width" | "height" | "placeholder" | "renditions">;
  alt: string;
  /** The width it is shown at, as in the `sizes` attribute. */
  sizes: string;
  /** The page's first picture comes before everything else, a late one when it is nearly in view. */
  load?: Loading;
  className?: string;
}

const srcSet = ({ renditions }: Pick<ProductImage, "renditions">, format: "webp" | "avif") =>
  renditions.map((rendition) => `${rendition[format]} ${rendition.width}w`).join(", ");

/** A photograph in the right size; the original stands in while its renditions are being made. */
export function Picture({ image, alt, sizes, load = "late", className }: PictureProps) {
  const { width, height, placeholder, renditions } = image;
  const img = (
    <img
      className={className}
      src={image.imageUrl}
      srcSet={renditions.length ? srcSet(image, "webp") : undefined}
      sizes={renditions.length ? sizes : undefined}
      alt={alt}
      width={width ?? 1000}
      height={height ?? 1000}
      loading={load === "late" ? "lazy" : "eager"}
      fetchPriority={load === "first" ? "high" : "auto"}
      decoding={load === "late" ? "async" : "sync"}
      style={placeholder ? { background: `center / cover url("${placeholder}")` } : undefined}
    />
  );
  if (renditions.length === 0) return img;
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(image, "avif")} sizes={sizes} />
      {img}
    </picture>
  );
}
