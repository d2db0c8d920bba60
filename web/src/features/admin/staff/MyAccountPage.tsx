import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { SignInsPanel } from "@/shared/session/SignInsPanel";
import { SecondFactorPanel } from "./SecondFactorPanel";

/** `/admin/me`: one's own account. */
export function MyAccountPage() {
  usePageTitle("My account, Admin portal");
  const { data: me } = useAdminMeQuery();
  return (
    <div className="staff">
      <div className="work-head">
        <h1>My account</h1>
      </div>
      {me && (
        <section className="panel own-facts" aria-label="Account">
          <b>{me.name}</b>
          <span className="sub">
            {me.email}, {me.roles.join(", ")}
          </span>
        </section>
      )}
      <SecondFactorPanel />
      <SignInsPanel person="admin" />
    </div>
  );
}
