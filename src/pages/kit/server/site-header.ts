import { textsIn } from "../../../base/language.ts";
import type { Context } from "../../../http/context.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { describeTestData } from "../../../registry/file/test-data.ts";
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
  explorer: { nl: "Verkennen", en: "Explore" },
  files: { nl: "Bestand", en: "File" },
  docs: { nl: "API", en: "API" },
  embed: { nl: "Formulier", en: "Form" },
  skip: { nl: "Naar de inhoud", en: "Skip to content" },
  sections: { nl: "Onderdelen", en: "Sections" },
  otherLanguage: { nl: "English", en: "Nederlands" },
  theme: { nl: "Licht of donker", en: "Light or dark" },
  loadCountry: { nl: "Het hele land laden:", en: "To load the country:" },
};

interface HeaderOptions {
  /** True where the page for files is on. */
  readonly hasFiles: boolean;
  /** Data that the server has. */
  readonly pinned: Snapshot | undefined;
}

/** Returns true when the visitor may open the page for files. */
export function hasFilesPage(context: Context): boolean {
  return context.services.files.accessOf(context) !== "off";
}

/** Renders the header of every public page, with its sections, and below it the name of test data. */
export function siteHeader(
  { language }: Preferences,
  current: SiteSection | undefined,
  { hasFiles, pinned }: HeaderOptions,
): Html {
  const texts = textsIn(TEXTS, language);
  const navigation = html`<nav aria-label="${texts.sections}">${SECTIONS.filter(
    (section) => section !== "files" || hasFiles,
  ).map(
    (section) =>
      html`<a href="${PATHS[section]}"${section === current && html` aria-current="page"`}>${texts[section]}</a>`,
  )}</nav>`;
  return html`${pageHeader(language, "", navigation)}${testDataNotice(language, pinned)}`;
}

/**
 * Renders a header: brand with the name of an area, navigation, language and theme (kit/client/preferences.ts makes the
 * last two work). The page's main element has the id `content`.
 */
export function pageHeader(language: Language, area: string, navigation: Html): Html {
  const texts = textsIn(TEXTS, language);
  const other = language === "nl" ? "en" : "nl";
  return html`<a class="skip-link" href="#content">${texts.skip}</a>
<header class="site-header no-print">
<a class="site-brand" href="/"><img src="${ICON_PATH}" alt="" width="24" height="24">baken${area && html` <span>${area}</span>`}</a>
${navigation}
<a class="button quiet small" data-language="${other}" href="?lang=${other}" lang="${other}" hreflang="${other}">${
    texts.otherLanguage
  }</a>
<button type="button" class="button quiet small icon" data-theme-choice aria-label="${texts.theme}" title="${
    texts.theme
  }"><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 3a7 7 0 0 1 0 14Z" fill="currentColor"/></svg></button>
</header>`;
}

/** Returns the line of every page that names test data, with the command that replaces it. */
function testDataNotice(language: Language, pinned: Snapshot | undefined): Html | undefined {
  const name = pinned && describeTestData(pinned.meta, language);
  return name === undefined
    ? undefined
    : html`
<p class="site-notice"><b>${name}.</b> ${TEXTS.loadCountry[language]} <code>baken import --download</code></p>`;
}
