import { NoImage } from "./NoImage";
import { Picture } from "./Picture";

interface ThumbnailProps {
  url: string | null;
  /** In pixels, square. */
  size: number;
}

/** A small image, of which only the URL is known. */
export function Thumbnail({ url, size }: ThumbnailProps) {
  return (
    <span className="thumb">
      {url ? <Picture image={{ imageUrl: url, width: size, height: size }} alt="" /> : <NoImage />}
    </span>
  );
}
