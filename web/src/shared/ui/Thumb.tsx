import { NoImage } from "./NoImage";
import { Picture } from "./Picture";

interface ThumbProps {
  url: string | null;
  /** In pixels, square. */
  size: number;
}

/** A small picture of which only the address is known. */
export function Thumb({ url, size }: ThumbProps) {
  return (
    <span className="thumb">
      {url ? <Picture image={{ imageUrl: url, width: size, height: size }} alt="" /> : <NoImage />}
    </span>
  );
}
