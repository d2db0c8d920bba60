import { Check } from "lucide-react";
import type { StaffOut } from "@/shared/api/schema";
import { roles } from "./roles";

/** The permissions of each role, from the API's policy table. */
export function AccessTable({ access }: { access: StaffOut["access"] }) {
  return (
    <section className="panel low" aria-labelledby="staff-access">
      <div className="panel-h">
        <h2 id="staff-access">Who may do what</h2>
        <span className="sp" />
        <span className="sub">what is not named is not allowed</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Roles">
        <table className="staff-t polt">
          <thead>
            <tr>
              <th scope="col">May</th>
              {roles.map(([role]) => (
                <th key={role} scope="col" className="mid">
                  {role}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {access.map(({ about, readers, writers }) => (
              <tr key={about}>
                <th scope="row">{about}</th>
                {roles.map(([role]) => (
                  <td key={role} className="mid">
                    {writers.includes(role) ? (
                      <>
                        <Check className="ico ico-16 yes" aria-hidden="true" />
                        <span className="visually-hidden">yes</span>
                      </>
                    ) : readers.includes(role) ? (
                      <span className="sub">reads</span>
                    ) : (
                      <>
                        <span className="sub" aria-hidden="true">
                          –
                        </span>
                        <span className="visually-hidden">no</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
