import { ImageUp } from "lucide-react";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { useDeleteImageMutation } from "@/features/admin/products/productsApi";
import { imageTypes } from "@/shared/admin/form/imageFiles";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { ImageTile, moveId } from "./ImageTile";
import type { Tile } from "./imageOrder";
import type { ProductImages } from "./useProductImages";

interface ProductImagesFieldProps {
  pictures: ProductImages;
  /** Whether nothing may be changed, except that an upload can be cancelled. */
  isLocked: boolean;
}

/** The images of a product: chosen, dropped or pasted, and ordered by dragging or by arrow buttons. */
export function ProductImagesField({ pictures, isLocked }: ProductImagesFieldProps) {
  const { tiles, move } = pictures;
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const remove = useRemove(pictures);
  const refocus = useRef<string | null>(null);
  const add = (files: Iterable<File>) => {
    if (!isLocked) pictures.add(files);
  };
  usePaste(add);
  useEffect(() => {
    // Moving an element in the document removes its focus.
    if (refocus.current) document.getElementById(refocus.current)?.focus();
    refocus.current = null;
  });

  const step = (tile: Tile, place: number, by: -1 | 1) => {
    refocus.current = moveId(tile.key, by < 0 ? "earlier" : "later");
    move(tile.key, place + by);
    setSaid(`Now picture ${place + by + 1} of ${tiles.length}`);
  };
  return (
    <div className="pictures">
      <PictureDrop isLocked={isLocked} onFiles={add} />
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
      <ul className="tiles" onDragOver={(event) => dragged && event.preventDefault()}>
        {tiles.map((tile, place) => (
          <ImageTile
            key={tile.key}
            tile={tile}
            place={place}
            count={tiles.length}
            dragged={dragged === tile.key}
            isLocked={isLocked}
            onDrag={{
              onDragStart: (event: DragEvent) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", tile.key);
                setDragged(tile.key);
              },
              onDragEnter: () => !isLocked && dragged && dragged !== tile.key && move(dragged, place),
              onDragEnd: () => setDragged(null),
            }}
            onMove={(by) => step(tile, place, by)}
            onRemove={() => remove(tile)}
            onRetry={() => tile.picture && pictures.retry(tile.picture)}
          />
        ))}
      </ul>
      {tiles.length > 1 && <p className="muted small-note">The first picture stands for the product in every list.</p>}
    </div>
  );
}

interface PictureDropProps {
  isLocked: boolean;
  onFiles: (files: Iterable<File>) => void;
}

function PictureDrop({ isLocked, onFiles }: PictureDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    <>
      <label className="form-label" htmlFor={id}>
        Images
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file input is the control */}
      <div
        className={over ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          if (isLocked) event.dataTransfer.dropEffect = "none";
          setOver(!isLocked && event.dataTransfer.types.includes("Files"));
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onFiles(event.dataTransfer.files);
        }}
      >
        <span className="call" aria-hidden="true">
          <ImageUp className="ico" />
          <span>
            <b>Drop or paste pictures here</b> or <span className="textlink">choose files</span>
          </span>
        </span>
        <input
          id={id}
          type="file"
          multiple
          disabled={isLocked}
          accept={imageTypes.join()}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <span id={`${id}-note`} className="muted">
          JPG, PNG, WebP or GIF, at most 10 MB each
        </span>
      </div>
    </>
  );
}

/** Accepts images that are pasted anywhere on the page; pasted text is left alone. */
function usePaste(add: (files: Iterable<File>) => void) {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  });
}

/** Removes an unsaved image at once and a saved one after a confirmation. */
function useRemove(pictures: ProductImages) {
  const dispatch = useDispatch();
  const [deleteImage] = useDeleteImageMutation();
  return async ({ key, image }: Tile) => {
    if (!image) return pictures.remove(key);
    if (!window.confirm("Delete this picture?")) {
      dispatch(toastShown("info", "Deletion cancelled"));
      return;
    }
    const { error } = await deleteImage(image.id);
    dispatch(
      error ? failureShown(error, "Failed to delete image") : toastShown("success", "Image deleted successfully"),
    );
  };
}
