import { useMemo, useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason, isSignedOut } from "@/shared/api/errors";
import { pictureFault } from "@/shared/portal/pictures";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { keyOf, moved, type NewPicture, tilesOf } from "./pictureOrder";
import { type StockedImage, useOrderImagesMutation, useSaveImageMutation } from "./productsApi";

export type Pictures = ReturnType<typeof usePictures>;

interface Sent {
  id?: number;
  error?: unknown;
}

let lastKey = 0;

/** A product's pictures as they are in the form: those of the shop, those to be sent, and the order of all. */
export function usePictures(images: StockedImage[]) {
  const dispatch = useDispatch();
  const [added, setAdded] = useState<NewPicture[]>([]);
  const [order, setOrder] = useState<string[]>([]);
  const [saveImage] = useSaveImageMutation();
  const [orderImages] = useOrderImagesMutation();
  const tiles = useMemo(() => tilesOf(images, added, order), [images, added, order]);
  const keys = tiles.map(({ key }) => key);
  const patch = (key: string, change: Partial<NewPicture>) =>
    setAdded((now) => now.map((picture) => (picture.key === key ? { ...picture, ...change } : picture)));

  const add = (files: Iterable<File>) => {
    const fresh = [...files].map((file): NewPicture => {
      lastKey += 1;
      return { key: `new-${lastKey}`, file, fault: pictureFault(file) };
    });
    setAdded((now) => [...now, ...fresh]);
  };
  const remove = (key: string) => {
    setAdded((now) => now.filter((picture) => picture.key !== key));
    dispatch(toastShown("info", "New image removed"));
  };
  const move = (key: string, to: number) => setOrder(moved(keys, key, to));

  /** Sends one; the id that the shop gave it, or why not, which stands at its tile. */
  const send = async (productId: number, { key, file }: NewPicture): Promise<Sent> => {
    const fault = pictureFault(file);
    patch(key, fault ? { fault } : { fault: undefined, sent: 0 });
    if (fault) return {};
    const onProgress = (sent: number) => patch(key, { sent });
    const { data, error } = await saveImage({ productId, type: "gallery", image: file, onProgress });
    if (!data) {
      patch(key, { sent: undefined, fault: errorReason(error) });
      return { error };
    }
    setOrder((now) => now.map((each) => (each === key ? keyOf(data.id) : each)));
    setAdded((now) => now.filter((picture) => picture.key !== key));
    return { id: data.id };
  };

  /** Sends what is new, one by one, then the order where it is another: says whether all of it arrived, or why not. */
  const saveAll = async (productId: number): Promise<{ error?: unknown; unfinished?: boolean }> => {
    const ids: number[] = [];
    const sent: number[] = [];
    for (const { image, picture } of tiles) {
      const { id, error }: Sent = image ?? (await send(productId, picture));
      // None of the others would be taken either, and the sign-in tells why.
      if (isSignedOut(error)) return { unfinished: true };
      if (id !== undefined) ids.push(id);
      if (id !== undefined && picture) sent.push(id);
    }
    if (ids.length < tiles.length) {
      dispatch(toastShown("error", "Failed to save product image"));
      return { unfinished: true };
    }
    const asStocked = [...images.map(({ id }) => id), ...sent];
    if (ids.join() === asStocked.join()) return {};
    const { error } = await orderImages({ productId, ids });
    return error ? { error } : {};
  };

  const natural = tilesOf(images, added, []).map(({ key }) => key);
  const dirty = added.length > 0 || natural.join() !== keys.join();
  return { tiles, added, dirty, add, remove, move, saveAll };
}
