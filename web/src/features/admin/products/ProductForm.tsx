import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useDispatch } from "react-redux";
import { FormModal } from "@/shared/admin/form/FormModal";
import { useSave } from "@/shared/admin/form/useSave";
import { currentRate, useRecentRatesQuery } from "@/shared/admin/goldRates/goldRates";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import { useLook } from "@/shared/admin/presence/usePresence";
import { changedFields } from "@/shared/form/changedFields";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { ProductImagesField } from "./images/ProductImagesField";
import { useProductImages } from "./images/useProductImages";
import { PricePreview } from "./PricePreview";
import { ProductFields } from "./ProductFields";
import { type AdminImage, type AdminProduct, useAdminProductQuery, useSaveProductMutation } from "./productsApi";
import { type ProductValues, seenCount, valuesOf, withPresentCount } from "./productValues";
import { grossOf, sizeRows, sizesToSend } from "./sizeValues";
import { stonesToSend } from "./stoneValues";

interface ProductFormProps {
  /** Null: a new one. */
  product: AdminProduct | null;
  onClose: () => void;
}

const none: AdminImage[] = [];
const noValues = valuesOf(null);

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
  const [opened, setOpened] = useState(() => valuesOf(product));
  const [saveProduct] = useSaveProductMutation();
  const dispatch = useDispatch();
  const isNew = savedId === undefined;
  const done = isNew ? "Product created successfully" : "Product updated successfully";

  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      const changed = isNew ? { ...fields } : { ...changedFields(fields, opened), ...seenCount(fields, opened) };
      if (!isNew && changed.sizes !== undefined && changed.weight !== undefined) {
        // The server sets the gross weight that follows from the sizes, also from those of others, unless one was typed.
        const isTyped = fields.grossWeight !== grossOf(opened, sizeRows(fields.sizes));
        if (isTyped) changed.grossWeight = fields.grossWeight;
        else delete changed.grossWeight;
      }
      // Each is sent as one list, with the rows that others changed.
      const [base, present] = isNew ? [noValues, noValues] : [opened, current ? valuesOf(current) : opened];
      if (changed.sizes !== undefined) changed.sizes = sizesToSend(changed.sizes, base.sizes, present.sizes);
      if (changed.stones !== undefined) changed.stones = stonesToSend(changed.stones, base.stones, present.stones);
      const { data, error } = await saveProduct({ id: savedId, fields: changed });
      if (!data) {
        setOpened((seen) => withPresentCount(seen, error) ?? seen);
        return { error };
      }
      setSavedId(data.id);
      setOpened(fields);
      form.reset(fields);
      const sent = await pictures.saveAll(data.id);
      // The product is saved whatever happened to its images.
      if (isNew && (sent.unfinished || sent.error)) dispatch(toastShown("success", done));
      return sent;
    },
    done,
    failed: "Save failed",
    onDone: onClose,
  });

  return (
    <FormModal
      title={isNew ? "Add Product" : "Edit Product"}
      size="xl"
      form={form}
      subject={product}
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
        {/* Not before the product is saved: a field that is refused gets the focus, which a disabled one cannot. */}
        <fieldset disabled={pictures.isSaving}>
          <ProductFields form={form} product={product} inactive={values.status === "in active"} />
        </fieldset>
        <div>
          <ProductImagesField pictures={pictures} isLocked={saving} />
          <PricePreview values={values} rate={rate?.r22kRate} before={current?.ornamentPrice} />
        </div>
      </div>
    </FormModal>
  );
}
