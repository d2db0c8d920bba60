import { useCallback, useEffect, useState } from "react";
import { type Subject, useSetDeviceMutation, useShowDeviceMutation } from "@/shared/api/notifications";
import { isPushSupported, type PushRefusal, presentSubscription, subscribe, unsubscribe } from "./browserPush";

/** What this device shows, and how to change it. The browser asks for permission only after `choose`. */
export function useDevice(publicKey: string | null | undefined) {
  const [subjects, setSubjects] = useState<Subject[]>([]);
  const [refusal, setRefusal] = useState<PushRefusal | "notSaved">();
  const [isBusy, setBusy] = useState(false);
  const [show] = useShowDeviceMutation();
  const [set] = useSetDeviceMutation();
  const isSupported = isPushSupported();
  const isDenied = isSupported && Notification.permission === "denied";

  useEffect(() => {
    if (!publicKey) return;
    let isGone = false;
    void presentSubscription().then(async (present) => {
      if (!present) return;
      const { data } = await show(present.endpoint);
      if (data && !isGone) setSubjects(data.subjects);
    });
    return () => {
      isGone = true;
    };
  }, [publicKey, show]);

  const choose = useCallback(
    async (wanted: Subject[]): Promise<boolean> => {
      if (!publicKey) return false;
      setBusy(true);
      setRefusal(undefined);
      const subscribed = await subscribe(publicKey);
      if (typeof subscribed === "string") {
        setBusy(false);
        setRefusal(subscribed);
        return false;
      }
      const { data } = await set({ ...subscribed, subjects: wanted });
      if (data) setSubjects(data.subjects);
      else setRefusal("notSaved");
      if (data && wanted.length === 0) await unsubscribe();
      setBusy(false);
      return data !== undefined;
    },
    [publicKey, set],
  );

  return { subjects, choose, isBusy, refusal, isSupported, isDenied };
}

/** Why a device shows nothing, in words. */
export const refusalText: Record<PushRefusal | "notSaved", string> = {
  unsupported: "This browser shows no notifications. We write to you by mail.",
  denied: "This browser does not let us notify you. Allow it in the browser's settings; until then we write by mail.",
  failed: "This browser could not be reached by a push service. We write to you by mail.",
  notSaved: "Not saved. Please try again.",
};
