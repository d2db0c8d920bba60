import { useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { confirmed } from "@/shared/admin/confirm/confirmed";
import { consumerText } from "@/shared/admin/eventTexts";
import { errorReason } from "@/shared/api/errors";
import { pluralize } from "@/shared/format";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { type DeadLetter, useResolveDeadLettersMutation } from "./operationsApi";

interface Progress {
  /** The consumer whose dead letters are retried; empty for all. */
  kind: string;
  done: number;
  total: number;
}

/** Retries and discards dead letters; an error is shown at its row. All of a kind are retried in batches. */
export function useDeadLetterActions() {
  const dispatch = useDispatch();
  const [resolve, { isLoading }] = useResolveDeadLettersMutation();
  const [failures, setFailures] = useState<Record<number, string>>({});
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  const carryOut = async (asked: Parameters<typeof resolve>[0], done: (count: number) => string) => {
    const { data, error } = await resolve(asked);
    const [id] = asked.ids ?? [];
    if (id !== undefined)
      setFailures(({ [id]: _, ...others }) => (error ? { ...others, [id]: errorReason(error) } : others));
    dispatch(error ? failureShown(error) : toastShown("success", done(data.ids.length)));
    // The button was removed with its row.
    if (!error) document.getElementById("dead-letters")?.focus();
  };
  const deliveries = (count: number) => pluralize(count, "delivery", "deliveries");
  const again = (count: number) => `${deliveries(count)} will be tried again`;

  const retryInBatches = async (kind: string, total: number) => {
    isStopped.current = false;
    let done = 0;
    let left = total;
    while (left > 0 && !isStopped.current) {
      setProgress({ kind, done, total: done + left });
      const { data, error } = await resolve(kind ? { flag: "retry", consumer: kind } : { flag: "retry", all: true });
      // After the first batch a refusal means that another operator retried the rest.
      if (error && done === 0) dispatch(failureShown(error));
      if (error) break;
      done += data.ids.length;
      left = data.left;
    }
    setProgress(null);
    if (done > 0) dispatch(toastShown("success", again(done)));
    document.getElementById("dead-letters")?.focus();
  };

  return {
    isBusy: isLoading || progress !== null,
    failures,
    progress,
    stop: () => {
      isStopped.current = true;
    },
    retry: ({ id }: DeadLetter) => void carryOut({ flag: "retry", ids: [id] }, again),
    retryAll: async (dead: number, kind = "") => {
      const which = kind ? ` of ${consumerText(kind)}` : "";
      const title = `Try ${deliveries(dead)}${which} again?`;
      if (await confirmed({ title, says: ["Each is carried out once more, the oldest first."], action: "Retry" }))
        await retryInBatches(kind, dead);
    },
    discard: async ({ id, consumer }: DeadLetter) => {
      const title = `Discard delivery ${id} (${consumerText(consumer)})?`;
      if (await confirmed({ title, says: ["It will never be carried out."], action: "Discard" }))
        await carryOut({ flag: "discard", ids: [id] }, (count) => `${deliveries(count)} discarded`);
    },
  };
}
