/** Types and limits of schemas in words. */
import { inEachLanguage } from "../../../base/language.ts";
import { namesOfPattern, type Schema } from "../../../http/openapi-document.ts";
import { type Html, html } from "../../kit/server/html.ts";
import { type DocsView, docsLink, recordName } from "./site.ts";

const TEXTS = inEachLanguage({
  orNull: { en: "or null", nl: "of null" },
  listOf: { en: "list of", nl: "lijst van" },
  oneOf: { en: "One of", nl: "Een van" },
  someOf: { en: "One or more, joined by commas, of", nl: "Een of meer, met komma's, van" },
  default: { en: "Default", nl: "Standaard" },
  characters: { en: "characters", nl: "tekens" },
  digits: { en: "digits", nl: "cijfers" },
  atLeast: { en: "at least", nl: "minstens" },
  atMost: { en: "at most", nl: "hoogstens" },
  pattern: { en: "Pattern", nl: "Patroon" },
});

type Texts = (typeof TEXTS)["en"];

/** Renders the type: a name, a link to a record, a list, alternatives, and whether it may be null. */
export function renderType(view: DocsView, schema: Schema): Html {
  const texts = TEXTS[view.language];
  const record = recordName(schema);
  if (record !== undefined) {
    const link = html`<a href="${docsLink(view, "records", record)}">${record}</a>`;
    return schema.oneOf === undefined ? link : html`${link} ${texts.orNull}`;
  }
  if (schema.items !== undefined) {
    return html`${texts.listOf} ${renderType(view, schema.items)}`;
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) {
    return html`${alternatives.map((part, i) => html`${i > 0 && " | "}${renderType(view, part)}`)}`;
  }
  return html`${schema.format ?? schema.type}${schema.nullable && ` ${texts.orNull}`}`;
}

/** Returns the conditions of a value other than its type: range, length, form, choices, default. */
export function listLimits({ language }: DocsView, schema: Schema): Html[] {
  const texts = TEXTS[language];
  const value = schema.items ?? schema;
  const choices = value.enum?.filter((choice) => choice !== null) ?? namesOfPattern(value.pattern ?? "");
  const limits = [
    rangeOf(value.minimum, value.maximum, texts),
    choices === undefined ? formOf(texts, value) : undefined,
    choices &&
      choices.length > 0 &&
      html`${value.enum === undefined ? texts.someOf : texts.oneOf} ${choices.map(renderChoice)}`,
    schema.default !== undefined && html`${texts.default} <code class="choice">${schema.default}</code>`,
  ];
  return limits.filter((limit) => limit !== undefined && limit !== false).map((limit) => html`${limit}`);
}

function renderChoice(choice: string | number): Html {
  return html`<code class="choice">${choice}</code> `;
}

/** Returns the form of text: digits, another pattern, or its length. A format says its own form. */
function formOf(texts: Texts, { format, pattern, minLength, maxLength }: Schema): Html | undefined {
  if (format !== undefined) {
    return undefined;
  }
  if (pattern === undefined) {
    const length = rangeOf(minLength, maxLength, texts);
    return length === undefined ? undefined : html`${length} ${texts.characters}`;
  }
  const [, digits] = /^\^\[0-9\]\{(\d+(?:,\d+)?)\}\$$/.exec(pattern) ?? [];
  return digits === undefined
    ? html`${texts.pattern} <code class="choice">${pattern.replace(/^\^|\$$/g, "")}</code>`
    : html`${digits.replace(",", "–")} ${texts.digits}`;
}

/** Integers without a limit of their own have this one in the document. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

function rangeOf(from: number | undefined, to: number | undefined, texts: Texts): string | undefined {
  const min = from === -UNLIMITED ? undefined : from;
  const max = to === UNLIMITED ? undefined : to;
  if (min !== undefined && max !== undefined) {
    return min === max ? `${min}` : `${min}–${max}`;
  }
  if (min !== undefined) {
    return `${texts.atLeast} ${min}`;
  }
  return max === undefined ? undefined : `${texts.atMost} ${max}`;
}
