import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { counted } from "@/shared/format";
import { FormModal } from "@/shared/portal/FormModal";
import { useSave } from "@/shared/portal/useSave";
import { BulkEffectNote } from "./BulkEffectNote";
import { BulkFields } from "./BulkFields";
import { type BulkValues, blankBulk, changesOf } from "./bulkValues";
import { type BulkChange, useBulkPreviewQuery, useChangeManyMutation } from "./productsApi";

/** Which products: their ids, or all that a filter leaves. */
export type BulkOf = Pick<BulkChange, "ids" | "filter">;

interface BulkFormProps {
  which: BulkOf;
  onClose: () => void;
  onDone: () => void;
}

const nothing: BulkChange = { changes: {} };

/** What tells it from the form of one product, which stands at the same address. */
export const bulkPart = "bulk";

/** One change to many products, whose effect is shown as it is chosen. */
export function BulkForm({ which, onClose, onDone }: BulkFormProps) {
  const form = useForm<BulkValues>({ defaultValues: blankBulk });
  const values = useWatch({ control: form.control }) as BulkValues;
  const changes = useSettled(changesOf(values));
  const asked = changes && { ...which, changes };
  const preview = useBulkPreviewQuery(asked ?? nothing, { skip: !asked });
  const effect = asked && !preview.isFetching ? preview.data : undefined;
  const [changeMany] = useChangeManyMutation();
  const { submit, failure, saving } = useSave(form, {
    save: async () => {
      if (!asked || !effect) return { unfinished: true };
      return changeMany({ ...asked, count: effect.count });
    },
    done: effect && `${counted(effect.changed, "product")} updated`,
    failed: "Failed to change products",
    onDone,
  });
  const size = which.ids ? counted(which.ids.length, "product") : "all products of this list";
  return (
    <FormModal
      title={`Change ${size}`}
      size="lg"
      form={form}
      subject={which}
      part={bulkPart}
      saving={saving}
      submitLabel={effect?.changed ? `Change ${counted(effect.changed, "product")}` : "Change"}
      failure={failure}
      note={!asked && "Choose what to change. What is left empty stays as it is."}
      onClose={onClose}
      onSubmit={submit}
    >
      <BulkFields form={form} values={values} />
      {asked && <BulkEffectNote effect={effect} error={preview.isFetching ? undefined : preview.error} />}
    </FormModal>
  );
}

/** A value once the hand paused. */
function useSettled(changes: Record<string, string> | undefined): Record<string, string> | undefined {
  const text = JSON.stringify(changes);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text ? changes : undefined;
}
