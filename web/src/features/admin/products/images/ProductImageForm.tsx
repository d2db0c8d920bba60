import { useForm } from "react-hook-form";
import { type AdminImage, useSaveImageMutation } from "@/features/admin/products/productsApi";
import { FormModal } from "@/shared/admin/form/FormModal";
import { numberRules, TextField } from "@/shared/admin/form/formFields";
import { ImageField } from "@/shared/admin/form/ImageField";
import { useSave } from "@/shared/admin/form/useSave";
import { useUpload } from "@/shared/admin/form/useUpload";
import { useSyncedForm } from "@/shared/form/useSyncedForm";

interface ProductImageFormProps {
  /** Null: a new one. */
  image: AdminImage | null;
  onClose: () => void;
}

const valuesOf = (image: AdminImage | null) => ({
  productId: `${image?.productId ?? ""}`,
  type: image?.type ?? "gallery",
});

const needed = "Image is required";

export function ProductImageForm({ image, onClose }: ProductImageFormProps) {
  const form = useForm({ defaultValues: valuesOf(image) });
  const synced = useSyncedForm(form, image, valuesOf);
  const picture = useUpload();
  const [saveImage] = useSaveImageMutation();
  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      const upload = await picture.settled();
      if (!upload && (!image || picture.file)) return { unfinished: true };
      return saveImage({ id: image?.id, ...fields, ...(image && { seen: synced.opened }), upload });
    },
    done: image ? "Product image updated successfully" : "Product image added successfully",
    failed: "Failed to save product image",
    onDone: onClose,
    synced,
  });
  // A missing or unsuitable image is reported by an alert and at its field.
  const complain = (sentence: string) => {
    picture.setFault(sentence);
    window.alert(sentence);
  };
  return (
    <FormModal
      title={image ? "Edit Product Image" : "Add Product Image"}
      form={form}
      subject={image}
      changes={synced.changes}
      hasFiles={picture.file !== undefined}
      saving={saving}
      note={picture.sent === undefined ? undefined : "The picture is still being sent."}
      submitLabel="Save Product Image"
      failure={failure}
      onClose={onClose}
      onSubmit={(event) => {
        if (!image && !picture.file) complain(needed);
        return submit(event);
      }}
    >
      <div className="form-grid two">
        <TextField
          form={form}
          name="productId"
          label="Product id"
          rules={numberRules("Product id", { decimals: 0, above: true })}
          input={{ inputMode: "numeric" }}
        />
        <TextField form={form} name="type" label="Type" hint="thumbnail, gallery …" input={{ maxLength: 50 }} />
        <div className="wide">
          <ImageField picture={picture} current={image?.imageUrl} onRefused={complain} />
        </div>
      </div>
    </FormModal>
  );
}
