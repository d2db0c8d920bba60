import { useForm } from "react-hook-form";
import { type CategoryRow, useSaveCategoryMutation } from "@/shared/admin/categoryVendorApi";
import { FormModal } from "@/shared/admin/form/FormModal";
import { TextField } from "@/shared/admin/form/formFields";
import { ImageField } from "@/shared/admin/form/ImageField";
import { useSave } from "@/shared/admin/form/useSave";
import { useUpload } from "@/shared/admin/form/useUpload";
import { changedFields, withSeen } from "@/shared/form/changedFields";
import { useSyncedForm } from "@/shared/form/useSyncedForm";

interface CategoryFormProps {
  /** Null: a new one. */
  category: CategoryRow | null;
  onClose: () => void;
}

const valuesOf = (category: CategoryRow | null) => ({ code: category?.code ?? "", name: category?.name ?? "" });

const needed = "Image is required";

/** A new category needs a picture; an edited one keeps its picture. */
export function CategoryForm({ category, onClose }: CategoryFormProps) {
  const form = useForm({ defaultValues: valuesOf(category) });
  const synced = useSyncedForm(form, category, valuesOf);
  const picture = useUpload();
  const [saveCategory] = useSaveCategoryMutation();
  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      const upload = await picture.settled();
      if (!upload && (!category || picture.file)) return { unfinished: true };
      const { opened } = synced;
      const changed = category ? withSeen(changedFields(fields, opened), opened) : fields;
      return saveCategory({ id: category?.id, ...changed, upload });
    },
    done: category ? "Category updated successfully" : "Category added successfully",
    failed: "Failed to save category",
    onDone: onClose,
    synced,
  });
  return (
    <FormModal
      title={category ? "Edit Category" : "Add Category"}
      form={form}
      subject={category}
      changes={synced.changes}
      hasFiles={picture.file !== undefined}
      saving={saving}
      note={picture.sent === undefined ? undefined : "The picture is still being sent."}
      submitLabel="Save Category"
      failure={failure}
      onClose={onClose}
      onSubmit={(event) => {
        if (!category && !picture.file) picture.setFault(needed);
        return submit(event);
      }}
    >
      <div className="form-grid">
        <TextField form={form} name="code" label="Code" input={{ maxLength: 50 }} />
        <TextField form={form} name="name" label="Name" input={{ maxLength: 200 }} />
        <ImageField picture={picture} current={category?.imageUrl} />
      </div>
    </FormModal>
  );
}
