import { Check, CircleAlert, X } from "lucide-react";
import { usePreview } from "@/shared/portal/PictureField";
import { Picture } from "@/shared/ui/Picture";
import type { StockedImage } from "./productsApi";
import type { NewPicture } from "./useNewPictures";

interface StockedTileProps {
  image: StockedImage;
  onRemove: () => void;
}

export function StockedTile({ image, onRemove }: StockedTileProps) {
  const { status, failure } = image;
  return (
    <li className={`up ${status}`}>
      <span className="frame">
        {status !== "failed" && <Picture image={image} alt="" sizes="120px" />}
        {status === "failed" && <CircleAlert className="ico ico-24" aria-hidden="true" />}
        <Remove name={`picture ${image.id}`} onRemove={onRemove} />
      </span>
      <span className="says" role="status">
        {status === "ready" && (
          <span className="note ok">
            <Check aria-hidden="true" />
            Ready
          </span>
        )}
        {status === "processing" && "Processing"}
        {status === "failed" && <span className="note bad">Failed{failure && `: ${failure}`}</span>}
      </span>
    </li>
  );
}

interface NewTileProps {
  picture: NewPicture;
  onRemove: () => void;
}

export function NewTile({ picture: { file, sent, fault }, onRemove }: NewTileProps) {
  const preview = usePreview(file);
  return (
    <li className={fault ? "up failed" : "up"}>
      <span className="frame">
        {preview && !fault && <img src={preview} alt="" width="120" height="120" />}
        {fault && <CircleAlert className="ico ico-24" aria-hidden="true" />}
        {sent === undefined && <Remove name={file.name} onRemove={onRemove} />}
      </span>
      <span className="says">
        <span className="file">{file.name}</span>
        {sent !== undefined && (
          <progress aria-label={`Upload of ${file.name}`} max={1} value={sent}>
            {Math.round(sent * 100)} %
          </progress>
        )}
        {sent === undefined && (fault ? "Failed" : "Sent with Save")}
      </span>
    </li>
  );
}

function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" className="btn btn-icon" aria-label={`Remove ${name}`} onClick={onRemove}>
      <X className="ico ico-16" aria-hidden="true" />
    </button>
  );
}
