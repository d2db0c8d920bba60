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

const shown = (): Theme => (document.documentElement.dataset.bsTheme === "dark" ? "dark" : "light");

function show(theme: Theme) {
  document.documentElement.dataset.bsTheme = theme;
}

/** Called before the first paint. Paper is white, whatever the screen is. */
export function showRememberedTheme() {
  let onScreen = remembered();
  show(onScreen);
  window.addEventListener("beforeprint", () => {
    onScreen = shown();
    show("light");
  });
  window.addEventListener("afterprint", () => show(onScreen));
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(shown);
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
