/**
 * Language and theme of a page, and other values of the document that the server rendered. Choices are kept in cookies,
 * which the server reads (kit/server/preferences.ts).
 */
import type { Language } from "../../../base/language.ts";

export type { Language };
export type Theme = "light" | "dark";

const YEAR_S = 31_536_000;

/** Returns the language in which the server rendered the page. */
export function currentLanguage(): Language {
  return document.documentElement.lang === "en" ? "en" : "nl";
}

/** Keeps the language and loads the page again in it, in the same state. */
function chooseLanguage(language: Language): void {
  keep("baken-language", language);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  if (url.href === location.href) {
    location.reload();
  } else {
    location.replace(url);
  }
}

const SYSTEM_IS_DARK = "(prefers-color-scheme: dark)";

/** Returns the theme that shows now: the chosen one, else the theme of the system. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") {
    return theme;
  }
  return matchMedia(SYSTEM_IS_DARK).matches ? "dark" : "light";
}

/** Applies the theme chosen before on a page of a static site, where no server read the cookie. */
function applyKeptTheme(): void {
  const [, theme] = /(?:^|; )baken-theme=(light|dark)/.exec(document.cookie) ?? [];
  if (theme !== undefined) {
    document.documentElement.dataset.theme = theme;
  }
}

/** Applies and keeps a theme. */
function chooseTheme(theme: Theme): void {
  keep("baken-theme", theme);
  showTheme(theme);
}

/** Applies a theme to this page only; listeners of `themechange` on the document hear of it. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event("themechange"));
}

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/**
 * Makes the choices of language and theme work in the header that the server rendered (kit/server/site-header.ts). The
 * document has an event `themechange` when the system changes its theme, too.
 */
export function activateSiteHeader(): void {
  applyKeptTheme();
  matchMedia(SYSTEM_IS_DARK).addEventListener("change", () => {
    document.dispatchEvent(new Event("themechange"));
  });
  document.querySelector<HTMLElement>("[data-language]")?.addEventListener("click", (event) => {
    event.preventDefault();
    chooseLanguage((event.currentTarget as HTMLElement).dataset.language as Language);
  });
  document.querySelector("[data-theme-choice]")?.addEventListener("click", () => {
    chooseTheme(currentTheme() === "dark" ? "light" : "dark");
  });
}

/** Returns the values that the server has put into the page (pages/kit/server/document.ts). */
export function readPageData<T>(): T {
  return JSON.parse(document.body.dataset.page ?? "{}") as T;
}
