import { Keyboard, LogOut, Maximize, Minimize, Moon, PanelLeft, Sun } from "lucide-react";
import type { AdminUser } from "@/shared/api/types";
import { LiveMark } from "@/shared/ui/LiveMark";
import { Finder } from "./Finder";
import { useFullscreen } from "./useFullscreen";
import { useTheme } from "./useTheme";

interface TopBarProps {
  admin: AdminUser | undefined;
  sidebar: { label: string; expanded: boolean; onToggle: () => void };
  leaving: boolean;
  /** Shows all keys. */
  onKeys: () => void;
  onLogout: () => void;
}

export function TopBar({ admin, sidebar, leaving, onKeys, onLogout }: TopBarProps) {
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
      <Finder />
      <span className="sp" />
      <LiveMark />
      <button
        type="button"
        className="btn btn-icon keys-button"
        aria-label="Keys"
        aria-keyshortcuts="?"
        title="Keys (?)"
        onClick={onKeys}
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
        <div className="me">
          <span className="ava" aria-hidden="true">
            {initials(admin.name)}
          </span>
          <span>{admin.name}</span>
        </div>
      )}
      <button type="button" className="btn btn-ghost btn-sm logout" disabled={leaving} onClick={onLogout}>
        <LogOut className="ico ico-16" aria-hidden="true" />
        <span className="word">Logout</span>
      </button>
    </header>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
