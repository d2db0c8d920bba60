import { useEffect, useRef, useState } from "react";
import { errorReason, isSignedOut } from "@/shared/api/errors";
import { pictureFault } from "./pictures";
import { useUploadPictureMutation } from "./uploadsApi";

/** What becomes of one chosen picture. */
export interface UploadState {
  file?: File;
  /** How much of it has gone out, from 0 to 1, while it does. */
  sent?: number;
  /** What stands for it on the server, once that has it. */
  upload?: string;
  fault?: string;
  /** Whether another try may go better. */
  canRetry?: boolean;
}

/** One picture that is checked and sent as soon as it is chosen; saving only names it. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({});
  const [uploadPicture] = useUploadPictureMutation();
  const request = useRef<ReturnType<typeof uploadPicture>>(undefined);
  const kept = useRef<Promise<string | undefined>>(Promise.resolve(undefined));
  useEffect(() => () => request.current?.abort(), []);

  const send = (file: File) => {
    kept.current = sendNow(file);
  };
  const sendNow = async (file: File): Promise<string | undefined> => {
    request.current?.abort();
    setState({ file, sent: 0 });
    const own = uploadPicture({
      file,
      onProgress: (sent) => setState((now) => (now.file === file ? { file, sent } : now)),
    });
    request.current = own;
    const { data, error } = await own;
    if (request.current !== own) return kept.current;
    request.current = undefined;
    if (data) setState({ file, upload: data.upload });
    else setState({ file, fault: isSignedOut(error) ? undefined : errorReason(error), canRetry: true });
    return data?.upload;
  };
  /** Takes a file, and returns what is wrong with it where it is not even sent. */
  const choose = (file: File): string | undefined => {
    const fault = pictureFault(file);
    if (fault) {
      cancel();
      setState({ fault });
    } else send(file);
    return fault;
  };
  const cancel = () => {
    request.current?.abort();
    request.current = undefined;
    kept.current = Promise.resolve(undefined);
    setState({});
  };
  const retry = () => state.file && send(state.file);
  /** What stands for the picture once nothing is under way any more; undefined where there is none. */
  const settled = () => kept.current;
  const complain = (fault: string) => setState((now) => ({ ...now, fault: now.fault ?? fault }));
  return { ...state, choose, cancel, retry, complain, settled };
}
