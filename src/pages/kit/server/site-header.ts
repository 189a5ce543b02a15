import { ICON_PATH } from "./assets.ts";
import { type Html, html } from "./html.ts";
import type { Language, Preferences } from "./preferences.ts";

/** Sections of the public site, in the order of the header. */
export type SiteSection = "explorer" | "files" | "docs" | "embed";

const PATHS: Readonly<Record<SiteSection, string>> = {
  explorer: "/",
  files: "/files",
  docs: "/docs",
  embed: "/embed",
};
const SECTIONS = Object.keys(PATHS) as readonly SiteSection[];

const TEXTS = {
  nl: {
    explorer: "Verkennen",
    files: "Bestand",
    docs: "API",
    embed: "Formulier",
    skip: "Naar de inhoud",
    sections: "Onderdelen",
    otherLanguage: "English",
    theme: "Licht of donker",
  },
  en: {
    explorer: "Explore",
    files: "File",
    docs: "API",
    embed: "Form",
    skip: "Skip to content",
    sections: "Sections",
    otherLanguage: "Nederlands",
    theme: "Light or dark",
  },
} as const satisfies Record<Language, unknown>;

/**
 * Renders the header of every public page: sections, language, theme (kit/client/site-header.ts makes the last two
 * work). The page's main element has the id `content`. `hasFiles` is true where the page for files is on.
 */
export function siteHeader(
  { language }: Preferences,
  current: SiteSection,
  { hasFiles = false }: { readonly hasFiles?: boolean } = {},
): Html {
  const texts = TEXTS[language];
  const other = language === "nl" ? "en" : "nl";
  return html`<a class="skip-link" href="#content">${texts.skip}</a>
<header class="site-header">
<a class="site-brand" href="/"><img src="${ICON_PATH}" alt="" width="24" height="24">baken</a>
<nav aria-label="${texts.sections}">${SECTIONS.filter((section) => section !== "files" || hasFiles).map(
    (section) =>
      html`<a href="${PATHS[section]}"${section === current && html` aria-current="page"`}>${texts[section]}</a>`,
  )}</nav>
<a class="button quiet small" data-language="${other}" href="?lang=${other}" lang="${other}" hreflang="${other}"><span class="site-long">${
    texts.otherLanguage
  }</span><span class="site-short" aria-hidden="true">${other.toUpperCase()}</span></a>
<button type="button" class="button quiet small site-theme" data-theme-choice aria-label="${texts.theme}" title="${
    texts.theme
  }"><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 3a7 7 0 0 1 0 14Z" fill="currentColor"/></svg></button>
</header>`;
}
