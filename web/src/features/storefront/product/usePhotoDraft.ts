import { useEffect, useRef, useState } from "react";
import { errorReason } from "@/shared/api/errors";
import type { ReviewPhotoIn } from "@/shared/api/schema";
import { type ReviewPhoto, useUploadReviewPhotoMutation } from "./reviewsApi";

export const photoLimit = 4;
const largestFile = 10 * 1024 * 1024;

export interface ChosenPhoto {
  key: string;
  state: "saved" | "sending" | "sent";
  /** A photo that the review has. */
  saved?: ReviewPhoto;
  /** The file as this browser shows it, until the shop has rebuilt it. */
  preview?: string;
  /** The key of the upload. */
  upload?: string;
}

export interface PhotoDraft {
  photos: ChosenPhoto[];
  problem: string | undefined;
  isSending: boolean;
  /** What is to be saved; undefined if nothing has changed. */
  wanted: ReviewPhotoIn[] | undefined;
  add: (files: File[]) => void;
  remove: (key: string) => void;
}

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
  useEffect(() => () => previews.current.forEach((url) => void URL.revokeObjectURL(url)), []);

  const photos = [...saved.map(savedAs).filter(({ key }) => !removed.includes(key)), ...added];
  const send = async (file: File) => {
    const preview = URL.createObjectURL(file);
    previews.current.push(preview);
    const key = `new-${next.current++}`;
    setAdded((before) => [...before, { key, state: "sending", preview }]);
    const { data, error } = await upload(file);
    if (error) setProblem(errorReason(error));
    setAdded((before) =>
      before.flatMap((photo) => {
        if (photo.key !== key) return [photo];
        return data ? [{ ...photo, state: "sent" as const, upload: data.upload }] : [];
      }),
    );
  };
  return {
    photos,
    problem,
    isSending: added.some(({ state }) => state === "sending"),
    wanted:
      added.length + removed.length === 0
        ? undefined
        : photos.map(({ saved: kept, upload: sent }) => (kept ? { id: kept.id } : { upload: sent })),
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
      for (const file of files.filter(({ size }) => size <= largestFile).slice(0, room)) void send(file);
    },
    remove: (key) => {
      setProblem(undefined);
      if (key.startsWith("saved-")) setRemoved((before) => [...before, key]);
      else setAdded((before) => before.filter((photo) => photo.key !== key));
    },
  };
}
