import { roles } from "./roles";
import { type Role, useStaffQuery } from "./staffApi";

interface RolePickerProps {
  chosen: Role[];
  onChange: (chosen: Role[]) => void;
}

/** A choice of roles, and the parts of the portal that they do not include. */
export function RolePicker({ chosen, onChange }: RolePickerProps) {
  const { data } = useStaffQuery();
  const has = (allowed: Role[]) => allowed.some((role) => chosen.includes(role));
  const missing = data?.access.filter(({ readers }) => !has(readers)).map(({ about }) => about.toLowerCase());
  return (
    <>
      <fieldset className="fld role-ticks">
        <legend className="form-label">Roles, one or more</legend>
        {roles.map(([role, means]) => (
          <label key={role}>
            <input
              type="checkbox"
              className="form-check-input"
              checked={chosen.includes(role)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, role] : chosen.filter((other) => other !== role))
              }
            />
            <span>
              <b>{role}</b> <span className="sub">{means}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen.length > 0 && missing && missing.length > 0 && (
        <p className="role-says">
          <b>{chosen.join(", ")}</b> does not see: {missing.join("; ")}.
        </p>
      )}
    </>
  );
}
