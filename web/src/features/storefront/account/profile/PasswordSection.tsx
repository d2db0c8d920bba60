import { useState } from "react";
import type { AuthUser } from "@/shared/api/types";
import { focusElement } from "@/shared/ui/focusElement";
import { PasswordForm } from "./PasswordForm";

export function PasswordSection({ user }: { user: AuthUser }) {
  const [isEditing, setEditing] = useState<boolean>();
  return (
    <section className="acct-sec" id="password" aria-label="Your password">
      <h2>Password</h2>
      <p className="sub">A new one signs you out everywhere else.</p>
      {isEditing ? (
        <PasswordForm user={user} onDone={() => setEditing(false)} />
      ) : (
        <div className="panel p-4">
          <button
            ref={isEditing === false ? focusElement : undefined}
            type="button"
            className="btn btn-line"
            onClick={() => setEditing(true)}
          >
            Change your password
          </button>
        </div>
      )}
    </section>
  );
}
