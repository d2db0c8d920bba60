import { useState } from "react";
import { readLocal, writeLocal } from "@/shared/localStorage";

type Theme = "light" | "dark";
const key = "adminTheme";

const savedTheme = (): Theme => (readLocal(key) === "dark" ? "dark" : "light");

const currentTheme = (): Theme => (document.documentElement.dataset.bsTheme === "dark" ? "dark" : "light");

function applyTheme(theme: Theme) {
  document.documentElement.dataset.bsTheme = theme;
}

/** Call it before the first paint. Pages are always printed in the light theme. */
export function applySavedTheme() {
  let onScreen = savedTheme();
  applyTheme(onScreen);
  window.addEventListener("beforeprint", () => {
    onScreen = currentTheme();
    applyTheme("light");
  });
  window.addEventListener("afterprint", () => applyTheme(onScreen));
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(currentTheme);
  const toggle = () => {
    const next = theme === "dark" ? "light" : "dark";
    setTheme(next);
    applyTheme(next);
    writeLocal(key, next);
  };
  return [theme, toggle];
}
