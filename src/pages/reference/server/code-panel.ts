/** Code beside the text: the request in each language, and the example of its answer. */
import { inEachLanguage } from "../../../base/language.ts";
import type { ParameterValues } from "../../../http/openapi-document.ts";
import { type Html, html } from "../../kit/server/html.ts";
import {
  SAMPLE_LANGUAGES,
  type SampleAnswer,
  type SampleLanguage,
  type SampleRequest,
  writeSample,
} from "../code-samples.ts";
import { formatJson, shortenLists } from "../format-json.ts";
import { tokenizeCode } from "../highlight.ts";
import { type DocsView, type OperationEntry, resolve } from "./site.ts";

const TEXTS = inEachLanguage({
  request: { en: "Request", nl: "Verzoek" },
  response: { en: "Response", nl: "Antwoord" },
  sampleLanguage: { en: "Language of the sample", nl: "Taal van het voorbeeld" },
  noExample: {
    en: "The data on this server gives no example here.",
    nl: "De gegevens op deze server geven hier geen voorbeeld.",
  },
  more: { en: (count: number) => `${count} more`, nl: (count: number) => `nog ${count}` },
});

const LANGUAGES = Object.entries(SAMPLE_LANGUAGES) as [SampleLanguage, string][];

export function renderCode(code: string, language: string): Html {
  const tokens = tokenizeCode(code, language);
  return html`${tokens.map(({ kind, text }) => (kind === "plain" ? text : html`<span class="t-${kind}">${text}</span>`))}`;
}

/** Renders one request in every language; radio buttons choose the language, without a script too. */
function renderSamples({ language: pageLanguage }: DocsView, id: string, request: SampleRequest): Html {
  const texts = TEXTS[pageLanguage];
  const choices = LANGUAGES.map(
    ([language, name], i) =>
      html`<label><input type="radio" name="code-${id}" value="${language}"${i === 0 && html` checked`}><span>${name}</span></label>`,
  );
  const samples = LANGUAGES.map(
    ([language]) =>
      html`<pre tabindex="0" data-code="${language}">${renderCode(writeSample(language, request), language)}</pre>`,
  );
  return html`<div class="panel samples" data-theme="dark" role="group" aria-label="${texts.request}">
<div class="row panel-head"><span class="method m-${request.method.toLowerCase()}">${request.method}</span> <code>${request.path}</code></div>
<fieldset class="languages no-print"><legend class="visually-hidden">${texts.sampleLanguage}</legend>${choices}</fieldset>
${samples}</div>
`;
}

export function renderCodeColumn(view: DocsView, entry: OperationEntry): Html {
  const success = successOf(view, entry);
  return html`<div class="code-column">${renderSamples(view, entry.id, sampleRequest(view, entry))}
<div class="stack try no-print"></div>
${success.media && renderExample(view, success)}</div>`;
}

/** Returns the request of the samples: the one whose answer is the example. */
export function sampleRequest(view: DocsView, entry: OperationEntry): SampleRequest {
  const { operation, path, method } = entry;
  return {
    baseUrl: view.site.baseUrl,
    method,
    path,
    needsKey: operation.security === undefined,
    answer: answerOf(successOf(view, entry)),
    values: exampleValues(view, entry),
    body: exampleBody(view, entry),
    file: exampleFile(entry),
  };
}

/** Returns the first answer that is no error. */
function successOf({ site }: DocsView, { operation }: OperationEntry) {
  const [status, response] = Object.entries(operation.responses).find(([key]) => key.startsWith("2"))!;
  const [type, media] = Object.entries(resolve(site.document, response).content ?? {})[0] ?? [];
  return { status, type, media };
}

function answerOf({ type = "", media }: ReturnType<typeof successOf>): SampleAnswer {
  if (/\bjson$/.test(type)) {
    return media?.schema.properties?.data === undefined ? "json" : "data";
  }
  return /^text\/|yaml$/.test(type) ? "text" : "file";
}

/** Returns the values of the example request; without data, the examples of the required parameters. */
function exampleValues({ site }: DocsView, { id, operation }: OperationEntry): ParameterValues {
  const { parameters = [], requestBody } = operation;
  if (requestBody !== undefined) {
    return {};
  }
  const required = parameters.filter((parameter) => parameter.required);
  return site.requests[id] ?? Object.fromEntries(required.map(({ name, example }) => [name, example ?? ""]));
}

/** Returns the example of a JSON body; undefined for an operation without one. */
function exampleBody({ site }: DocsView, { id, operation }: OperationEntry): string | undefined {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return schema && formatJson(schema.example ?? site.requests[id] ?? {});
}

/** Returns the example of an uploaded file; undefined for an operation that takes none. */
function exampleFile({ operation }: OperationEntry): string | undefined {
  const example = operation.requestBody?.content["text/csv"]?.example;
  return typeof example === "string" ? example : undefined;
}

function renderExample({ language }: DocsView, { status, type, media }: ReturnType<typeof successOf>): Html {
  const texts = TEXTS[language];
  const example = media?.example;
  const body =
    example === undefined
      ? html`<p class="panel-note hint">${texts.noExample}</p>`
      : html`<pre tabindex="0">${renderCode(formatJson(shortenLists(example, texts.more)), "json")}</pre>`;
  return html`<div class="panel example" data-theme="dark" role="group" aria-label="${texts.response}">
<div class="row panel-head">${texts.response} <span class="status s2">${status}</span> <span class="media">${type}</span></div>
${body}</div>
`;
}
