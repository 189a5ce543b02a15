import { html } from "../../kit/server/html.ts";
import type { DocsPage } from "./layout.ts";
import { renderOperation } from "./operation-article.ts";
import { englishMark, englishText } from "./prose.ts";
import type { Section, View } from "./site.ts";

export function sectionPage(view: View, section: Section): DocsPage {
  const { slug, name, description, operations } = section;
  const content = html`<header class="page-head"><h1${englishMark(view)}>${name}</h1>
${englishText(view, description, "lead")}</header>
${operations.map((entry) => renderOperation(view, entry))}`;
  return { path: slug, title: name, content };
}
