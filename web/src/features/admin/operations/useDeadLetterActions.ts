import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import { pluralize } from "@/shared/format";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { type DeadLetter, useResolveDeadLettersMutation } from "./operationsApi";

/** Retries and discards dead letters; an error is shown at its row. */
export function useDeadLetterActions() {
  const dispatch = useDispatch();
  const [resolve, { isLoading }] = useResolveDeadLettersMutation();
  const [failures, setFailures] = useState<Record<number, string>>({});

  const carryOut = async (asked: Parameters<typeof resolve>[0], done: (count: number) => string) => {
    const { data, error } = await resolve(asked);
    const [id] = asked.ids ?? [];
    if (id !== undefined)
      setFailures(({ [id]: _, ...others }) => (error ? { ...others, [id]: errorReason(error) } : others));
    dispatch(error ? failureShown(error, errorReason(error)) : toastShown("success", done(data.ids.length)));
    // The button was removed with its row.
    if (!error) document.getElementById("dead-letters")?.focus();
  };
  const deliveries = (count: number) => pluralize(count, "delivery", "deliveries");
  const again = (count: number) => `${deliveries(count)} will be tried again`;

  return {
    isBusy: isLoading,
    failures,
    retry: ({ id }: DeadLetter) => void carryOut({ flag: "retry", ids: [id] }, again),
    retryAll: (dead: number) => {
      if (window.confirm(`Try ${deliveries(dead)} again?`)) void carryOut({ flag: "retry", all: true }, again);
    },
    discard: ({ id, consumer }: DeadLetter) => {
      const question = `Discard delivery ${id} (${consumer.replaceAll("_", " ")})? It will never be carried out.`;
      if (window.confirm(question))
        void carryOut({ flag: "discard", ids: [id] }, (count) => `${deliveries(count)} discarded`);
    },
  };
}
