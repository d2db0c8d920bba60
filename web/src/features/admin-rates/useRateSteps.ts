import { type FormEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { isApiError } from "@/shared/api/errors";
import { useSave } from "@/shared/portal/useSave";
import type { RateValues } from "./RateForm";
import { type RateEffect, type RateFields, useForeseeRateMutation, useSaveRateMutation } from "./ratesApi";

type Step = "look" | "save" | "confirm";

interface RateSteps {
  form: UseFormReturn<RateValues>;
  values: RateValues;
  id: number | undefined;
  onClose: () => void;
}

const written = ({ r22kRate, r24kRate, date }: RateValues) => [r22kRate, r24kRate, date].join();
const needsWord = (error: unknown) =>
  isApiError(error) && error.status === 409 && (error.data as { reason?: string } | undefined)?.reason === "confirm";

/** Look, save, and where the rate moves by more than 5 %, confirm; other figures start anew. */
export function useRateSteps({ form, values, id, onClose }: RateSteps) {
  const [foresee] = useForeseeRateMutation();
  const [save] = useSaveRateMutation();
  const [seen, setSeen] = useState<{ of: string; effect: RateEffect; asked: boolean } | null>(null);
  const current = seen?.of === written(values) ? seen : null;
  const step: Step = !current ? "look" : current.asked ? "confirm" : "save";
  const fieldsOf = (typed: RateValues): RateFields => ({
    ...(id && { id }),
    r22kRate: Number(typed.r22kRate),
    r24kRate: Number(typed.r24kRate),
    date: typed.date,
  });

  const look = useSave(form, {
    save: async (typed) => {
      const { data, error } = await foresee(fieldsOf(typed));
      if (data) setSeen({ of: written(typed), effect: data, asked: false });
      return { error };
    },
    failed: "Failed to save gold rate",
    onDone: () => {},
  });
  const keep = useSave(form, {
    save: async (typed) => {
      const { error } = await save({ ...fieldsOf(typed), confirm: step === "confirm" });
      // Another rate came in between, which makes this one a steep move.
      if (!needsWord(error)) return { error };
      const again = await foresee(fieldsOf(typed));
      if (again.data) setSeen({ of: written(typed), effect: again.data, asked: true });
      return { error: again.error, unfinished: !again.error };
    },
    done: id ? "Gold rate updated" : "Gold rate added",
    failed: "Failed to save gold rate",
    onDone: onClose,
  });

  const submit = (event: FormEvent) => {
    look.setFailure(undefined);
    keep.setFailure(undefined);
    if (step === "look") return look.submit(event);
    if (step === "save" && current?.effect.needsConfirm) return setSeen({ ...current, asked: true });
    return keep.submit(event);
  };
  return {
    step,
    effect: current?.effect,
    failure: look.failure ?? keep.failure,
    saving: form.formState.isSubmitting,
    submit,
  };
}
