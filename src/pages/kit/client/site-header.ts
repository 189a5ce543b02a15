import "./site-header.css";
import { applyKeptTheme, chooseLanguage, chooseTheme, currentTheme, type Language } from "./preferences.ts";

/** Makes the choices of language and theme work in the header that the server rendered (kit/server/site-header.ts). */
export function activateSiteHeader(): void {
  applyKeptTheme();
  document.querySelector<HTMLElement>("[data-language]")?.addEventListener("click", (event) => {
    event.preventDefault();
    chooseLanguage((event.currentTarget as HTMLElement).dataset.language as Language);
  });
  document.querySelector("[data-theme-choice]")?.addEventListener("click", () => {
    chooseTheme(currentTheme() === "dark" ? "light" : "dark");
  });
}
