/** Light or dark look; `auto` follows the system. */
export type Theme = "auto" | "light" | "dark";

const STORED = "baken-theme";

export function currentTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return stored === "light" || stored === "dark" ? stored : "auto";
}

/** Keeps the choice for every page of this server and applies it. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORED, theme);
  applyTheme(theme);
}

export function applyTheme(theme = currentTheme()): void {
  if (theme === "auto") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
}

/** Returns true when the page is dark now. */
export function isDark(theme = currentTheme()): boolean {
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}
