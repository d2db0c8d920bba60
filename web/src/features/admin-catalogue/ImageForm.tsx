import { useForm } from "react-hook-form";
import { FormModal } from "@/shared/portal/FormModal";
import { figure, TextField } from "@/shared/portal/fields";
import { PictureField } from "@/shared/portal/PictureField";
import { useSave } from "@/shared/portal/useSave";
import { useUpload } from "@/shared/portal/useUpload";
import { type StockedImage, useSaveImageMutation } from "./productsApi";

interface ImageFormProps {
  /** Null: a new one. */
  image: StockedImage | null;
  onClose: () => void;
}

const needed = "Image is required";

export function ImageForm({ image, onClose }: ImageFormProps) {
  const form = useForm({ defaultValues: { productId: `${image?.productId ?? ""}`, type: image?.type ?? "gallery" } });
  const picture = useUpload();
  const [saveImage] = useSaveImageMutation();
  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      const upload = await picture.settled();
      if (!upload && (!image || picture.file)) return { unfinished: true };
      return saveImage({ id: image?.id, ...fields, upload });
    },
    done: image ? "Product image updated successfully" : "Product image added successfully",
    failed: "Failed to save product image",
    onDone: onClose,
  });
  // A missing or unfit picture is said in an alert, as this page always did, and stays at its field.
  const complain = (sentence: string) => {
    picture.complain(sentence);
    window.alert(sentence);
  };
  return (
    <FormModal
      title={image ? "Edit Product Image" : "Add Product Image"}
      form={form}
      subject={image}
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
          rules={figure("Product id", { decimals: 0, above: true })}
          input={{ inputMode: "numeric" }}
        />
        <TextField form={form} name="type" label="Type" hint="thumbnail, gallery …" input={{ maxLength: 50 }} />
        <div className="wide">
          <PictureField picture={picture} current={image?.imageUrl} onRefused={complain} />
        </div>
      </div>
    </FormModal>
  );
}
