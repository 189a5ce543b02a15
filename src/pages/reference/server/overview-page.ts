import { type Html, html } from "../../kit/server/html.ts";
import { headerAnchor } from "./answers.ts";
import { renderCode, renderCodeColumn } from "./code-panel.ts";
import { listGuides } from "./guides.ts";
import { breakable, type DocsPage } from "./layout.ts";
import { englishMark, englishText, inlineText } from "./prose.ts";
import { DOCS_PATH, type DocsView, docsLink, type OperationEntry, type TagPage } from "./site.ts";

/** Operation that the overview shows. */
const FIRST_OPERATION = "get-addresses-lookup";

export function overviewPage(view: DocsView): DocsPage {
  const { texts, site } = view;
  const content = html`<div class="operation overview"><div class="text-column">
<h1>${texts.overviewTitle}</h1>
${renderIntroduction(view)}
${renderCards(view)}
<h2 id="base-url">${texts.baseUrl}</h2>
<p>${texts.baseUrlText}</p>
<p><code class="value">${site.baseUrl}</code></p>
<h2 id="authentication">${texts.authentication}</h2>
${renderAuthentication(view)}
</div>${renderFirstSample(view)}</div>
<section class="wide"><h2 id="operations">${texts.operations}</h2>
${site.sections.map((section) => renderOperationTable(view, section))}
<h2 id="headers">${texts.responseHeaders}</h2>
${renderHeaders(view)}
<h2 id="openapi">${texts.machineReadable}</h2>
<p>${texts.machineText}</p>
<div class="panel"><pre tabindex="0">${renderCode(`curl '${new URL(`${DOCS_PATH}/openapi.yaml`, site.baseUrl).href}'`, "curl")}</pre></div>
</section>`;
  return { path: "", title: texts.overview, content };
}

function renderIntroduction(view: DocsView): Html {
  const [first = "", ...facts] = view.site.document.info.description.split("\n\n");
  return html`${englishText(view, first, "lead")}
<ul class="facts"${englishMark(view)}>${facts.map((fact) => html`<li>${inlineText(fact)}</li>`)}</ul>`;
}

function renderCards(view: DocsView): Html {
  const { texts } = view;
  const cards = [
    { name: "use", title: texts.useServer, text: texts.useText },
    { name: "start", title: texts.runServer, text: texts.runText },
    { name: "search", title: texts.search, text: texts.readSearch },
    { name: "errors", title: texts.errors, text: texts.readErrors },
    { name: "limits", title: texts.limits, text: texts.readLimits },
  ].filter(({ name }) => listGuides().some((guide) => guide.name === name));
  return html`<ul class="cards">${cards.map(
    ({ name, title, text }) =>
      html`<li><a class="card" href="${docsLink(view, `guides/${name}`)}"><strong>${title}</strong><span>${text}</span></a></li>`,
  )}</ul>`;
}

function renderAuthentication(view: DocsView): Html {
  const { texts, site } = view;
  const open = site.sections.flatMap((section) =>
    section.operations
      .filter(({ operation }) => operation.security !== undefined)
      .map(
        ({ id, path }) =>
          html`<li><a href="${docsLink(view, section.slug, id)}"><code>${path}</code></a></li>`,
      ),
  );
  const schemes = Object.values(site.document.components.securitySchemes);
  return html`<p>${texts.authenticationText} <code class="value">Authorization: Bearer &lt;id&gt;|&lt;secret&gt;</code></p>
${schemes.map(({ description }) => englishText(view, description, "hint"))}
<p>${texts.withoutKeyText}</p><ul class="plain">${open}</ul>`;
}

function renderFirstSample(view: DocsView): Html | undefined {
  const entry = view.site.sections
    .flatMap(({ operations }) => operations)
    .find(({ id }) => id === FIRST_OPERATION);
  return entry && renderCodeColumn(view, entry);
}

function renderOperationTable(view: DocsView, section: TagPage): Html {
  return html`<h3><a href="${docsLink(view, section.slug)}"${englishMark(view)}>${section.name}</a></h3>
<table class="table operations"><thead class="visually-hidden"><tr><th>${view.texts.operation}</th><th>${view.texts.meaning}</th></tr></thead>
<tbody>${section.operations.map((entry) => renderOperationRow(view, section, entry))}</tbody></table>
`;
}

function renderOperationRow(
  view: DocsView,
  { slug }: TagPage,
  { id, method, path, operation }: OperationEntry,
): Html {
  return html`<tr><td><span class="method m-${method.toLowerCase()}">${method}</span>
<a href="${docsLink(view, slug, id)}"><code>${breakable(path)}</code></a></td><td${englishMark(view)}>${operation.summary}</td></tr>
`;
}

function renderHeaders(view: DocsView): Html {
  const headers = Object.entries(view.site.document.components.headers);
  const rows = headers.map(
    ([name, { description }]) =>
      html`<tr id="${headerAnchor(name)}"><td><code>${name}</code></td><td${englishMark(view)}>${inlineText(description)}</td></tr>
`,
  );
  return html`<table class="table"><tbody>${rows}</tbody></table>`;
}
