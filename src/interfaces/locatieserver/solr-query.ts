/**
 * The part of Solr's language that programs use in `q` and `fq` of the Locatieserver: words, and conditions such as
 * `postcode:1381BB`, `type:(weg OR woonplaats)`, `gemeentenaam:"Den Haag"` and `postcode:1381*`.
 */
import { listOf } from "../../base/list-of.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { badRequest } from "../bad-request.ts";

/** Value that a field may have; any value of a condition will do. */
export interface ConditionValue {
  /** Name key of the text (name-key.ts), a postcode without its space; without the `*` of a prefix. */
  readonly key: string;
  /** As typed, without the `*` of a prefix. */
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Condition on a field. Value `*`, a prefix of no letters, accepts every document that has the field. */
export interface FieldCondition {
  readonly field: string;
  readonly values: readonly ConditionValue[];
}

export interface SolrQuery {
  /** Words outside of conditions: the line for the search. */
  readonly line: string;
  /** All must hold. */
  readonly conditions: readonly FieldCondition[];
}

/** Fields whose value may follow a space: `postcode: 1381BB`. Another word with a colon and a space is a label. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...[
    "type",
    "bron",
    "postcode",
    "huisnummer",
    "huisletter",
    "huisnummertoevoeging",
    "huis_nlt",
    "straatnaam",
  ],
  ...["woonplaatsnaam", "woonplaatscode", "gemeentenaam", "gemeentecode", "provincienaam", "provinciecode"],
  ...["provincieafkorting", "nummeraanduiding_id", "adresseerbaarobject_id", "openbareruimte_id"],
  ...["identificatie", "id", "buurtcode", "buurtnaam", "wijkcode", "wijknaam"],
]);

const ALL = /\*:\*/g;
/**
 * One part of a query: a bracket, an operator, a field with the start of its value, a quoted text, or a word. A word
 * ends at white space, a bracket or a quote.
 */
const PART =
  /\s*(?:(?<bracket>[()])|(?<operator>(?:AND|OR|and|or|&&|\|\|)(?![^\s()]))|[+]?(?<field>[a-z][a-z_0-9]*):(?<gap>\s*)|(?<quoted>"[^"]*"?)|(?<word>[^\s()"]+))/gy;
