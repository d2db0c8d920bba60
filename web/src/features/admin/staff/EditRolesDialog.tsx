import { useState } from "react";
import { useSeen } from "@/shared/admin/form/useSeen";
import { errorText } from "@/shared/api/errors";
import { Dialog } from "@/shared/ui/Dialog";
import { Problem } from "@/shared/ui/Problem";
import { RolePicker } from "./RolePicker";
import { type Member, type Role, useChangeMemberMutation } from "./staffApi";

/** Roles that a colleague changes meanwhile are shown until the owner chooses others. */
export function EditRolesDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [typed, setTyped] = useState<Role[]>();
  const seen = useSeen(member.roles);
  const chosen = typed ?? member.roles;
  const [problem, setProblem] = useState<string>();
  const [change, { isLoading }] = useChangeMemberMutation();
  const save = async () => {
    if (chosen.length === 0) return setProblem("Please choose at least one role.");
    const { error } = await change({ id: member.id, roles: chosen, seenRoles: seen.seen });
    seen.settle(error);
    if (error) setProblem(errorText(error));
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
      <RolePicker
        chosen={chosen}
        onChange={(roles) => {
          seen.hold();
          setTyped(roles);
        }}
      />
      <Problem text={problem} />
    </Dialog>
  );
}
