import type { ReactNode } from "react";

export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="btn btn-primary btn-lg w-100 mt-3" disabled={busy}>
      {busy && <span className="spin" aria-hidden="true" />}
      {children}
    </button>
  );
}
