import { RotateCw, WifiOff } from "lucide-react";
import { Component, type ReactNode, useEffect } from "react";

/**
 * Catches a page whose files could not be loaded and keeps the layout around it. It reloads when the browser is online
 * again, since a failed module import is only retried by a reload.
 */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PageLoadFailure /> : this.props.children;
  }
}

const loadAgain = () => window.location.reload();

function PageLoadFailure() {
  const isOffline = !navigator.onLine;
  useEffect(() => {
    window.addEventListener("online", loadAgain);
    return () => window.removeEventListener("online", loadAgain);
  }, []);
  const Icon = isOffline ? WifiOff : RotateCw;
  return (
    <div className="wrap section">
      <div className="panel empty" role="alert">
        <Icon className="big" aria-hidden="true" />
        <h1 className="h2">{isOffline ? "You are offline" : "This page could not be shown"}</h1>
        <p>
          {isOffline
            ? "This page was not opened before. It opens by itself when the connection is back."
            : "A part of it did not arrive. Loading it again usually helps."}
        </p>
        <button type="button" className="btn btn-primary" onClick={loadAgain}>
          Load again
        </button>
      </div>
    </div>
  );
}
