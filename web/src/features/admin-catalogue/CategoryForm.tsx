import { useForm } from "react-hook-form";
import { FormModal } from "@/shared/portal/FormModal";
import { TextField } from "@/shared/portal/fields";
import { PictureField } from "@/shared/portal/PictureField";
import { useFollowing } from "@/shared/portal/useFollowing";
import { useSave } from "@/shared/portal/useSave";
import { useUpload } from "@/shared/portal/useUpload";
import { type CategoryRow, useSaveCategoryMutation } from "./keepingApi";

interface CategoryFormProps {
  /** Null: a new one. */
  category: CategoryRow | null;
  onClose: () => void;
}

const needed = "Image is required";

/** A new category needs its picture; a changed one may keep what it has. */
export function CategoryForm({ category, onClose }: CategoryFormProps) {
  const values = { code: category?.code ?? "", name: category?.name ?? "" };
  const form = useForm({ defaultValues: values });
  useFollowing(form, values);
  const picture = useUpload();
  const [saveCategory] = useSaveCategoryMutation();
  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      const upload = await picture.settled();
      if (!upload && (!category || picture.file)) return { unfinished: true };
      return saveCategory({ id: category?.id, ...fields, upload });
    },
    done: category ? "Category updated successfully" : "Category added successfully",
    failed: "Failed to save category",
    onDone: onClose,
  });
  return (
    <FormModal
      title={category ? "Edit Category" : "Add Category"}
      form={form}
      subject={category}
      hasFiles={picture.file !== undefined}
      saving={saving}
      note={picture.sent === undefined ? undefined : "The picture is still being sent."}
      submitLabel="Save Category"
      failure={failure}
      onClose={onClose}
      onSubmit={(event) => {
        if (!category && !picture.file) picture.complain(needed);
        return submit(event);
      }}
    >
      <div className="form-grid">
        <TextField form={form} name="code" label="Code" input={{ maxLength: 50 }} />
        <TextField form={form} name="name" label="Name" input={{ maxLength: 200 }} />
        <PictureField picture={picture} current={category?.imageUrl} />
      </div>
    </FormModal>
  );
}
