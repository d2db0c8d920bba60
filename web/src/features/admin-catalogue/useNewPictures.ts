import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import { pictureFault } from "@/shared/portal/pictures";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { useSaveImageMutation } from "./productsApi";

/** A picture that the shop does not have yet. */
export interface NewPicture {
  key: number;
  file: File;
  /** How much of it has gone out, from 0 to 1, while it does. */
  sent?: number;
  fault?: string;
}

export type NewPictures = ReturnType<typeof useNewPictures>;

let lastKey = 0;

/** The pictures that were chosen and not sent yet: they go out one by one, and what fails stays with its reason. */
export function useNewPictures() {
  const dispatch = useDispatch();
  const [list, setList] = useState<NewPicture[]>([]);
  const [saveImage] = useSaveImageMutation();
  const patch = (key: number, change: Partial<NewPicture>) =>
    setList((now) => now.map((picture) => (picture.key === key ? { ...picture, ...change } : picture)));
  const drop = (key: number) => setList((now) => now.filter((picture) => picture.key !== key));

  const add = (files: Iterable<File>) => {
    const added = [...files].map((file): NewPicture => {
      lastKey += 1;
      return { key: lastKey, file, fault: pictureFault(file) };
    });
    setList((now) => [...now, ...added]);
  };
  const remove = (key: number) => {
    drop(key);
    dispatch(toastShown("info", "New image removed"));
  };
  /** Whether all of them arrived. */
  const sendAll = async (productId: number): Promise<boolean> => {
    let all = true;
    for (const { key, file } of list) {
      const fault = pictureFault(file);
      patch(key, { fault, sent: fault ? undefined : 0 });
      const { error } = fault
        ? { error: fault }
        : await saveImage({ productId, type: "gallery", image: file, onProgress: (sent) => patch(key, { sent }) });
      if (error) patch(key, { sent: undefined, fault: fault ?? errorReason(error) });
      else drop(key);
      all &&= !error;
    }
    if (!all) dispatch(toastShown("error", "Failed to save product image"));
    return all;
  };
  return { list, add, remove, sendAll };
}
