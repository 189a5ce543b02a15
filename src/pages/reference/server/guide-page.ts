import { type Html, html } from "../../kit/server/html.ts";
import { type Guide, listGuides, renderGuide } from "./guides.ts";
import type { DocsPage } from "./layout.ts";
import type { Heading } from "./markdown.ts";
import { shortTitle } from "./navigation.ts";
import { englishMark } from "./prose.ts";
import { docsLink, type View } from "./site.ts";

export function guidePage(view: View, guide: Guide): DocsPage {
  const { title, titleSlug, body, headings } = renderGuide(view, guide);
  const content = html`<div class="guide"><article class="prose"${englishMark(view)}>
<h1 id="${titleSlug}">${title}</h1>
${body}
${renderNeighbours(view, guide)}</article>
${renderContents(view, headings)}</div>`;
  return { path: `guides/${guide.name}`, title: shortTitle(guide), content };
}

function renderContents(view: View, headings: readonly Heading[]): Html | undefined {
  const shown = headings.filter(({ depth }) => depth <= 3);
  const links = shown.map(
    ({
      depth,
      slug,
      text,
    }) => html`<li class="depth-${depth}"><a href="#${slug}"${englishMark(view)}>${text}</a></li>
`,
  );
  return shown.length < 2
    ? undefined
    : html`<nav class="contents" aria-labelledby="contents-title"><h2 id="contents-title">${view.texts.onThisPage}</h2><ul>${links}</ul></nav>`;
}

/** Links the guides before and after this one. */
function renderNeighbours(view: View, guide: Guide): Html {
  const guides = listGuides();
  const at = guides.indexOf(guide);
  const link = (neighbour: Guide | undefined, label: string, rel: string) =>
    neighbour &&
    html`<a class="card" rel="${rel}" href="${docsLink(view, `guides/${neighbour.name}`)}"><span lang="${view.language}">${label}</span><strong>${shortTitle(neighbour)}</strong></a>`;
  return html`<div class="neighbours">${link(guides[at - 1], view.texts.previous, "prev")}${link(guides[at + 1], view.texts.next, "next")}</div>`;
}
