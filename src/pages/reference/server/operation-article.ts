/** One operation: text beside code. */
import { inEachLanguage } from "../../../base/language.ts";
import type { Operation, Parameter } from "../../../http/openapi-document.ts";
import { type Html, html } from "../../kit/server/html.ts";
import type { OperationData } from "../page-data.ts";
import { renderAnswers } from "./answers.ts";
import { renderCodeColumn, sampleRequest } from "./code-panel.ts";
import { type FieldRow, renderAnchor, renderFields } from "./fields.ts";
import { englishMark, englishText } from "./prose.ts";
import type { DocsView, OperationEntry } from "./site.ts";

const TEXTS = inEachLanguage({
  pathParameters: { en: "Parameters in the path", nl: "Parameters in het pad" },
  queryParameters: { en: "Parameters", nl: "Parameters" },
  bodyFields: { en: "Body", nl: "Body" },
  bodyTypes: { en: "As", nl: "Als" },
  bodyAsParameters: {
    en: "The same fields as the parameters; the body takes precedence.",
    nl: "Dezelfde velden als de parameters; de body gaat voor.",
  },
  noParameters: { en: "No parameters.", nl: "Geen parameters." },
  withKey: { en: "Needs a key", nl: "Sleutel nodig" },
  withoutKey: { en: "Without a key", nl: "Zonder sleutel" },
  extension: { en: "Extension of baken", nl: "Uitbreiding van baken" },
  file: { en: "File", nl: "Bestand" },
});

export function renderOperation(view: DocsView, entry: OperationEntry): Html {
  const { operation, id, method, path } = entry;
  const texts = TEXTS[view.language];
  const isOpen = operation.security !== undefined;
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title" data-operation="${JSON.stringify(operationData(view, entry))}">
<div class="text-column">
<h2 id="${id}-title"${englishMark(view)}>${operation.summary}${renderAnchor(view, id, operation.summary)}</h2>
<p class="row route"><span class="method m-${method.toLowerCase()}">${method}</span> <code>${path}</code>
<span class="badge${isOpen && " ok"}">${isOpen ? texts.withoutKey : texts.withKey}</span>
${operation["x-extension"] && html`<span class="badge">${texts.extension}</span>`}</p>
${englishText(view, operation.description, "lead")}
${renderParameters(view, entry)}
${renderBody(view, operation)}
${renderAnswers(view, entry)}
</div>
${renderCodeColumn(view, entry)}
</article>
`;
}

function renderParameters(view: DocsView, { id, operation }: OperationEntry): Html {
  const texts = TEXTS[view.language];
  const parameters = operation.parameters ?? [];
  const groups = [
    { title: texts.pathParameters, place: "path" },
    { title: texts.queryParameters, place: "query" },
  ].map(({ title, place }) => ({ title, group: parameters.filter((parameter) => parameter.in === place) }));
  if (parameters.length === 0) {
    return operation.requestBody === undefined ? html`<p class="hint">${texts.noParameters}</p>` : html``;
  }
  return html`${groups.map(
    ({ title, group }) =>
      group.length > 0 &&
      html`<h3>${title}</h3>
${renderFields(
  view,
  group.map((parameter) => parameterField(id, parameter)),
)}`,
  )}`;
}

function parameterField(id: string, { name, schema, required, description, example }: Parameter): FieldRow {
  const presence = required ? "required" : "optional";
  return { name, schema, presence, description, example, anchor: `${id}.${name}` };
}

/** Renders the fields of a body, unless they are the parameters again. */
function renderBody(
  view: DocsView,
  { requestBody, parameters = [], operationId }: Operation,
): Html | undefined {
  if (requestBody === undefined) {
    return undefined;
  }
  const texts = TEXTS[view.language];
  const types = Object.keys(requestBody.content);
  if (requestBody.description !== undefined) {
    return html`<h3>${texts.file}</h3>
<p class="row limits">${texts.bodyTypes} ${types.map((type) => html`<code>${type}</code> `)}</p>
${englishText(view, requestBody.description)}
`;
  }
  const { schema } = Object.values(requestBody.content)[0]!;
  const field = { name: "body", schema, anchor: `${operationId}.body` };
  return html`<h3>${texts.bodyFields}</h3>
<p class="row limits">${texts.bodyTypes} ${types.map((type) => html`<code>${type}</code> `)}</p>
${parameters.length > 0 ? html`<p class="hint">${texts.bodyAsParameters}</p>` : renderFields(view, [field])}
`;
}

/** Values with which the script of the page lets a visitor try the operation. */
function operationData(view: DocsView, entry: OperationEntry): OperationData {
  const { baseUrl, ...request } = sampleRequest(view, entry);
  const parameters = (entry.operation.parameters ?? []).map(({ name, required, schema, example }) => ({
    name,
    required: required ?? false,
    isNumber: schema.type === "integer" || schema.type === "number",
    choices: schema.enum?.filter((choice) => choice !== null),
    example,
  }));
  return { ...request, parameters };
}
