import { Check, ChevronLeft, ChevronRight, CircleAlert, Image, X } from "lucide-react";
import { type DragEvent, useState } from "react";
import type { AdminImage } from "@/features/admin/products/productsApi";
import { usePreview } from "@/shared/admin/form/ImageField";
import { Picture } from "@/shared/product/Picture";
import type { NewImage, Tile } from "./imageOrder";

interface ImageTileProps {
  tile: Tile;
  place: number;
  count: number;
  dragged: boolean;
  /** Whether nothing may be changed, except that an upload can be cancelled. */
  isLocked: boolean;
  onDrag: { onDragStart: (event: DragEvent) => void; onDragEnter: () => void; onDragEnd: () => void };
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  onRetry: () => void;
}

/** One image with its state. It is moved by dragging or by its arrow buttons. */
export function ImageTile(props: ImageTileProps) {
  const { tile, place, count, dragged, isLocked, onDrag, onMove, onRemove, onRetry } = props;
  const { image, picture } = tile;
  const name = picture ? picture.file.name : `picture ${image.id}`;
  const state = picture ? (picture.fault ? "failed" : "") : image.status;
  const sending = picture?.sent !== undefined;
  const isKept = isLocked && !sending;
  return (
    <li className={`up ${state}${dragged ? " dragged" : ""}`} draggable={!sending && !isLocked} {...onDrag}>
      <span className="frame">
        {image ? <SavedImage image={image} /> : <NewImagePreview picture={picture} />}
        {place === 0 && <span className="first">First</span>}
        <button
          type="button"
          className="btn btn-icon away"
          aria-label={sending ? `Cancel ${name}` : `Remove ${name}`}
          title={sending ? "Cancel" : "Remove"}
          // Not disabled, so that it keeps the focus.
          aria-disabled={isKept}
          onClick={() => isKept || onRemove()}
        >
          <X className="ico ico-16" aria-hidden="true" />
        </button>
        {count > 1 && !sending && (
          <span className="moves">
            <Move
              name={name}
              way="earlier"
              tileKey={tile.key}
              off={isLocked || place === 0}
              onMove={() => onMove(-1)}
            />
            <Move
              name={name}
              way="later"
              tileKey={tile.key}
              off={isLocked || place === count - 1}
              onMove={() => onMove(1)}
            />
          </span>
        )}
      </span>
      <span className="says" role={image ? "status" : undefined}>
        {image ? (
          <SavedImageText image={image} />
        ) : (
          <NewImageText picture={picture} isLocked={isLocked} onRetry={onRetry} />
        )}
      </span>
    </li>
  );
}

interface MoveProps {
  name: string;
  way: "earlier" | "later";
  tileKey: string;
  off: boolean;
  onMove: () => void;
}

export const moveId = (tileKey: string, way: MoveProps["way"]) => `${tileKey}-${way}`;

function Move({ name, way, tileKey, off, onMove }: MoveProps) {
  const Icon = way === "earlier" ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      id={moveId(tileKey, way)}
      className="btn btn-icon"
      aria-label={`Move ${name} ${way}`}
      // Not disabled, so that it keeps the focus.
      aria-disabled={off}
      onClick={() => off || onMove()}
    >
      <Icon className="ico ico-16" aria-hidden="true" />
    </button>
  );
}

function SavedImage({ image }: { image: AdminImage }) {
  if (image.status === "failed") return <CircleAlert className="ico ico-24" aria-hidden="true" />;
  // An image in processing has no file yet.
  if (image.status === "processing") return <Image className="ico ico-24" aria-hidden="true" />;
  return <Picture image={image} alt="" sizes="120px" />;
}

function SavedImageText({ image: { status, failure } }: { image: AdminImage }) {
  if (status === "processing")
    return (
      <>
        <span className="spin" />
        Processing
      </>
    );
  if (status === "failed")
    return (
      <span className="note bad">
        Failed: {failure ?? "nothing could be made of it."} Remove it and choose another file.
      </span>
    );
  return (
    <span className="note ok">
      <Check aria-hidden="true" />
      Ready
    </span>
  );
}

function NewImagePreview({ picture: { file, fault } }: { picture: NewImage }) {
  const preview = usePreview(file);
  const [hasNone, setHasNone] = useState(false);
  if (fault) return <CircleAlert className="ico ico-24" aria-hidden="true" />;
  // The browser cannot show it, but the server decides whether it is an image.
  if (hasNone) return <Image className="ico ico-24" aria-hidden="true" />;
  if (!preview) return null;
  return <img src={preview} alt="" width="120" height="120" draggable={false} onError={() => setHasNone(true)} />;
}

interface NewImageTextProps {
  picture: NewImage;
  isLocked: boolean;
  onRetry: () => void;
}

function NewImageText({ picture, isLocked, onRetry }: NewImageTextProps) {
  const { file, sent, fault, canRetry } = picture;
  return (
    <>
      <span className="file">{file.name}</span>
      {sent !== undefined && (
        <>
          <progress aria-label={`Upload of ${file.name}`} max={1} value={sent} />
          <span className="n">{sent < 1 ? `${Math.round(sent * 100)} % of ${megabytes(file)}` : "Being checked"}</span>
        </>
      )}
      {fault && (
        <span className="note bad" role="alert">
          {file.name}: {fault}
        </span>
      )}
      {fault && canRetry && (
        <button type="button" className="btn btn-line btn-sm" disabled={isLocked} onClick={onRetry}>
          Retry<span className="visually-hidden"> {file.name}</span>
        </button>
      )}
      {sent === undefined && !fault && `Sent, ${megabytes(file)}. Save links it.`}
    </>
  );
}

const megabytes = ({ size }: File) =>
  size < 100_000 ? `${Math.max(1, Math.round(size / 1000))} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
