import { inEachLanguage } from "../../../base/language.ts";
import { type Html, html } from "../../kit/server/html.ts";
import { headerAnchor } from "./answers.ts";
import { renderCode, renderCodeColumn } from "./code-panel.ts";
import { listGuides } from "./guides.ts";
import { breakable, type DocsPage, FRAME_TEXTS } from "./layout.ts";
import { englishMark, englishText, inlineText } from "./prose.ts";
import { DOCS_PATH, type DocsView, docsLink, type OperationEntry, type TagPage } from "./site.ts";

const TEXTS = inEachLanguage({
  limits: { en: "Limits", nl: "Limieten" },
  search: { en: "Search", nl: "Zoeken" },
  overviewTitle: { en: "The interface of baken", nl: "De interface van baken" },
  baseUrl: { en: "Base URL", nl: "Basis-URL" },
  baseUrlText: {
    en: "All paths of this reference are below this address.",
    nl: "Alle paden van deze naslag staan onder dit adres.",
  },
  authentication: { en: "Key", nl: "Sleutel" },
  authenticationText: { en: "Send an API key:", nl: "Stuur een API-sleutel mee:" },
  withoutKeyText: { en: "Without a key only these work:", nl: "Zonder sleutel werken alleen:" },
  responseHeaders: { en: "Response headers", nl: "Headers van antwoorden" },
  operations: { en: "All paths", nl: "Alle paden" },
  operation: { en: "Path", nl: "Pad" },
  useServer: { en: "Use a server", nl: "Een server gebruiken" },
  useText: {
    en: "With a key from whoever runs it: the first answer in a minute.",
    nl: "Met een sleutel van iemand anders: het eerste antwoord in een minuut.",
  },
  runServer: { en: "Run your own server", nl: "Zelf een server draaien" },
  runText: {
    en: "From an empty machine to the first answer in three minutes.",
    nl: "Van een lege machine naar het eerste antwoord in drie minuten.",
  },
  readSearch: { en: "How a line of text becomes an address.", nl: "Hoe een regel tekst een adres wordt." },
  readLimits: {
    en: "How many requests are allowed, and how to see that.",
    nl: "Hoeveel verzoeken zijn toegestaan, en hoe u dat ziet.",
  },
  machineReadable: { en: "For programs", nl: "Voor programma's" },
  machineText: {
    en: "The same description as OpenAPI 3.0, without a key:",
    nl: "Dezelfde beschrijving als OpenAPI 3.0, zonder sleutel:",
  },
});

/** Operation that the overview shows. */
const FIRST_OPERATION = "get-addresses-lookup";

export function overviewPage(view: DocsView): DocsPage {
  const texts = TEXTS[view.language];
  const { site } = view;
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
<div class="panel" data-theme="dark"><pre tabindex="0">${renderCode(`curl '${new URL(`${DOCS_PATH}/openapi.yaml`, site.baseUrl).href}'`, "curl")}</pre></div>
</section>`;
  return { path: "", title: FRAME_TEXTS[view.language].overview, content };
}

function renderIntroduction(view: DocsView): Html {
  const [first = "", ...facts] = view.site.document.info.description.split("\n\n");
  return html`${englishText(view, first, "lead")}
<ul class="facts"${englishMark(view)}>${facts.map((fact) => html`<li>${inlineText(fact)}</li>`)}</ul>`;
}

function renderCards(view: DocsView): Html {
  const texts = TEXTS[view.language];
  const cards = [
    { name: "use", title: texts.useServer, text: texts.useText },
    { name: "start", title: texts.runServer, text: texts.runText },
    { name: "search", title: texts.search, text: texts.readSearch },
    { name: "limits", title: texts.limits, text: texts.readLimits },
  ].filter(({ name }) => listGuides().some((guide) => guide.name === name));
  return html`<ul class="cards">${cards.map(
    ({ name, title, text }) =>
      html`<li><a class="card" href="${docsLink(view, `guides/${name}`)}"><strong>${title}</strong><span class="hint">${text}</span></a></li>`,
  )}</ul>`;
}

function renderAuthentication(view: DocsView): Html {
  const texts = TEXTS[view.language];
  const { site } = view;
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
<table class="table operations"><thead class="visually-hidden"><tr><th>${TEXTS[view.language].operation}</th><th>${FRAME_TEXTS[view.language].meaning}</th></tr></thead>
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
