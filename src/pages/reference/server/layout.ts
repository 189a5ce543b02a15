/** Frame of every page of the documentation: navigation and content. */
import { inEachLanguage } from "../../../base/language.ts";
import { type Html, html } from "../../kit/server/html.ts";
import { type Guide, listGuides } from "./guides.ts";
import { englishMark } from "./prose.ts";
import { type DocsView, docsLink, type OperationEntry, type TagPage } from "./site.ts";

export const FRAME_TEXTS = inEachLanguage({
  menu: { en: "Menu", nl: "Menu" },
  close: { en: "Close", nl: "Sluiten" },
  navigation: { en: "Documentation", nl: "Documentatie" },
  tools: { en: "Menu and search", nl: "Menu en zoeken" },
  overview: { en: "Overview", nl: "Overzicht" },
  guides: { en: "Guides", nl: "Handleidingen" },
  reference: { en: "Reference", nl: "Naslag" },
  background: { en: "Background", nl: "Achtergrond" },
  operating: { en: "Run it yourself", nl: "Zelf draaien" },
  records: { en: "Records", nl: "Records" },
  errors: { en: "Errors", nl: "Fouten" },
  inEnglish: { en: "", nl: "De beschrijvingen van paden en velden en de handleidingen zijn in het Engels." },
  meaning: { en: "Meaning", nl: "Betekenis" },
});

/** Page without its frame. */
export interface DocsPage {
  /** Path below `/docs`; empty for the overview. */
  readonly path: string;
  readonly title: string;
  readonly content: Html;
}

export function renderFrame(view: DocsView, { path, content }: DocsPage): Html {
  const texts = FRAME_TEXTS[view.language];
  return html`<div class="frame">
<div class="side no-print">
<nav class="tools" aria-label="${texts.tools}"><a class="menu-link button small" href="#navigation">${texts.menu}</a><div class="docs-search"></div></nav>
<div class="sidebar" id="navigation"><a class="close-link button small" href="#content">${texts.close}</a>
${renderNavigation(view, path)}</div>
</div>
<main id="content" tabindex="-1">${
    texts.inEnglish !== "" &&
    html`<p class="hint">${texts.inEnglish}</p>
`
  }${content}</main>
</div>`;
}

/** Renders the links to all pages and operations; `current` is the page shown, such as `guides/start`. */
function renderNavigation(view: DocsView, current: string): Html {
  const texts = FRAME_TEXTS[view.language];
  const { site } = view;
  return html`<nav class="navigation" aria-label="${texts.navigation}">
<ul>${pageLink(view, "", current, texts.overview)}</ul>
${renderGuideGroup(view, "guides", current)}
<p class="navigation-title">${texts.reference}</p>
${site.sections.map((section) => renderSection(view, section, current))}
<ul>${pageLink(view, "records", current, texts.records)}
${pageLink(view, "errors", current, texts.errors)}</ul>
${renderGuideGroup(view, "background", current)}
${renderGuideGroup(view, "operating", current)}
</nav>
`;
}

function pageLink(view: DocsView, page: string, current: string, text: string | Html): Html {
  return html`<li><a href="${docsLink(view, page)}"${page === current && html` aria-current="page"`}>${text}</a></li>
`;
}

function renderGuideGroup(view: DocsView, group: Guide["group"], current: string): Html {
  const guides = listGuides().filter((guide) => guide.group === group);
  const links = guides.map((guide) =>
    pageLink(
      view,
      `guides/${guide.name}`,
      current,
      html`<span${englishMark(view)}>${shortTitle(guide)}</span>`,
    ),
  );
  return html`<p class="navigation-title" id="nav-${group}">${FRAME_TEXTS[view.language][group]}</p>
<ul aria-labelledby="nav-${group}">${links}</ul>
`;
}

/** Returns the title of a guide up to its first colon. */
export function shortTitle({ title }: Pick<Guide, "title">): string {
  return title.split(":")[0]!;
}

/** Renders a section with its operations; the one shown is open. */
function renderSection(view: DocsView, section: TagPage, current: string): Html {
  const isCurrent = section.slug === current;
  const links = section.operations.map((entry) => renderOperationLink(view, section, entry));
  return html`<details${isCurrent && html` open class="is-current"`}><summary class="chevron"${englishMark(view)}>${section.name}</summary>
<ul>${links}</ul></details>
`;
}

function renderOperationLink(view: DocsView, { slug }: TagPage, { id, method, path }: OperationEntry): Html {
  const badge =
    method === "GET" ? undefined : html`<span class="method m-${method.toLowerCase()}">${method}</span> `;
  return html`<li><a href="${docsLink(view, slug, id)}" title="${path}">${badge}<code>${breakable(path)}</code></a></li>
`;
}

/** Lets a path break after its slashes. */
export function breakable(path: string): Html {
  return html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}`;
}
