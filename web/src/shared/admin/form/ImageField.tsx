import { ImageUp, RotateCw, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Field } from "@/shared/ui/Field";
import { imageTypes } from "./imageFiles";
import type { useUpload } from "./useUpload";

interface ImageFieldProps {
  picture: ReturnType<typeof useUpload>;
  /** The saved image. */
  current?: string | null;
  /** Called when a file is refused before the upload. */
  onRefused?: (fault: string) => void;
}

/** Chooses one image by input or drop, uploads it at once and shows a preview. */
export function ImageField({ picture, current, onRefused }: ImageFieldProps) {
  const { file, sent, upload, fault, canRetry } = picture;
  const [missing, setMissing] = useState<string>();
  const preview = usePreview(file) ?? current ?? undefined;
  const pick = (chosen: File | undefined) => {
    const refused = chosen && picture.choose(chosen);
    if (refused) onRefused?.(refused);
  };
  return (
    <Field label="Image" error={fault} hint="JPG, PNG, WebP or GIF, at most 10 MB">
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file input is the control
        <div
          className="picture-field"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            pick(event.dataTransfer.files[0]);
          }}
        >
          <span className="thumb">
            {preview && preview !== missing ? (
              <img src={preview} alt="" width="88" height="88" onError={() => setMissing(preview)} />
            ) : (
              <ImageUp aria-hidden="true" />
            )}
          </span>
          <div>
            <input
              className="form-control"
              type="file"
              accept={imageTypes.join()}
              {...control}
              onChange={(event) => {
                pick(event.target.files?.[0]);
                event.target.value = "";
              }}
            />
            {sent !== undefined && (
              <progress aria-label="Upload" max={1} value={sent}>
                {Math.round(sent * 100)} %
              </progress>
            )}
            {file && (
              <span className="upload-says">
                <span role="status">{sent !== undefined ? "Sending" : upload ? "Sent, not saved yet" : ""}</span>
                {fault && canRetry && (
                  <button type="button" className="btn btn-line btn-sm" onClick={picture.retry}>
                    <RotateCw className="ico ico-16" aria-hidden="true" />
                    Retry
                  </button>
                )}
                <button type="button" className="btn btn-line btn-sm" onClick={picture.cancel}>
                  <X className="ico ico-16" aria-hidden="true" />
                  {sent === undefined ? "Take it out" : "Cancel"}
                </button>
              </span>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}

/** Returns an object URL of the file. */
export function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
