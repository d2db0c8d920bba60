import { useState } from "react";
import { Link } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { errorReason } from "@/shared/api/errors";
import { useSignOutMutation } from "@/shared/api/session";
import type { AuthUser } from "@/shared/api/types";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Crumbs } from "@/shared/ui/Crumbs";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { ProfileForm } from "./ProfileForm";

export function ProfilePage({ user }: { user: AuthUser }) {
  usePageTitle("Profile");
  const [signOut, { isLoading }] = useSignOutMutation();
  const [isEditing, setEditing] = useState(false);
  const dispatch = useAppDispatch();
  const onSignOut = async () => {
    const { error } = await signOut();
    if (error && !("status" in error && error.status === 401)) dispatch(toastShown("error", errorReason(error)));
  };
  const facts = [
    ["Name", user.name],
    ["Email", user.email],
    ["Phone", user.phone],
  ];
  return (
    <div className="wrap profile">
      <Crumbs here="Profile" />
      <div className="page-title">
        <h1>Profile</h1>
      </div>
      {isEditing ? (
        <ProfileForm user={user} onDone={() => setEditing(false)} />
      ) : (
        <section className="panel p-4" aria-label="Your details">
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value || "Not Provided"}</dd>
              </div>
            ))}
          </dl>
          <button type="button" className="btn btn-line mt-3" onClick={() => setEditing(true)}>
            Edit your details
          </button>
        </section>
      )}
      <div className="d-flex gap-2 mt-4">
        <Link className="btn btn-primary" to="/my-orders">
          My Orders
        </Link>
        <button type="button" className="btn btn-line" disabled={isLoading} onClick={() => void onSignOut()}>
          Sign out
        </button>
      </div>
    </div>
  );
}
