import { ImageUp } from "lucide-react";
import { useId } from "react";
import { useDispatch } from "react-redux";
import { pictureTypes } from "@/shared/portal/pictures";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { NewTile, StockedTile } from "./PictureTile";
import { type StockedImage, useDeleteImageMutation } from "./productsApi";
import type { NewPictures } from "./useNewPictures";

interface ProductPicturesProps {
  /** What the shop has; follows live while they are being made. */
  images: StockedImage[];
  pictures: NewPictures;
}

export function ProductPictures({ images, pictures }: ProductPicturesProps) {
  const id = useId();
  const dispatch = useDispatch();
  const [deleteImage] = useDeleteImageMutation();
  const remove = async (image: StockedImage) => {
    if (!window.confirm("Delete this picture?")) {
      dispatch(toastShown("info", "Deletion cancelled"));
      return;
    }
    const { error } = await deleteImage(image.id);
    dispatch(
      error ? toastShown("error", "Failed to delete image") : toastShown("success", "Image deleted successfully"),
    );
  };
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        Images
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file input is the control */}
      <div
        className="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          pictures.add(event.dataTransfer.files);
        }}
      >
        <ImageUp className="ico" aria-hidden="true" />
        <input
          id={id}
          type="file"
          multiple
          accept={pictureTypes.join()}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            pictures.add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <span id={`${id}-note`} className="muted">
          Choose or drop JPG, PNG, WebP or GIF, at most 10 MB each
        </span>
      </div>
      <ul className="tiles">
        {images.map((image) => (
          <StockedTile key={image.id} image={image} onRemove={() => void remove(image)} />
        ))}
        {pictures.list.map((picture) => (
          <NewTile key={picture.key} picture={picture} onRemove={() => pictures.remove(picture.key)} />
        ))}
      </ul>
      {pictures.list
        .filter(({ fault }) => fault)
        .map(({ key, file, fault }) => (
          <p key={key} className="note bad" role="alert">
            {file.name}: {fault}
          </p>
        ))}
    </div>
  );
}
