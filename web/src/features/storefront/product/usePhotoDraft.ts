import { useEffect, useRef, useState } from "react";
import { errorReason, isApiError, isUnanswered } from "@/shared/api/errors";
import type { ReviewPhotoIn } from "@/shared/api/schema";
import { type ReviewPhoto, useUploadReviewPhotoMutation } from "./reviewsApi";

export const photoLimit = 4;
const largestFile = 10 * 1024 * 1024;

export interface ChosenPhoto {
  key: string;
  /** A failed photo stays, since a retry may succeed. */
  state: "saved" | "sending" | "failed" | "sent";
  /** A photo that the review has. */
  saved?: ReviewPhoto;
  /** The file as this browser shows it, until the shop has rebuilt it. */
  preview?: string;
  file?: File;
  /** The uploaded part, from 0 to 1. */
  part?: number;
  /** The key of the upload. */
  upload?: string;
}

export interface PhotoDraft {
  photos: ChosenPhoto[];
  problem: string | undefined;
  isSending: boolean;
  /** The photos to save; undefined if nothing has changed. */
  wanted: ReviewPhotoIn[] | undefined;
  /** Whether the review can be sent. If a photo has failed, this says so. */
  check: () => boolean;
  /** Shows why the shop refuses the photos. */
  refuse: (reason: string) => void;
  add: (files: File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
}

/** A refused file would be refused again, unless the cause was the rate limit. */
const canRetry = (error: unknown) => isUnanswered(error) || (isApiError(error) && error.status === 429);

const savedAs = (saved: ReviewPhoto): ChosenPhoto => ({ key: `saved-${saved.id}`, state: "saved", saved });

/** The photos of a review while it is written. A file is uploaded, and checked by the shop, when it is chosen. */
export function usePhotoDraft(saved: ReviewPhoto[]): PhotoDraft {
  const [added, setAdded] = useState<ChosenPhoto[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  // An added photo has an id once it is saved.
  const ids = saved.map(({ id }) => id).join();
  const [known, setKnown] = useState(ids);
  if (ids !== known) {
    setKnown(ids);
    setAdded([]);
    setRemoved([]);
  }
  const [upload] = useUploadReviewPhotoMutation();
  const next = useRef(0);
  const previews = useRef<string[]>([]);
  const requests = useRef(new Map<string, ReturnType<typeof upload>>());
  useEffect(
    () => () => {
      for (const request of requests.current.values()) request.abort();
      for (const url of previews.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const photos = [...saved.map(savedAs).filter(({ key }) => !removed.includes(key)), ...added];
  const patch = (key: string, change: Partial<ChosenPhoto>) =>
    setAdded((before) => before.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)));
  const drop = (key: string) => setAdded((before) => before.filter((photo) => photo.key !== key));
  // The same content has the same key of an upload, which a review can name once.
  const copy = added.find(({ upload: sent }, at) => sent && added.findIndex((photo) => photo.upload === sent) < at);
  if (copy) {
    drop(copy.key);
    setProblem(`You have added the photo ${copy.file?.name} already.`);
  }
  const send = async (key: string, file: File) => {
    const request = upload({ file, onProgress: (part) => patch(key, { part }) });
    requests.current.set(key, request);
    const { data, error } = await request;
    // A removed photo was aborted.
    if (!requests.current.delete(key)) return;
    if (data) return patch(key, { state: "sent", upload: data.upload });
    setProblem(errorReason(error));
    if (canRetry(error)) patch(key, { state: "failed" });
    else drop(key);
  };
  const start = (file: File) => {
    const preview = URL.createObjectURL(file);
    previews.current.push(preview);
    const key = `new-${next.current++}`;
    setAdded((before) => [...before, { key, state: "sending", preview, file, part: 0 }]);
    void send(key, file);
  };
  return {
    photos,
    problem,
    isSending: added.some(({ state }) => state === "sending"),
    wanted:
      added.length + removed.length === 0
        ? undefined
        : photos.map(({ saved: kept, upload: sent }) => (kept ? { id: kept.id } : { upload: sent })),
    check: () => {
      const hasFailed = added.some(({ state }) => state === "failed");
      if (hasFailed) setProblem("A photo was not sent. Please retry or remove it.");
      return !hasFailed;
    },
    refuse: setProblem,
    add: (files) => {
      const room = photoLimit - photos.length;
      const tooLarge = files.find(({ size }) => size > largestFile);
      setProblem(
        tooLarge
          ? `${tooLarge.name} has more than 10 MB. Please choose a smaller photo.`
          : files.length > room
            ? `A review has at most ${photoLimit} photos.`
            : undefined,
      );
      for (const file of files.filter(({ size }) => size <= largestFile).slice(0, room)) start(file);
    },
    retry: (key) => {
      const file = added.find((photo) => photo.key === key)?.file;
      if (!file) return;
      setProblem(undefined);
      patch(key, { state: "sending", part: 0 });
      void send(key, file);
    },
    remove: (key) => {
      setProblem(undefined);
      if (key.startsWith("saved-")) return setRemoved((before) => [...before, key]);
      const request = requests.current.get(key);
      requests.current.delete(key);
      request?.abort();
      drop(key);
    },
  };
}
