import { useState } from "react";

type Theme = "light" | "dark";
const key = "adminTheme";

// Storage may be forbidden: the theme then lasts as long as the page.
function remembered(): Theme {
  try {
    return window.localStorage.getItem(key) === "dark" ? "dark" : "light";
  } catch {
    return "light";
  }
}

function show(theme: Theme) {
  document.documentElement.dataset.bsTheme = theme;
}

/** Called before the first paint. */
export const showRememberedTheme = () => show(remembered());

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset.bsTheme === "dark" ? "dark" : "light",
  );
  const toggle = () => {
    const next = theme === "dark" ? "light" : "dark";
    setTheme(next);
    show(next);
    try {
      window.localStorage.setItem(key, next);
    } catch {}
  };
  return [theme, toggle];
}
