import { EllipsisVertical } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { Popover } from "@/shared/admin/Popover";
import { useMay } from "@/shared/admin/permissions";
import { errorText } from "@/shared/api/errors";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { ConfirmRemoveDialog } from "@/shared/ui/ConfirmRemoveDialog";
import { ViewForm } from "./ViewForm";
import { type SavedView, useDeleteViewMutation, useSetDefaultViewMutation, useShareViewMutation } from "./viewsApi";

interface ViewMenuProps {
  view: SavedView;
  isDefault: boolean;
  onDeleted: () => void;
}

/** The actions on the shown view: share it, open the list with it, rename it, delete it. */
export function ViewMenu({ view, isDefault, onDeleted }: ViewMenuProps) {
  const { id, page, name, isShared, version } = view;
  const dispatch = useDispatch();
  const mayShare = useMay("share_view");
  const [asked, setAsked] = useState<"rename" | "delete" | null>(null);
  const [share, sharing] = useShareViewMutation();
  const [setDefault, choosing] = useSetDefaultViewMutation();
  const [remove] = useDeleteViewMutation();
  const tell = ({ error }: { error?: unknown }) => {
    if (error) dispatch(failureShown(error, errorText(error)));
    return !error;
  };
  const onRemove = async () => {
    setAsked(null);
    if (tell(await remove({ id, page }))) onDeleted();
  };
  return (
    <>
      <Popover
        label={`View ${name}`}
        button={
          <>
            <EllipsisVertical className="ico ico-16" aria-hidden="true" />
            <span className="visually-hidden">View {name}</span>
          </>
        }
      >
        <label className="form-check">
          <input
            className="form-check-input"
            type="checkbox"
            checked={isDefault}
            disabled={choosing.isLoading}
            onChange={async ({ target }) => tell(await setDefault({ page, id: target.checked ? id : null }))}
          />
          Open this list with it
        </label>
        {view.mayChange && mayShare && (
          <label className="form-check">
            <input
              className="form-check-input"
              type="checkbox"
              checked={isShared}
              disabled={sharing.isLoading}
              onChange={async ({ target }) => tell(await share({ id, page, isShared: target.checked, version }))}
            />
            Shared with all who see this list
          </label>
        )}
        {view.mayChange ? (
          <div className="acts">
            <button type="button" className="btn btn-line btn-sm" onClick={() => setAsked("rename")}>
              Rename
            </button>
            <button type="button" className="btn btn-line btn-sm" onClick={() => setAsked("delete")}>
              Delete
            </button>
          </div>
        ) : (
          <p className="sub mb-0">{view.owner} shares this view, and can change it.</p>
        )}
      </Popover>
      {asked === "rename" && <ViewForm page={page} view={view} onClose={() => setAsked(null)} />}
      {asked === "delete" && (
        <ConfirmRemoveDialog title="Delete view" onKeep={() => setAsked(null)} onRemove={() => void onRemove()}>
          {isShared ? `${name} goes away for everyone.` : `${name} goes away.`} The rows of the list stay as they are.
        </ConfirmRemoveDialog>
      )}
    </>
  );
}
