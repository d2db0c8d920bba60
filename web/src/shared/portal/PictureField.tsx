import { ImageUp } from "lucide-react";
import { useEffect, useState } from "react";
import { Field } from "@/shared/ui/Field";
import { pictureFault, pictureTypes } from "./pictures";

interface PictureFieldProps {
  file: File | undefined;
  /** The picture that is there already. */
  current?: string | null;
  error?: string;
  /** How much of it has been sent, from 0 to 1, while it is. */
  sent?: number;
  onPick: (file: File | undefined, fault: string | undefined) => void;
}

/** One picture: chosen or dropped, shown before it is saved. */
export function PictureField({ file, current, error, sent, onPick }: PictureFieldProps) {
  const [missing, setMissing] = useState<string>();
  const preview = usePreview(file) ?? current ?? undefined;
  const pick = (chosen: File | undefined) => {
    if (!chosen) return;
    const fault = pictureFault(chosen);
    onPick(fault ? undefined : chosen, fault);
  };
  return (
    <Field label="Image" error={error} hint="JPG, PNG, WebP or GIF, at most 10 MB">
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
              accept={pictureTypes.join()}
              {...control}
              onChange={(event) => pick(event.target.files?.[0])}
            />
            {sent !== undefined && (
              <progress aria-label="Upload" max={1} value={sent}>
                {Math.round(sent * 100)} %
              </progress>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}

/** The address of a file that only this page has. */
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
