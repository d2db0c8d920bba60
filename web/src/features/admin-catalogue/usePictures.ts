import { useEffect, useMemo, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason, isSignedOut } from "@/shared/api/errors";
import { pictureFault } from "@/shared/portal/pictures";
import { useUploadPictureMutation } from "@/shared/portal/uploadsApi";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { keyOf, moved, type NewPicture, tilesOf } from "./pictureOrder";
import { type StockedImage, useOrderImagesMutation, useSaveImageMutation } from "./productsApi";

export type Pictures = ReturnType<typeof usePictures>;

interface Linked {
  id?: number;
  error?: unknown;
}

let lastKey = 0;

/** A product's pictures as they are in the form: those of the shop, those that were chosen, and the order of all. */
export function usePictures(images: StockedImage[]) {
  const dispatch = useDispatch();
  const { added, latest, patch, add, drop, retry, settled } = useChosen();
  const [order, setOrder] = useState<string[]>([]);
  const [saveImage] = useSaveImageMutation();
  const [orderImages] = useOrderImagesMutation();
  const tiles = useMemo(() => tilesOf(images, added, order), [images, added, order]);
  const keys = tiles.map(({ key }) => key);

  const remove = (key: string) => {
    drop(key);
    dispatch(toastShown("info", "New image removed"));
  };
  const move = (key: string, to: number) => setOrder(moved(keys, key, to));

  /** Gives the product a picture that the server has; the id that it got, or why not, which stands at its tile. */
  const link = async (productId: number, { key, upload }: NewPicture): Promise<Linked> => {
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

  /** Links what is new, one by one, then the order where it is another: says whether all of it is in, or why not. */
  const saveAll = async (productId: number): Promise<{ error?: unknown; unfinished?: boolean }> => {
    const ids: number[] = [];
    const linked: number[] = [];
    await settled();
    for (const { image, picture } of tilesOf(images, latest(), order)) {
      const { id, error }: Linked = image ?? (await link(productId, picture));
      // None of the others would be taken either, and the sign-in tells why.
      if (isSignedOut(error)) return { unfinished: true };
      if (id !== undefined) ids.push(id);
      if (id !== undefined && picture) linked.push(id);
    }
    if (latest().length > 0) {
      dispatch(toastShown("error", "Failed to save product image"));
      return { unfinished: true };
    }
    const asStocked = [...images.map(({ id }) => id), ...linked];
    if (ids.join() === asStocked.join()) return {};
    const { error } = await orderImages({ productId, ids });
    return error ? { error } : {};
  };

  const natural = tilesOf(images, added, []).map(({ key }) => key);
  const dirty = added.length > 0 || natural.join() !== keys.join();
  const isSending = added.some(({ sent }) => sent !== undefined);
  return { tiles, added, dirty, isSending, add, remove, retry, move, saveAll };
}

/** The pictures that were chosen: each is checked and sent at once, one after the other, and may be cancelled. */
function useChosen() {
  const [added, setAdded] = useState<NewPicture[]>([]);
  const [uploadPicture] = useUploadPictureMutation();
  const known = useRef(added);
  const queue = useRef(Promise.resolve());
  const cancelled = useRef(new Set<string>());
  const underWay = useRef<{ key: string; abort: () => void }>(undefined);
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
      underWay.current?.abort();
    };
  }, []);

  /** What saves does so with what there is by then, and not with what was there as it began. */
  const update = (change: (now: NewPicture[]) => NewPicture[]) => {
    known.current = change(known.current);
    setAdded(known.current);
  };
  const patch = (key: string, change: Partial<NewPicture>) =>
    update((now) => now.map((picture) => (picture.key === key ? { ...picture, ...change } : picture)));
  const send = async ({ key, file }: NewPicture) => {
    if (isOver.current || cancelled.current.has(key)) return;
    const request = uploadPicture({ file, onProgress: (sent) => patch(key, { sent }) });
    underWay.current = { key, abort: () => request.abort() };
    const { data, error } = await request;
    underWay.current = undefined;
    if (data) return patch(key, { sent: undefined, upload: data.upload });
    // Nobody else's would be taken either, and the sign-in tells why.
    if (isSignedOut(error)) isOver.current = true;
    patch(key, { sent: undefined, fault: errorReason(error), canRetry: true });
  };
  const enqueue = (picture: NewPicture) => {
    queue.current = queue.current.then(() => send(picture));
  };

  const add = (files: Iterable<File>) => {
    const fresh = [...files].map((file): NewPicture => {
      lastKey += 1;
      const fault = pictureFault(file);
      return { key: `new-${lastKey}`, file, ...(fault ? { fault } : { sent: 0 }) };
    });
    update((now) => [...now, ...fresh]);
    for (const picture of fresh) if (!picture.fault) enqueue(picture);
  };
  const drop = (key: string) => {
    cancelled.current.add(key);
    if (underWay.current?.key === key) underWay.current.abort();
    update((now) => now.filter((picture) => picture.key !== key));
  };
  const retry = (picture: NewPicture) => {
    patch(picture.key, { sent: 0, fault: undefined, canRetry: undefined });
    enqueue(picture);
  };
  return { added, latest: () => known.current, patch, add, drop, retry, settled: () => queue.current };
}
