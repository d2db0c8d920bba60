import { useState } from "react";
import { useDispatch } from "react-redux";
import { errorReason } from "@/shared/api/errors";
import { counted } from "@/shared/format";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { type DeadLetter, useSettleDeadMutation } from "./operationsApi";

/** Retries and discards dead letters; what the shop refuses stays at its row. */
export function useSettle() {
  const dispatch = useDispatch();
  const [settle, { isLoading }] = useSettleDeadMutation();
  const [failures, setFailures] = useState<Record<number, string>>({});

  const carryOut = async (asked: Parameters<typeof settle>[0], done: (count: number) => string) => {
    const { data, error } = await settle(asked);
    const [id] = asked.ids ?? [];
    if (id !== undefined)
      setFailures(({ [id]: _, ...others }) => (error ? { ...others, [id]: errorReason(error) } : others));
    dispatch(error ? failureShown(error, errorReason(error)) : toastShown("success", done(data.ids.length)));
    // Its button is gone with the row.
    if (!error) document.getElementById("dead-letters")?.focus();
  };
  const deliveries = (count: number) => counted(count, "delivery", "deliveries");
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
