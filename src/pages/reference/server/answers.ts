/** Answers of an operation: the fields of a success, the codes and meanings of errors. */

import { STATUS_CODES } from "node:http";
import { ERROR_CODES, type ErrorCode } from "../../../base/errors.ts";
import { inEachLanguage } from "../../../base/language.ts";
import type { ResponseObject } from "../../../http/openapi-document.ts";
import { type Html, html } from "../../kit/server/html.ts";
import { type FieldRow, listFields, renderFields } from "./fields.ts";
import { englishMark, englishText, inlineText } from "./prose.ts";
import { renderType } from "./schema-type.ts";
import { type DocsView, docsLink, type OperationEntry, resolve } from "./site.ts";

const TEXTS = inEachLanguage({
  answers: { en: "Answers", nl: "Antwoorden" },
  errorAnswers: { en: "Errors", nl: "Fouten" },
  headers: { en: "Headers", nl: "Headers" },
  noBody: { en: "Without content.", nl: "Zonder inhoud." },
});

interface Answer {
  readonly status: string;
  readonly response: ResponseObject;
  readonly codes: readonly ErrorCode[];
}

export function renderAnswers(view: DocsView, entry: OperationEntry): Html {
  const answers = Object.entries(entry.operation.responses).map(([status, value]) => {
    const response = resolve(view.site.document, value);
    return { status, response, codes: response["x-error-codes"] ?? [] };
  });
  const texts = TEXTS[view.language];
  const errors = answers.filter(({ codes }) => codes.length > 0);
  const others = answers.filter(({ codes }) => codes.length === 0);
  return html`<h3>${texts.answers}</h3>
<div class="box answers">${others.map((answer) => renderAnswer(view, entry, answer))}</div>
<h3>${texts.errorAnswers}</h3>
<div class="box answers">${errors.map((answer) => renderError(view, answer))}</div>
`;
}

function renderAnswer(view: DocsView, entry: OperationEntry, { status, response }: Answer): Html {
  const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
  const anchor = `${entry.id}.${status}`;
  const fields = media === undefined ? [] : answerFields(listFields(media.schema, anchor));
  const isStandard = response.description === STATUS_CODES[status];
  return html`<details class="answer" id="${anchor}"><summary class="chevron row">${renderStatus(view, status)}
<span class="media">${type ?? TEXTS[view.language].noBody}</span></summary>
${!isStandard && englishText(view, response.description)}
${media && fields.length === 0 && html`<p class="row limits">${renderType(view, media.schema)}</p>`}
${fields.length > 0 && renderFields(view, fields)}
${renderHeaderNames(view, response)}</details>
`;
}

/** Opens the fields of `data`, for which a reader looks first. */
function answerFields(fields: readonly FieldRow[]): FieldRow[] {
  const isEnveloped = fields[0]?.name === "data";
  return fields.map((field) => ({ ...field, isOpen: isEnveloped && field.name === "data" }));
}

function renderError(view: DocsView, { status, codes }: Answer): Html {
  return html`<details class="answer"><summary class="chevron row">${renderStatus(view, status, ERROR_CODES[codes[0]!].title)}
<span class="codes">${codes.map((code) => html`<code>${code}</code> `)}</span></summary>
<dl class="stack meanings">${codes.map(
    (code) => html`<div><dt><a href="${docsLink(view, "errors", code)}"><code>${code}</code></a></dt>
<dd${englishMark(view)}>${inlineText(ERROR_CODES[code].meaning)}</dd></div>`,
  )}</dl></details>
`;
}

function renderStatus(view: DocsView, status: string, name = STATUS_CODES[status]): Html {
  return html`<span class="status s${status[0]}">${status}</span> <span${englishMark(view)}>${name}</span>`;
}

function renderHeaderNames(view: DocsView, { headers = {} }: ResponseObject): Html | undefined {
  const names = Object.keys(headers);
  const links = names.map(
    (name) => html`<a href="${docsLink(view, "", headerAnchor(name))}"><code>${name}</code></a> `,
  );
  return names.length === 0
    ? undefined
    : html`<p class="headers">${TEXTS[view.language].headers}: ${links}</p>`;
}

export function headerAnchor(name: string): string {
  return `header-${name.toLowerCase()}`;
}
