import { type FormEvent, useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useSave } from "@/shared/admin/form/useSave";
import { isApiError } from "@/shared/api/errors";
import type { SyncedForm } from "@/shared/form/useSyncedForm";
import type { RateValues } from "./RateForm";
import { type RateEffect, type RateFields, usePreviewRateMutation, useSaveRateMutation } from "./ratesApi";

type Step = "preview" | "save" | "confirm";

interface RateSteps {
  form: UseFormReturn<RateValues>;
  values: RateValues;
  synced: SyncedForm<RateValues> & { opened: RateValues };
  id: number | undefined;
  onClose: () => void;
}

const written = ({ r22kRate, r24kRate, date }: RateValues) => [r22kRate, r24kRate, date].join();
const needsConfirmation = (error: unknown) =>
  isApiError(error) && error.status === 409 && (error.data as { reason?: string } | undefined)?.reason === "confirm";

/**
 * In milliseconds: a press so soon after a step, such as the second one of a double click, is not meant for the next
 * step.
 */
const pauseAfterStep = 500;

/** Steps: preview, save, and confirm for a change of more than 5 %. Editing starts over. */
export function useRateSteps({ form, values, synced, id, onClose }: RateSteps) {
  const [previewRate] = usePreviewRateMutation();
  const [save] = useSaveRateMutation();
  const [seen, setSeen] = useState<{ of: string; effect: RateEffect; asked: boolean } | null>(null);
  const [settled, setSettled] = useState(seen);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(seen), pauseAfterStep);
    return () => clearTimeout(timer);
  }, [seen]);
  const current = seen?.of === written(values) ? seen : null;
  const step: Step = !current ? "preview" : current.asked ? "confirm" : "save";
  const fieldsOf = (typed: RateValues): RateFields => ({
    ...(id && { id }),
    r22kRate: Number(typed.r22kRate),
    r24kRate: Number(typed.r24kRate),
    date: typed.date,
  });

  const previewStep = useSave(form, {
    save: async (typed) => {
      const { data, error } = await previewRate(fieldsOf(typed));
      if (data) setSeen({ of: written(typed), effect: data, asked: false });
      return { error };
    },
    failed: "Failed to save gold rate",
    onDone: () => {},
    synced,
  });
  const saveStep = useSave(form, {
    save: async (typed) => {
      const { error } = await save({
        ...{ ...fieldsOf(typed), confirm: step === "confirm" },
        ...(id && { seen: synced.opened }),
      });
      // Another rate was saved meanwhile, which makes this one a large change.
      if (!needsConfirmation(error)) return { error };
      const again = await previewRate(fieldsOf(typed));
      if (again.data) setSeen({ of: written(typed), effect: again.data, asked: true });
      return { error: again.error, unfinished: !again.error };
    },
    done: id ? "Gold rate updated" : "Gold rate added",
    failed: "Failed to save gold rate",
    onDone: onClose,
    synced,
  });

  const submit = (event: FormEvent) => {
    previewStep.setFailure(undefined);
    saveStep.setFailure(undefined);
    if (step === "preview") return previewStep.submit(event);
    if (step === "save" && current?.effect.needsConfirm) return setSeen({ ...current, asked: true });
    return saveStep.submit(event);
  };
  return {
    step,
    effect: current?.effect,
    failure: previewStep.failure ?? saveStep.failure,
    saving: previewStep.saving || saveStep.saving || (current !== null && current !== settled),
    submit,
  };
}
