import { Keyboard, LogOut, Maximize, Minimize, Moon, PanelLeft, Sun } from "lucide-react";
import { initials } from "@/shared/admin/initials";
import type { AdminUser } from "@/shared/api/types";
import { Link } from "@/shared/ui/Link";
import { LiveIndicator } from "@/shared/ui/LiveIndicator";
import { GlobalSearch } from "./search/GlobalSearch";
import { useFullscreen } from "./useFullscreen";
import { useTheme } from "./useTheme";

interface TopBarProps {
  admin: AdminUser | undefined;
  sidebar: { label: string; expanded: boolean; onToggle: () => void };
  isLoggingOut: boolean;
  /** Opens the list of keyboard shortcuts. */
  onShowShortcuts: () => void;
  onLogout: () => void;
}

export function TopBar({ admin, sidebar, isLoggingOut, onShowShortcuts, onLogout }: TopBarProps) {
  const [theme, switchTheme] = useTheme();
  const fullscreen = useFullscreen();
  return (
    <header className="top">
      <button
        type="button"
        className="btn btn-icon"
        aria-label={sidebar.label}
        title={sidebar.label}
        aria-expanded={sidebar.expanded}
        onClick={sidebar.onToggle}
      >
        <PanelLeft className="ico" aria-hidden="true" />
      </button>
      <GlobalSearch />
      <span className="sp" />
      <LiveIndicator />
      <button
        type="button"
        className="btn btn-icon keys-button"
        aria-label="Keys"
        aria-keyshortcuts="?"
        title="Keys (?)"
        onClick={onShowShortcuts}
      >
        <Keyboard className="ico" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-icon"
        aria-label={theme === "dark" ? "Light theme" : "Dark theme"}
        title={theme === "dark" ? "Light theme" : "Dark theme"}
        onClick={switchTheme}
      >
        {theme === "dark" ? <Sun className="ico" aria-hidden="true" /> : <Moon className="ico" aria-hidden="true" />}
      </button>
      {fullscreen.possible && (
        <button
          type="button"
          className="btn btn-icon"
          aria-label={fullscreen.on ? "Leave fullscreen" : "Fullscreen"}
          title={fullscreen.on ? "Leave fullscreen" : "Fullscreen"}
          onClick={fullscreen.toggle}
        >
          {fullscreen.on ? (
            <Minimize className="ico" aria-hidden="true" />
          ) : (
            <Maximize className="ico" aria-hidden="true" />
          )}
        </button>
      )}
      {admin && (
        <Link className="me" to="/admin/me" title="My account">
          <span className="ava" aria-hidden="true">
            {initials(admin.name)}
          </span>
          <span>{admin.name}</span>
        </Link>
      )}
      <button type="button" className="btn btn-ghost btn-sm logout" disabled={isLoggingOut} onClick={onLogout}>
        <LogOut className="ico ico-16" aria-hidden="true" />
        <span className="word">Logout</span>
      </button>
    </header>
  );
}