const BARE_VALUE = /\s*(?:"(?<quoted>[^"]*)"?|(?<word>[^\s()"]+))/gy;
const GROUP = /\s*\((?<group>(?:"[^"]*"?|[^()"])*)\)?/gy;
const POSTCODE_WITH_SPACE = /\s*([1-9]\d{3}) ([a-z]{2})(?![^\s()])/giy;
const SPACED_POSTCODE = /\b([1-9]\d{3}) ([a-z]{2})(?![a-z0-9])/gi;
/** Boost or distance after a word: `^1.5`, `~2`. */
const WEIGHT = /(?:\^\d+(?:\.\d+)?|~\d*)$/;
/** Ways to exclude, ranges and parameters in braces: refused, because leaving them out would find too much. */
const REFUSED = /(?:^|[\s(])(?:NOT\s|[-!][a-z_]+:|\{!)|:\s*[[{]/;

/** Parses all `q` of a request. Throws 400 for parts of the language that are not supported. */
export function parseSolr(text: string): SolrQuery {
  const { words, conditions } = parseParts(text);
  const bare = words.map((word) => word.replace(/\*+$/, "")).filter((word) => word !== "");
  return { line: bare.join(" "), conditions };
}

/** Field of all words of a document: a word of an `fq` is a condition on it. */
export const TEXT_FIELD = "tekst";

/**
 * Parses one `fq`. A document must have each of its words; the name of a field before a value, as in `huisnummer 5`,
 * says nothing.
 */
export function parseFilter(text: string): SolrQuery {
  const { words, conditions } = parseParts(text.replace(SPACED_POSTCODE, "$1$2"));
  const ofWords = words.flatMap(toTextValues).map((value) => ({ field: TEXT_FIELD, values: [value] }));
  return { line: "", conditions: [...conditions, ...ofWords] };
}

function toTextValues(word: string): ConditionValue[] {
  const { key, isPrefix } = toValue(TEXT_FIELD, word);
  const words = wordsOf(key).filter((each) => !KNOWN_FIELDS.has(each));
  return words.map((each, i) => ({ key: each, text: each, isPrefix: isPrefix && i === words.length - 1 }));
}

/** Splits a name key at every character that is not a letter or digit. */
export function wordsOf(key: string): string[] {
  return key.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Most different conditions of a request, and most different values of one: each is compared with each document. */
const MAX_CONDITIONS = 32;
const MAX_VALUES = 100;

/** Returns the different conditions of all texts, and their words as one line. Throws 400 for too many. */
export function joinQueries(queries: readonly SolrQuery[]): SolrQuery {
  const conditions = new Map<string, FieldCondition>();
  for (const { field, values } of queries.flatMap((query) => query.conditions)) {
    const different = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
    conditions.set(JSON.stringify([field, different]), { field, values: different });
    if (conditions.size > MAX_CONDITIONS || different.length > MAX_VALUES) {
      throw badRequest(
        `not supported: more than ${MAX_CONDITIONS} conditions, or than ${MAX_VALUES} values of ${field}`,
      );
    }
  }
  return {
    line: queries
      .map(({ line }) => line)
      .filter((line) => line !== "")
      .join(" "),
    conditions: [...conditions.values()],
  };
}

function parseParts(text: string): SolrParts {
  if (REFUSED.test(text)) {
    throw badRequest("not supported: exclusions, ranges and {!…}");
  }
  return new Parser(text.replace(ALL, " ").replaceAll("\\", "")).parse();
}

/** Words with the `*` after them, and conditions. */
interface SolrParts {
  readonly words: readonly string[];
  readonly conditions: readonly FieldCondition[];
}

/** Kind of the previous part: an `OR` next to a condition of another field is refused. */
type Before = { readonly field: string | undefined } | undefined;

class Parser {
  readonly #text: string;
  readonly #words: string[] = [];
  readonly #conditions: { field: string; values: ConditionValue[] }[] = [];
  #at = 0;
  #before: Before = undefined;
  #isOr = false;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): SolrParts {
    for (let part = this.#next(PART); part !== undefined; part = this.#next(PART)) {
      const { operator, field, gap, quoted, word } = part;
      if (operator !== undefined) {
        this.#isOr ||= /^(?:or|\|\|)$/i.test(operator);
      } else if (field !== undefined && (gap === "" || KNOWN_FIELDS.has(field))) {
        this.#addCondition(field);
      } else if (field !== undefined) {
        this.#addWord(`${field}:`);
      } else if (quoted !== undefined || word !== undefined) {
        this.#addWord(quoted === undefined ? word! : quoted.replaceAll('"', ""));
      }
    }
    return { words: this.#words, conditions: this.#conditions };
  }

  #addWord(word: string): void {
    this.#assertJoined(undefined);
    this.#before = { field: undefined };
    this.#words.push(word.replace(WEIGHT, ""));
  }

  #addCondition(field: string): void {
    const isAlternative = this.#isOr && this.#before !== undefined;
    this.#assertJoined(field);
    this.#before = { field };
    const values = this.#readValues(field);
    const last = this.#conditions.at(-1);
    if (isAlternative && last !== undefined) {
      last.values.push(...values);
    } else {
      this.#conditions.push({ field, values });
    }
  }

  /** Throws for an `OR` next to a condition, unless it joins two conditions on the same field. */
  #assertJoined(field: string | undefined): void {
    if (this.#isOr && this.#before !== undefined && this.#before.field !== field) {
      throw badRequest("not supported: OR between two fields");
    }
    this.#isOr = false;
  }

  #readValues(field: string): ConditionValue[] {
    const group = this.#next(GROUP);
    if (group !== undefined) {
      return readGroup(field, group.group!);
    }
    const isPostcode = field === "postcode";
    const spaced = isPostcode ? this.#nextMatch(POSTCODE_WITH_SPACE) : undefined;
    if (spaced !== undefined) {
      return [toValue(field, spaced[1]! + spaced[2]!)];
    }
    const value = this.#next(BARE_VALUE);
    return value === undefined ? [] : [toValue(field, value.quoted ?? value.word!)];
  }

  #next(pattern: RegExp): Record<string, string | undefined> | undefined {
    return this.#nextMatch(pattern)?.groups;
  }

  #nextMatch(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match !== undefined) {
      this.#at = pattern.lastIndex;
    }
    return match;
  }
}

/** Reads `a OR b "c d"`; alternatives may be written without `OR`. */
function readGroup(field: string, group: string): ConditionValue[] {
  if (/(?:^|\s)(?:AND|and|&&)(?=\s|$)/.test(group)) {
    throw badRequest("not supported: AND between values of one field");
  }
  const joined = field === "postcode" ? group.replace(SPACED_POSTCODE, "$1$2") : group;
  const values = joined.includes('"')
    ? new Set(joined.match(/"[^"]*"?|\S+/g))
    : listOf(joined.replace(/\s/g, " "), " ");
  return [...values]
    .filter((value) => !/^(?:OR|or|\|\|)$/.test(value))
    .map((value) => toValue(field, value.replace(/^"([^"]*)"?$/, "$1")));
}

function toValue(field: string, typed: string): ConditionValue {
  const value = typed.trim().replace(WEIGHT, "");
  const isPrefix = value.endsWith("*");
  const text = isPrefix ? value.replace(/\*+$/, "") : value;
  if (text.includes("*")) {
    throw badRequest("not supported: * elsewhere than at the end of a value");
  }
  const key = nameKey(text);
  return { key: field === "postcode" ? key.replaceAll(" ", "") : key, text, isPrefix };
}
