import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useDispatch } from "react-redux";
import { FormModal } from "@/shared/portal/FormModal";
import { rateInForce, useRecentRatesQuery } from "@/shared/portal/rates";
import { useSave } from "@/shared/portal/useSave";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { changedOf } from "./changedOf";
import { PricePreview } from "./PricePreview";
import { ProductFields } from "./ProductFields";
import { ProductPictures } from "./ProductPictures";
import { type StockedImage, type StockedProduct, useSaveProductMutation, useStockedProductQuery } from "./productsApi";
import { type ProductValues, valuesOf } from "./productValues";
import { usePictures } from "./usePictures";

interface ProductFormProps {
  /** Null: a new one. */
  product: StockedProduct | null;
  onClose: () => void;
}

const none: StockedImage[] = [];

/** First the product is saved, then the pictures that were sent meanwhile are given to it; what fails stays here. */
export function ProductForm({ product, onClose }: ProductFormProps) {
  const form = useForm<ProductValues>({ defaultValues: valuesOf(product) });
  const values = useWatch({ control: form.control }) as ProductValues;
  const [savedId, setSavedId] = useState(product?.id);
  const { data: current = product } = useStockedProductQuery(savedId ?? 0, { skip: savedId === undefined });
  const { data: rates } = useRecentRatesQuery();
  const rate = rateInForce(rates, Date.now());
  const pictures = usePictures(current?.images ?? none);
  const [opened, setOpened] = useState(() => valuesOf(product));
  const [saveProduct] = useSaveProductMutation();
  const dispatch = useDispatch();
  const isNew = savedId === undefined;
  const done = isNew ? "Product created successfully" : "Product updated successfully";

  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      const changed = isNew ? fields : changedOf(fields, opened);
      const { data, error } = await saveProduct({ id: savedId, fields: changed });
      if (!data) return { error };
      setSavedId(data.id);
      setOpened(fields);
      form.reset(fields);
      const sent = await pictures.saveAll(data.id);
      // It is in the shop, whatever became of its pictures.
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
      <div className="product-cols">
        <ProductFields form={form} product={product} inactive={values.status === "in active"} />
        <div>
          <ProductPictures pictures={pictures} />
          <PricePreview values={values} rate={rate?.r22kRate} before={current?.ornamentPrice} />
        </div>
      </div>
    </FormModal>
  );
}
