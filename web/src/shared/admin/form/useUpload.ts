import { useEffect, useRef, useState } from "react";
import { errorReason, isSignedOut } from "@/shared/api/errors";
import { imageProblem } from "./imageFiles";
import { type RunningUpload, useUploadPicture } from "./useUploadPicture";

/** The state of one upload. */
export interface UploadState {
  file?: File;
  /** The uploaded part, from 0 to 1, during the upload. */
  sent?: number;
  /** The key of the upload on the server. */
  upload?: string;
  fault?: string;
  /** Whether a retry may succeed. */
  canRetry?: boolean;
}

/** Checks and uploads one image as soon as it is chosen; saving only refers to it. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({});
  const uploadPicture = useUploadPicture();
  const request = useRef<RunningUpload>(undefined);
  const result = useRef<Promise<string | undefined>>(Promise.resolve(undefined));
  useEffect(() => () => request.current?.abort(), []);

  const send = (file: File) => {
    result.current = sendNow(file);
  };
  const sendNow = async (file: File): Promise<string | undefined> => {
    request.current?.abort();
    setState({ file, sent: 0 });
    const own = uploadPicture(file, (sent) => setState((now) => (now.file === file ? { file, sent } : now)));
    request.current = own;
    const { data, error } = await own;
    if (request.current !== own) return result.current;
    request.current = undefined;
    if (data) setState({ file, upload: data.upload });
    else setState({ file, fault: isSignedOut(error) ? undefined : errorReason(error), canRetry: true });
    return data?.upload;
  };
  /** Takes a file; returns the problem if it is not uploaded. */
  const choose = (file: File): string | undefined => {
    const fault = imageProblem(file);
    if (fault) {
      cancel();
      setState({ fault });
    } else send(file);
    return fault;
  };
  const cancel = () => {
    request.current?.abort();
    request.current = undefined;
    result.current = Promise.resolve(undefined);
    setState({});
  };
  const retry = () => state.file && send(state.file);
  /** Resolves with the upload's key when no upload is running; undefined without one. */
  const settled = () => result.current;
  const setFault = (fault: string) => setState((now) => ({ ...now, fault: now.fault ?? fault }));
  return { ...state, choose, cancel, retry, setFault, settled };
}
