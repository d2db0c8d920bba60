import { useEffect, useMemo, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { type AdminImage, useOrderImagesMutation, useSaveImageMutation } from "@/features/admin/products/productsApi";
import { imageProblem } from "@/shared/admin/form/imageFiles";
import { useUploadPicture } from "@/shared/admin/form/useUploadPicture";
import { errorReason, isSignedOut } from "@/shared/api/errors";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { keyOf, moved, type NewImage, tilesOf } from "./imageOrder";

export type ProductImages = ReturnType<typeof useProductImages>;

interface Linked {
  id?: number;
  error?: unknown;
}

let lastKey = 0;

/** The images of a product form: saved and new ones, and their order. */
export function useProductImages(images: AdminImage[]) {
  const dispatch = useDispatch();
  const { added, latest, patch, add, drop, retry, settled } = useUploadQueue();
  const [order, setOrder] = useState<string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const [saveImage] = useSaveImageMutation();
  const [orderImages] = useOrderImagesMutation();
  const tiles = useMemo(() => tilesOf(images, added, order), [images, added, order]);
  const keys = tiles.map(({ key }) => key);

  const remove = (key: string) => {
    drop(key);
    dispatch(toastShown("info", "New image removed"));
  };
  const move = (key: string, to: number) => setOrder(moved(keys, key, to));

  /** Links an uploaded image to the product. Returns its id, or the error, which is also shown at the image. */
  const link = async (productId: number, { key, upload }: NewImage): Promise<Linked> => {
    if (!upload) return {};
    const { data, error } = await saveImage({ productId, type: "gallery", upload });
    if (!data) {
      patch(key, { fault: errorReason(error), upload: undefined, canRetry: true });
      return { error };
    }
    setOrder((now) => now.map((each) => (each === key ? keyOf(data.id) : each)));
    drop(key);
    return { id: data.id };
  };

  /** Links the new images one by one and saves a changed order. Returns the error, or that some images failed. */
  const linkAll = async (productId: number): Promise<{ error?: unknown; unfinished?: boolean }> => {
    const ids: number[] = [];
    const linked: number[] = [];
    await settled();
    for (const { image, picture } of tilesOf(images, latest(), order)) {
      const { id, error }: Linked = image ?? (await link(productId, picture));
      // The session has ended, so the others would fail too; the sign-in page reports it.
      if (isSignedOut(error)) return { unfinished: true };
      if (id !== undefined) ids.push(id);
      if (id !== undefined && picture) linked.push(id);
    }
    if (latest().length > 0) {
      dispatch(toastShown("error", "Failed to save product image"));
      return { unfinished: true };
    }
    const stored = [...images.map(({ id }) => id), ...linked];
    if (ids.join() === stored.join()) return {};
    const { error } = await orderImages({ productId, ids });
    return error ? { error } : {};
  };
  const saveAll = async (productId: number) => {
    setSaving(true);
    try {
      return await linkAll(productId);
    } finally {
      setSaving(false);
    }
  };

  const natural = tilesOf(images, added, []).map(({ key }) => key);
  const dirty = added.length > 0 || natural.join() !== keys.join();
  const isSending = added.some(({ sent }) => sent !== undefined);
  return { tiles, added, dirty, isSending, isSaving, add, remove, retry, move, saveAll };
}

/** Uploads chosen images one after the other; each can be cancelled. */
function useUploadQueue() {
  const [added, setAdded] = useState<NewImage[]>([]);
  const uploadPicture = useUploadPicture();
  const known = useRef(added);
  const queue = useRef(Promise.resolve());
  const cancelled = useRef(new Set<string>());
  const currentUpload = useRef<{ key: string; abort: () => void }>(undefined);
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
      currentUpload.current?.abort();
    };
  }, []);

  /** A ref holds the latest list, since saving must not use the list of an older render. */
  const update = (change: (now: NewImage[]) => NewImage[]) => {
    known.current = change(known.current);
    setAdded(known.current);
  };
  const patch = (key: string, change: Partial<NewImage>) =>
    update((now) => now.map((picture) => (picture.key === key ? { ...picture, ...change } : picture)));
  const send = async ({ key, file }: NewImage) => {
    if (isOver.current || cancelled.current.has(key)) return;
    const request = uploadPicture(file, (sent) => patch(key, { sent }));
    currentUpload.current = { key, abort: request.abort };
    const { data, error } = await request;
    currentUpload.current = undefined;
    if (data) return patch(key, { sent: undefined, upload: data.upload });
    // The session has ended, so the others would fail too; the sign-in page reports it.
    if (isSignedOut(error)) isOver.current = true;
    patch(key, { sent: undefined, fault: errorReason(error), canRetry: true });
  };
  const enqueue = (picture: NewImage) => {
    queue.current = queue.current.then(() => send(picture));
  };

  const add = (files: Iterable<File>) => {
    const fresh = [...files].map((file): NewImage => {
      lastKey += 1;
      const fault = imageProblem(file);
      return { key: `new-${lastKey}`, file, ...(fault ? { fault } : { sent: 0 }) };
    });
    update((now) => [...now, ...fresh]);
    for (const picture of fresh) if (!picture.fault) enqueue(picture);
  };
  const drop = (key: string) => {
    cancelled.current.add(key);
    if (currentUpload.current?.key === key) currentUpload.current.abort();
    update((now) => now.filter((picture) => picture.key !== key));
  };
  const retry = (picture: NewImage) => {
    patch(picture.key, { sent: 0, fault: undefined, canRetry: undefined });
    enqueue(picture);
  };
  return { added, latest: () => known.current, patch, add, drop, retry, settled: () => queue.current };
}
