import { Component, type ReactNode } from "react";

/** The last error boundary: offers a reload when a page failed or a file could not be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="wrap section">
        <div className="panel empty" role="alert">
          <h1 className="h2">This page could not be shown</h1>
          <p>A part of it did not arrive. Loading it again usually helps.</p>
          <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
            Load again
          </button>
        </div>
      </main>
    );
  }
}
