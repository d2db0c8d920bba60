import { useState } from "react";
import { errorText } from "@/shared/api/errors";
import { Field } from "@/shared/ui/Field";
import { FormDialog } from "@/shared/ui/FormDialog";
import { type ListPage, type SavedView, useChangeViewMutation, useSaveViewMutation } from "./viewsApi";

interface ViewFormProps {
  page: ListPage;
  /** The view to rename; without it a new one is saved. */
  view?: SavedView;
  /** The filters of a new view. */
  filters?: string;
  /** One's own views. The filters of one are replaced if its name is entered. */
  own?: SavedView[];
  onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewForm({ page, view, filters = "", own = [], onClose }: ViewFormProps) {
  const [name, setName] = useState(view?.name ?? "");
  const [problem, setProblem] = useState<string>();
  const [save, saving] = useSaveViewMutation();
  const [change, changing] = useChangeViewMutation();
  const replaced = own.find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  const submit = async () => {
    if (!name.trim()) return setProblem("Please enter a name.");
    const { error } = await (view
      ? change({ id: view.id, page, name: name.trim(), version: view.version })
      : replaced
        ? change({ id: replaced.id, page, filters, version: replaced.version })
        : save({ page, name: name.trim(), filters }));
    if (error) setProblem(errorText(error));
    else onClose();
  };
  return (
    <FormDialog
      title={view ? "Rename view" : "Save view"}
      size="sm"
      action={view ? "Rename" : replaced ? "Replace its filters" : "Save"}
      busy={saving.isLoading || changing.isLoading}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label="Name"
        error={problem}
        hint={replaced ? `${replaced.name} shows these filters then.` : "Only you see it until you share it."}
      >
        {(control) => (
          <input
            {...control}
            className="form-control"
            autoComplete="off"
            maxLength={40}
            value={name}
            // biome-ignore lint/a11y/noAutofocus: the field of a dialog that was just opened
            autoFocus
            onChange={({ target }) => {
              setName(target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
