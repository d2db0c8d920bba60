import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch } from "react-redux";
import { endOfSession } from "@/shared/api/baseQuery";
import type { ApiError } from "@/shared/api/errors";
import { formOf, type OnProgress, sendForm } from "@/shared/api/sendForm";
import type { Thunk } from "@/shared/api/thunk";
import { sessionEnded } from "@/shared/session/sessionSlice";

/** An uploaded image that the server has checked. `upload` is its key for saving. */
interface Uploaded {
  upload: string;
}

/** Resolves with the upload, or with the reason of the failure. */
export interface RunningUpload extends Promise<{ data?: Uploaded; error?: ApiError }> {
  abort: () => void;
}

/**
 * Returns a function that uploads one image. It is not a mutation of RTK Query, which holds back every refetch while a
 * mutation is pending: during a slow upload, the portal's lists would stay old.
 */
export function useUploadPicture() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return (file: File, onProgress: OnProgress) => dispatch(uploadOf(file, onProgress));
}

function uploadOf(file: File, onProgress: OnProgress): Thunk<RunningUpload> {
  return (dispatch, _getState, extra) => {
    const controller = new AbortController();
    const upload = async () => {
      const call = { signal: controller.signal, extra };
      const sent = await sendForm("/productimage/?flag=upload", formOf({ imageUrl: file }), call, onProgress);
      const ended = sent.error && endOfSession(sent.error, "admin");
      if (ended) dispatch(sessionEnded({ ...ended, signInNeeded: true }));
      return sent as { data?: Uploaded; error?: ApiError };
    };
    return Object.assign(upload(), { abort: () => controller.abort() });
  };
}
