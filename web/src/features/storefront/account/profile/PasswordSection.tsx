import { useState } from "react";
import type { AuthUser } from "@/shared/api/types";
import { PasswordForm } from "./PasswordForm";

export function PasswordSection({ user }: { user: AuthUser }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <section className="acct-sec" id="password" aria-label="Your password">
      <h2>Password</h2>
      <p className="sub">A new one signs you out everywhere else.</p>
      {isEditing ? (
        <PasswordForm user={user} onDone={() => setEditing(false)} />
      ) : (
        <div className="panel p-4">
          <button type="button" className="btn btn-line" onClick={() => setEditing(true)}>
            Change your password
          </button>
        </div>
      )}
    </section>
  );
}
