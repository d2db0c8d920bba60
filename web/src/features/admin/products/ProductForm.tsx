import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useDispatch } from "react-redux";
import { FormModal } from "@/shared/admin/form/FormModal";
import { useSave } from "@/shared/admin/form/useSave";
import { currentRate, useRecentRatesQuery } from "@/shared/admin/goldRates/goldRates";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import { useLook } from "@/shared/admin/presence/usePresence";
import { changedFields } from "@/shared/form/changedFields";
import { useSyncedForm } from "@/shared/form/useSyncedForm";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { ProductImagesField } from "./images/ProductImagesField";
import { useProductImages } from "./images/useProductImages";
import { PricePreview } from "./PricePreview";
import { ProductFields } from "./ProductFields";
import { type AdminImage, type AdminProduct, useAdminProductQuery, useSaveProductMutation } from "./productsApi";
import { mergeField, type ProductValues, seenCount, seenFields, valuesOf, withPresentCount } from "./productValues";
import { grossOf, sizeRows, sizesToSend } from "./sizeValues";

interface ProductFormProps {
  /** Null: a new one. */
  product: AdminProduct | null;
  onClose: () => void;
}

const none: AdminImage[] = [];

/** Saves the product first, then links its uploaded images. Images that fail stay in the form. */
export function ProductForm({ product, onClose }: ProductFormProps) {
  const form = useForm<ProductValues>({ defaultValues: valuesOf(product) });
  const values = useWatch({ control: form.control }) as ProductValues;
  const [savedId, setSavedId] = useState(product?.id);
  const { data: current = product } = useAdminProductQuery(savedId ?? 0, { skip: savedId === undefined });
  useLook("product", savedId ?? null, true);
  const { data: rates } = useRecentRatesQuery();
  const rate = currentRate(rates, Date.now());
  const pictures = useProductImages(current?.images ?? none);
  const synced = useSyncedForm(form, current, valuesOf, (...field) => mergeField(form.getValues(), ...field));
  const [saveProduct] = useSaveProductMutation();
  const dispatch = useDispatch();
  const isNew = savedId === undefined;
  const done = isNew ? "Product created successfully" : "Product updated successfully";

  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      const { opened } = synced;
      const changed = isNew ? { ...fields } : changedFields(fields, opened);
      if (!isNew && changed.sizes !== undefined && changed.weight !== undefined) {
        // The server sets the gross weight that follows from the sizes, also from those of others, unless one was typed.
        const isTyped = fields.grossWeight !== grossOf(opened, sizeRows(fields.sizes));
        if (isTyped) changed.grossWeight = fields.grossWeight;
        else delete changed.grossWeight;
      }
      const seen = isNew ? {} : { ...seenFields(changed, opened, current), ...seenCount(fields, opened) };
      if (changed.sizes !== undefined) changed.sizes = sizesToSend(changed.sizes, isNew ? "" : opened.sizes);
      const { data, error } = await saveProduct({ id: savedId, fields: { ...changed, ...seen } });
      if (!data) {
        const counted = withPresentCount(valuesOf(current), error);
        if (counted) synced.receive(counted, true);
        return { error };
      }
      setSavedId(data.id);
      form.reset(fields);
      const sent = await pictures.saveAll(data.id);
      // The fields are saved whatever happened to the images.
      const hasSaved = isNew || Object.keys(changed).length > 0;
      if (hasSaved && (sent.unfinished || sent.error)) dispatch(toastShown("success", done));
      return sent;
    },
    done,
    failed: "Save failed",
    onDone: onClose,
    synced,
  });

  return (
    <FormModal
      title={isNew ? "Add Product" : "Edit Product"}
      size="xl"
      form={form}
      subject={product}
      changes={synced.changes}
      hasFiles={pictures.dirty}
      saving={saving}
      submitLabel="Save Product"
      failure={failure}
      note={pictures.isSending ? "Pictures are still being sent." : "You can save while pictures are being made."}
      onClose={onClose}
      onSubmit={submit}
    >
      {savedId !== undefined && <PresentPeople kind="product" id={savedId} isLong />}
      <div className="product-cols">
        {/* Disabled only after the product is saved: a refused field gets the focus. */}
        <fieldset disabled={pictures.isSaving}>
          <ProductFields form={form} product={current} inactive={values.status === "in active"} />
        </fieldset>
        <div>
          <ProductImagesField pictures={pictures} isLocked={saving} />
          <PricePreview values={values} rate={rate?.r22kRate} before={current?.ornamentPrice} />
        </div>
      </div>
    </FormModal>
  );
}
