import type { Schema } from "../../../http/openapi-document.ts";
import { type Html, html } from "../../kit/server/html.ts";
import { listFields, renderAnchor, renderFields } from "./fields.ts";
import type { DocsPage } from "./layout.ts";
import { englishText } from "./prose.ts";
import type { View } from "./site.ts";

export function recordsPage(view: View): DocsPage {
  const { texts, site } = view;
  const schemas = Object.entries(site.document.components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = html`<header class="page-head"><h1>${texts.records}</h1><p class="lead">${texts.recordsText}</p></header>
<ul class="index">${schemas.map(
    ([name]) => html`<li><a href="#${name}"><code>${name}</code></a></li>
`,
  )}</ul>
${schemas.map(([name, schema]) => renderRecord(view, name, schema))}`;
  return { path: "records", title: texts.records, content };
}

function renderRecord(view: View, name: string, schema: Schema): Html {
  return html`<section class="record" id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${name}${renderAnchor(view, name, name)}</h2>
${schema.description && englishText(view, schema.description, "lead")}
${renderFields(view, listFields(schema, name))}</section>
`;
}
