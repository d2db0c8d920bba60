import { useCallback, useEffect, useState } from "react";
import { isApiError } from "@/shared/api/errors";
import { type Subject, useSetDeviceMutation, useShowDeviceMutation } from "@/shared/api/notifications";
import { isPushSupported, type PushRefusal, presentSubscription, subscribe, unsubscribe } from "./browserPush";

/**
 * The subjects that this device shows, and functions that change them. `subjects` is undefined while it is loaded, and
 * if that failed. The browser asks for permission only after `choose`.
 */
export function useDevice(publicKey: string | null | undefined) {
  const [subjects, setSubjects] = useState<Subject[]>();
  const [refusal, setRefusal] = useState<PushRefusal | "notSaved" | "otherKey">();
  const [isLoading, setLoading] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [show] = useShowDeviceMutation();
  const [set] = useSetDeviceMutation();
  const isSupported = isPushSupported();
  const isDenied = isSupported && Notification.permission === "denied";

  /** Returns the subjects that the device shows now, or undefined if they could not be loaded. */
  const load = useCallback(async (): Promise<Subject[] | undefined> => {
    try {
      const present = await presentSubscription(publicKey ?? undefined);
      return present ? (await show(present.endpoint)).data?.subjects : [];
    } catch {
      return undefined;
    }
  }, [publicKey, show]);

  useEffect(() => {
    if (!publicKey) return;
    let isGone = false;
    void load().then((loaded) => {
      if (isGone) return;
      setSubjects(loaded);
      setLoading(false);
    });
    return () => {
      isGone = true;
    };
  }, [publicKey, load]);

  const choose = useCallback(
    async (subject: Subject, isWanted: boolean): Promise<boolean> => {
      if (!publicKey) return false;
      setBusy(true);
      setRefusal(undefined);
      // The others are sent too: without knowing them, they would be switched off.
      const known = subjects ?? (await load());
      if (!known) {
        setBusy(false);
        setRefusal("notSaved");
        return false;
      }
      const others = known.filter((each) => each !== subject);
      const wanted = isWanted ? [...others, subject] : others;
      const subscribed = await subscribe(publicKey);
      if (typeof subscribed === "string") {
        setBusy(false);
        setRefusal(subscribed);
        return false;
      }
      const { data, error } = await set({ ...subscribed, pushKey: publicKey, subjects: wanted });
      if (data) setSubjects(data.subjects);
      else setRefusal((isApiError(error) && refusals[error.status]) || "notSaved");
      if (data && wanted.length === 0) await unsubscribe();
      setBusy(false);
      return data !== undefined;
    },
    [publicKey, subjects, load, set],
  );

  return { subjects, choose, isLoading, isBusy, refusal, isSupported, isDenied };
}

/** Explains the API's refusal to store a device: 422 means that the address is not one of a push service. */
const refusals: Record<string | number, "failed" | "otherKey" | undefined> = { 409: "otherKey", 422: "failed" };

/** Returns the reason why a device shows nothing. */
export const refusalText: Record<PushRefusal | "notSaved" | "otherKey", string> = {
  unsupported: "This browser shows no notifications. We write to you by mail.",
  denied: "This browser does not let us notify you. Allow it in the browser's settings; until then we write by mail.",
  failed: "This browser could not be reached by a push service. We write to you by mail.",
  notSaved: "Not saved. Please try again.",
  otherKey: "The shop has another key now. Please load the page again.",
};
