import { RotateCw, WifiOff } from "lucide-react";
import { Component, type ReactNode, useEffect } from "react";

/**
 * A page whose files did not arrive, inside the shop around it. While the browser has no network it says so, and the
 * page opens by itself when that is back: only loading anew fetches a file that failed once.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <NotArrived /> : this.props.children;
  }
}

const loadAgain = () => window.location.reload();

function NotArrived() {
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
