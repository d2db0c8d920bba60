import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormModal } from "@/shared/portal/FormModal";
import { TextField } from "@/shared/portal/fields";
import { PictureField } from "@/shared/portal/PictureField";
import { useFollowing } from "@/shared/portal/useFollowing";
import { useSave } from "@/shared/portal/useSave";
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
  const [image, setImage] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [sent, setSent] = useState<number>();
  const [saveCategory] = useSaveCategoryMutation();
  const { submit, failure, saving } = useSave(form, {
    save: async (fields) => {
      if (!category && !image) {
        setFault(needed);
        return { unfinished: true };
      }
      setSent(image && 0);
      const answer = await saveCategory({ id: category?.id, ...fields, image, onProgress: image && setSent });
      setSent(undefined);
      return answer;
    },
    done: category ? "Category updated successfully" : "Category added successfully",
    failed: "Save failed",
    onDone: onClose,
  });
  const pick = (file: File | undefined, wrong: string | undefined) => {
    setImage(file);
    setFault(wrong);
  };
  return (
    <FormModal
      title={category ? "Edit Category" : "Add Category"}
      form={form}
      subject={category}
      hasFiles={image !== undefined}
      saving={saving}
      submitLabel="Save Category"
      failure={failure}
      onClose={onClose}
      onSubmit={(event) => {
        if (!category && !image) setFault((known) => known ?? needed);
        return submit(event);
      }}
    >
      <div className="form-grid">
        <TextField form={form} name="code" label="Code" input={{ maxLength: 50 }} />
        <TextField form={form} name="name" label="Name" input={{ maxLength: 200 }} />
        <PictureField file={image} current={category?.imageUrl} error={fault} sent={sent} onPick={pick} />
      </div>
    </FormModal>
  );
}
