import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { FormModal } from "@/shared/portal/FormModal";
import { dayOf, useRecentRatesQuery } from "@/shared/portal/rates";
import { useSave } from "@/shared/portal/useSave";
import { PricePreview } from "./PricePreview";
import { ProductFields } from "./ProductFields";
import { ProductPictures } from "./ProductPictures";
import { type StockedProduct, useSaveProductMutation, useStockedProductQuery } from "./productsApi";
import { type ProductValues, valuesOf } from "./productValues";
import { useNewPictures } from "./useNewPictures";

interface ProductFormProps {
  /** Null: a new one. */
  product: StockedProduct | null;
  onClose: () => void;
}

/** First the product is saved, then its new pictures go out, each for itself; what fails stays here to be tried again. */
export function ProductForm({ product, onClose }: ProductFormProps) {
  const form = useForm<ProductValues>({ defaultValues: valuesOf(product) });
  const values = useWatch({ control: form.control }) as ProductValues;
  const [savedId, setSavedId] = useState(product?.id);
  const { data: current = product } = useStockedProductQuery(savedId ?? 0, { skip: savedId === undefined });
  const { data: rates } = useRecentRatesQuery();
  const rate = rates?.find(({ date }) => date <= dayOf(Date.now()));
  const pictures = useNewPictures();
  const [saveProduct] = useSaveProductMutation();

  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      const { data, error } = await saveProduct({ id: savedId, fields });
      if (!data) return { error };
      setSavedId(data.id);
      form.reset(fields);
      return { unfinished: !(await pictures.sendAll(data.id)) };
    },
    done: product ? "Product updated successfully" : "Product created successfully",
    failed: "Save failed",
    onDone: onClose,
  });

  return (
    <FormModal
      title={product ? "Edit Product" : "Add Product"}
      size="xl"
      dirty={form.formState.isDirty || pictures.list.length > 0}
      saving={saving}
      submitLabel="Save Product"
      failure={failure}
      note="Pictures are made ready after saving; you need not wait."
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="product-cols">
        <ProductFields form={form} product={product} inactive={values.status === "in active"} />
        <div>
          <ProductPictures images={current?.images ?? []} pictures={pictures} />
          <PricePreview values={values} rate={rate?.r22kRate} />
        </div>
      </div>
    </FormModal>
  );
}
