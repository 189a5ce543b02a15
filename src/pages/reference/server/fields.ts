/** Parameters and fields as lists: name, type, limits, description, and the fields within. */
import { inEachLanguage } from "../../../base/language.ts";
import type { Schema } from "../../../http/openapi-document.ts";
import { type Html, html } from "../../kit/server/html.ts";
import { englishText } from "./prose.ts";
import { listLimits, renderType } from "./schema-type.ts";
import { type DocsView, recordName } from "./site.ts";

const TEXTS = inEachLanguage({
  required: { en: "required", nl: "verplicht" },
  optional: { en: "optional", nl: "optioneel" },
  example: { en: "Example", nl: "Voorbeeld" },
  fields: { en: "Fields of", nl: "Velden van" },
  link: { en: "Link to", nl: "Link naar" },
});

export interface FieldRow {
  readonly name: string;
  readonly schema: Schema;
  /** Undefined where the word would say nothing: fields of answers that are always present. */
  readonly presence?: "required" | "optional" | undefined;
  readonly description?: string | undefined;
  readonly example?: unknown;
  /** Absent for a field that has its anchor on another page. */
  readonly anchor?: string | undefined;
  /** Fields of lower levels are open at first. */
  readonly isOpen?: boolean;
}

export function renderFields(view: DocsView, fields: readonly FieldRow[]): Html {
  return html`<ul class="fields">${fields.map((field) => renderField(view, field))}</ul>`;
}

function renderField(view: DocsView, field: FieldRow): Html {
  const texts = TEXTS[view.language];
  const { name, schema, presence, anchor, example } = field;
  const description = field.description ?? schema.description;
  const limits = listLimits(view, schema);
  if (example !== undefined) {
    limits.push(html`${texts.example} <code class="choice">${String(example)}</code>`);
  }
  return html`<li${anchor && html` id="${anchor}"`}>
<div class="row field-head"><code class="name">${name}</code>
<span class="type">${renderType(view, schema)}</span>${presence && html` <span class="${presence}">${texts[presence]}</span>`}${anchor && renderAnchor(view, anchor, name)}</div>
${description && englishText(view, description)}
${limits.length > 0 && html`<p class="row limits">${limits.map((limit) => html`<span>${limit}</span> `)}</p>`}
${renderNested(view, field)}</li>
`;
}

/** Renders the link to a place on the page, which is shown while the pointer or the focus is on it. */
export function renderAnchor({ language }: DocsView, anchor: string, name: string): Html {
  return html`<a class="anchor" href="#${anchor}" aria-label="${TEXTS[language].link} ${name}">#</a>`;
}

/** Renders the fields inside a field: the fields of an object, of the rows of a list, or of the record referred to. */
function renderNested(view: DocsView, { name, schema, anchor, isOpen = false }: FieldRow): Html | undefined {
  const inner = schema.items ?? schema;
  const record = recordName(inner);
  const fields = isOpen && record !== undefined ? recordFields(view, record) : listFields(inner, anchor);
  if (fields.length === 0) {
    return undefined;
  }
  return html`<details class="box nested"${isOpen && html` open`}>
<summary>${TEXTS[view.language].fields} ${record ?? name}</summary>${renderFields(view, fields)}</details>`;
}

function recordFields({ site }: DocsView, record: string): FieldRow[] {
  return listFields(site.document.components.schemas[record]!);
}

/** Lists the fields of an object, or of its alternatives; with anchors below the given one. */
export function listFields(schema: Schema, anchor?: string): FieldRow[] {
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  const properties = [schema, ...alternatives].flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([name, property]) => ({
      name,
      schema: property,
      presence: part.required?.includes(name) ? undefined : ("optional" as const),
      anchor: anchor && `${anchor}.${name}`,
    })),
  );
  return mergeAlternatives(properties);
}

/** Joins the fields of one name: alternatives of a record differ in the choices or the type of the same fields. */
function mergeAlternatives(fields: readonly FieldRow[]): FieldRow[] {
  const byName = Map.groupBy(fields, ({ name }) => name);
  return Array.from(byName.values(), (same) => ({ ...same[0]!, schema: mergeSchemas(same) }));
}

function mergeSchemas(fields: readonly FieldRow[]): Schema {
  const { schema } = fields[0]!;
  if (fields.length === 1) {
    return schema;
  }
  const choices = fields.flatMap((field) => field.schema.enum ?? []);
  return choices.length > 0
    ? { ...schema, enum: choices }
    : { description: schema.description ?? "", anyOf: fields.map((field) => field.schema) };
}
