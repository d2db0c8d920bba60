import { useState } from "react";
import { errorText } from "@/shared/api/errors";
import { Dialog } from "@/shared/ui/Dialog";
import { RolePicker } from "./RolePicker";
import { type Member, useChangeMemberMutation } from "./staffApi";

export function EditRolesDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [chosen, setChosen] = useState(member.roles);
  const [problem, setProblem] = useState<string>();
  const [change, { isLoading }] = useChangeMemberMutation();
  const save = async () => {
    if (chosen.length === 0) return setProblem("Please choose at least one role.");
    const { error } = await change({ id: member.id, roles: chosen });
    if (error) setProblem(errorText(error, "Not saved. Please try again."));
    else onClose();
  };
  return (
    <Dialog
      title={`Roles of ${member.name}`}
      onClose={onClose}
      footer={
        <>
          <span className="sub me-auto">Open pages follow at once</span>
          <button type="button" className="btn btn-line" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn btn-primary" disabled={isLoading} onClick={() => void save()}>
            Save roles
          </button>
        </>
      }
    >
      <RolePicker chosen={chosen} onChange={setChosen} />
      {problem && (
        <p className="bad small" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
