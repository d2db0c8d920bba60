import { useForm, useWatch } from "react-hook-form";
import { type BulkChange, useBulkPreviewQuery, useChangeManyMutation } from "@/features/admin/products/productsApi";
import { FormModal } from "@/shared/admin/form/FormModal";
import { useSave } from "@/shared/admin/form/useSave";
import { pluralize } from "@/shared/format";
import { useDebounced } from "@/shared/hooks/useDebounced";
import { BulkChangePreview } from "./BulkChangePreview";
import { BulkFields } from "./BulkFields";
import { type BulkValues, blankBulk, changesOf } from "./bulkValues";

/** The target products: ids, or all that match a filter. */
export type BulkTarget = Pick<BulkChange, "ids" | "filter">;

interface BulkFormProps {
  which: BulkTarget;
  onClose: () => void;
  onDone: () => void;
}

/** In milliseconds: the pause in typing before a preview. */
const previewPause = 300;
const nothing: BulkChange = { changes: {} };

/** Distinguishes its draft from that of the product form, which has the same path. */
export const bulkPart = "bulk";

/** One change of many products, with a preview of its effect. */
export function BulkForm({ which, onClose, onDone }: BulkFormProps) {
  const form = useForm<BulkValues>({ defaultValues: blankBulk });
  const values = useWatch({ control: form.control }) as BulkValues;
  const changes = changesOf(values);
  const text = JSON.stringify(changes);
  const isSettled = useDebounced(text, previewPause) === text;
  const asked = changes && isSettled ? { ...which, changes } : undefined;
  const preview = useBulkPreviewQuery(asked ?? nothing, { skip: !asked });
  const effect = preview.isFetching || preview.isError ? undefined : preview.currentData;
  const [changeMany] = useChangeManyMutation();
  const { submit, failure, saving } = useSave(form, {
    save: async () => {
      if (!asked || !effect) return { unfinished: true };
      return changeMany({ ...asked, count: effect.count });
    },
    done: effect && `${pluralize(effect.changed, "product")} updated`,
    failed: "Failed to change products",
    onDone,
  });
  const size = which.ids ? pluralize(which.ids.length, "product") : "all products of this list";
  return (
    <FormModal
      title={`Change ${size}`}
      size="lg"
      form={form}
      subject={which}
      part={bulkPart}
      saving={saving}
      submitLabel={effect?.changed ? `Change ${pluralize(effect.changed, "product")}` : "Change"}
      failure={failure}
      note={!asked && "Choose what to change. What is left empty stays as it is."}
      onClose={onClose}
      onSubmit={submit}
    >
      <BulkFields form={form} values={values} />
      {asked && <BulkChangePreview effect={effect} error={preview.isFetching ? undefined : preview.error} />}
    </FormModal>
  );
}
