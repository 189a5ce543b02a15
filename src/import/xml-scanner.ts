/**
 * A scanner for the machine-regular XML of the BAG: 10,000 records a file, all of one shape.
 *
 * It learns. Each distinct tag is understood once — well-formedness, namespace, attributes, place in the
 * document — and becomes a Step; a Step remembers which Steps followed it. From then on a tag costs one
 * `startsWith` against the expected text. Nothing is ever skipped unread: a tag that is not the expected one
 * goes through the full rules, and whatever those do not cover is refused with file, offset and reason.
 *
 * Text is scanned as latin1 (one character per byte), so positions are byte offsets; `readText` decodes.
 */
import { refuse } from "./refuse.ts";
import { newStep, type Place, type Step, startStep } from "./xml-steps.ts";
import { parseAttributes } from "./xml-text.ts";

/** What to take out of a document, by paths of elements with canonical prefixes joined by `/`. */
export interface XmlGrammar {
  /** Namespace URI to canonical prefix; elements of any other namespace are refused. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Leaf elements whose text is wanted, and the number each is reported under (0–999). */
  readonly captures: ReadonlyMap<string, number>;
  /** Elements whose end completes a record, and the number of the record's kind. */
  readonly records: ReadonlyMap<string, number>;
}

/** The texts captured for one record, in document order: `numbers[i]` spans `[starts[i], ends[i])`. */
export interface Captures {
  count: number;
  numbers: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
}

/** Reported for every element with an srsDimension attribute; `starts[i]` is the dimension. */
export const DIMENSION_CAPTURE = 1000;

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 4000;
const MAX_CAPTURES = 200_000;
const RD_NAME = "urn:ogc:def:crs:EPSG::28992";

/**
 * Reads one whole document and calls `onRecord` at the end of each record with its captures, which are only
 * valid during the call. Throws `import_refused` for anything that is not understood.
 */
export function scanXml(
  text: string,
  source: string,
  grammar: XmlGrammar,
  onRecord: (kind: number, captures: Captures, offset: number) => void,
): void {
  new XmlScanner(text, source, grammar).run(onRecord);
}

class XmlScanner {
  readonly #text: string;
  readonly #source: string;
  readonly #grammar: XmlGrammar;
  readonly #prefixes = new Map<string, string>();
  readonly #captures: Captures = {
    count: 0,
    numbers: new Int32Array(256),
    starts: new Int32Array(256),
    ends: new Int32Array(256),
  };
  #elementCount = 0;
  /** End of the tag that `#resolve` or `#attributesEnd` read last. */
  #tagEnd = 0;

  constructor(text: string, source: string, grammar: XmlGrammar) {
    this.#text = text;
    this.#source = source;
    this.#grammar = grammar;
  }

  // One long loop on purpose: it runs 3 million times per 100 MB, and a call per tag would double its cost.
  run(onRecord: (kind: number, captures: Captures, offset: number) => void): void {
    const text = this.#text;
    const captures = this.#captures;
    const document = this.#place("", "", undefined);
    let step: Step = startStep(document);
    let position = this.#skipProlog();
    for (;;) {
      const lt = text.indexOf("<", position);
      if (lt < 0) break;
      let next = step.likely;
      if (next === undefined || !text.startsWith(next.raw, lt)) {
        const second = step.second;
        if (second !== undefined && text.startsWith(second.raw, lt)) next = second;
        else if (text.startsWith("<!--", lt)) {
          this.#assertBlank(position, lt, step.target);
          position = this.#commentEnd(lt);
          continue;
        } else next = this.#resolve(step.target, lt);
        step.second = step.likely;
        step.likely = next;
      }
      const end = next.isWhole ? lt + next.raw.length : this.#attributesEnd(next, lt);
      const isLeafText = next.closes && next.element === step.element && !step.closes;
      if (lt !== position && !isLeafText) this.#assertBlank(position, lt, step.target);
      if (next.closes) {
        const element = next.element;
        if (element.capture >= 0) this.#capture(element.capture, next.opens ? lt : position, lt);
        if (element.record >= 0) {
          onRecord(element.record, captures, lt);
          captures.count = 0;
        }
      } else if (next.dimension > 0) this.#capture(DIMENSION_CAPTURE, next.dimension, 0);
      step = next;
      position = end;
    }
    if (step.target !== document) this.#refuse(text.length, `the file ends inside <${step.target.rawName}>`);
    if (document.steps.size === 0) this.#refuse(text.length, "no root element");
    this.#assertBlank(position, text.length, document);
  }

  #capture(number: number, start: number, end: number): void {
    const c = this.#captures;
    if (c.count === c.numbers.length) this.#growCaptures(start);
    c.numbers[c.count] = number;
    c.starts[c.count] = start;
    c.ends[c.count++] = end;
  }

  #growCaptures(offset: number): void {
    const c = this.#captures;
    if (c.count >= MAX_CAPTURES) this.#refuse(offset, `a record with more than ${MAX_CAPTURES} values`);
    for (const key of ["numbers", "starts", "ends"] as const) {
      const grown = new Int32Array(c.count * 2);
      grown.set(c[key]);
      c[key] = grown;
    }
  }

  /** Understands a tag that was not expected and returns its step, known or new. */
  #resolve(from: Place, lt: number): Step {
    const text = this.#text;
    const isClosing = text.charCodeAt(lt + 1) === 0x2f;
    const nameStart = isClosing ? lt + 2 : lt + 1;
    NAME.lastIndex = nameStart;
    const name = NAME.exec(text)?.[0];
    if (name === undefined) this.#refuse(lt, describeMarkup(text, lt));
    const key = isClosing ? `/${name}` : name;
    const known = from.steps.get(key);
    if (known !== undefined) {
      // The same tag with other attributes: from now on they are read each time.
      if (known.isWhole && !text.startsWith(known.raw, lt)) this.#generalize(known, key, lt);
      return known;
    }
    const gt = text.indexOf(">", nameStart);
    if (gt < 0) this.#refuse(lt, `the file ends inside the tag <${key}`);
    const step = isClosing ? this.#closingStep(from, name, gt, lt) : this.#openingStep(from, name, lt);
    from.steps.set(key, step);
    return step;
  }

  #closingStep(from: Place, name: string, gt: number, lt: number): Step {
    const raw = this.#text.slice(lt, gt + 1);
    if (from.parent === undefined || from.rawName !== name)
      this.#refuse(lt, `</${name}> where ${from.parent ? `</${from.rawName}>` : "no element"} is open`);
    if (!/^<\/[^\s<]+\s*>$/.test(raw)) this.#refuse(lt, `malformed closing tag ${raw.slice(0, 80)}`);
    return newStep(raw, { opens: false, closes: true, element: from, target: from.parent });
  }

  #openingStep(from: Place, name: string, lt: number): Step {
    const attributes = this.#readAttributes(name, lt);
    if (from.parent === undefined && from.steps.size > 0) this.#refuse(lt, `a second root element <${name}>`);
    if (from.capture >= 0) this.#refuse(lt, `<${name}> inside <${from.rawName}>, which holds text only`);
    if (from.parent === undefined) this.#bindPrefixes(attributes);
    else if ([...attributes.keys()].some((key) => key === "xmlns" || key.startsWith("xmlns:")))
      this.#refuse(lt, `namespace declared on <${name}>; expected on the root element only`);
    const element = this.#place(this.#canonicalName(name, lt), name, from);
    if (element.depth > MAX_DEPTH) this.#refuse(lt, `elements nested deeper than ${MAX_DEPTH}`);
    const raw = this.#text.slice(lt, this.#tagEnd);
    const closes = raw.endsWith("/>");
    const step = newStep(raw, { opens: true, closes, element, target: closes ? from : element });
    step.dimension = this.#dimensionOf(attributes, lt);
    return step;
  }

  #generalize(step: Step, key: string, lt: number): void {
    const closes = step.closes;
    if (key.startsWith("/")) this.#refuse(lt, `malformed closing tag <${key}`);
    step.raw = `<${key}`;
    step.isWhole = false;
    this.#readAttributes(key, lt);
    if ((this.#text.charCodeAt(this.#tagEnd - 2) === 0x2f) !== closes)
      this.#refuse(lt, `<${key}> is sometimes empty and sometimes not`);
  }

  /** Reads the attributes of a tag whose attributes vary; returns the end of the tag. */
  #attributesEnd(step: Step, lt: number): number {
    const name = step.raw.slice(1);
    const attributes = this.#readAttributes(name, lt);
    if ((this.#text.charCodeAt(this.#tagEnd - 2) === 0x2f) !== step.closes)
      this.#refuse(lt, `<${name}> is sometimes empty and sometimes not`);
    step.dimension = this.#dimensionOf(attributes, lt);
    return this.#tagEnd;
  }

  #readAttributes(name: string, lt: number): Map<string, string> {
    const parsed = parseAttributes(this.#text, lt + 1 + name.length);
    if (parsed === undefined) this.#refuse(lt, `malformed tag ${this.#text.slice(lt, lt + 80)}`);
    this.#tagEnd = parsed.end;
    return parsed.attributes;
  }

  #dimensionOf(attributes: Map<string, string>, lt: number): number {
    const srsName = attributes.get("srsName");
    if (srsName !== undefined && srsName !== RD_NAME)
      this.#refuse(lt, `coordinates in ${srsName}; expected ${RD_NAME}`);
    const dimension = attributes.get("srsDimension");
    if (dimension === undefined) return 0;
    if (dimension !== "2" && dimension !== "3")
      this.#refuse(lt, `srsDimension ${dimension}; expected 2 or 3`);
    return Number(dimension);
  }

  #bindPrefixes(attributes: Map<string, string>): void {
    for (const [name, uri] of attributes) {
      const known = this.#grammar.namespaces.get(uri);
      if (known !== undefined && name.startsWith("xmlns:")) this.#prefixes.set(name.slice(6), known);
      if (known !== undefined && name === "xmlns") this.#prefixes.set("", known);
    }
  }

  #canonicalName(rawName: string, lt: number): string {
    const colon = rawName.indexOf(":");
    const prefix = this.#prefixes.get(rawName.slice(0, Math.max(colon, 0)));
    if (prefix === undefined)
      this.#refuse(lt, `<${rawName}>: its prefix is not bound to a namespace of the BAG extract`);
    return `${prefix}:${rawName.slice(colon + 1)}`;
  }

  #place(canonicalName: string, rawName: string, parent: Place | undefined): Place {
    if (++this.#elementCount > MAX_ELEMENTS) this.#refuse(0, `more than ${MAX_ELEMENTS} kinds of element`);
    const path = parent?.path ? `${parent.path}/${canonicalName}` : canonicalName;
    return {
      path,
      rawName,
      parent,
      depth: parent === undefined ? 0 : parent.depth + 1,
      capture: this.#grammar.captures.get(path) ?? -1,
      record: this.#grammar.records.get(path) ?? -1,
      steps: new Map(),
    };
  }

  #skipProlog(): number {
    const text = this.#text;
    const start = text.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
    if (!text.startsWith("<?xml", start)) return start;
    const end = text.indexOf("?>", start);
    if (end < 0) this.#refuse(start, "the file ends inside the XML declaration");
    const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(text.slice(start, end))?.[1] ?? "UTF-8";
    if (!/^(utf-8|us-ascii)$/i.test(encoding)) this.#refuse(start, `encoding ${encoding}; expected UTF-8`);
    return end + 2;
  }

  #commentEnd(lt: number): number {
    const end = this.#text.indexOf("-->", lt + 4);
    if (end < 0) this.#refuse(lt, "the file ends inside a comment");
    return end + 3;
  }

  #assertBlank(start: number, end: number, within: Place): void {
    for (let i = start; i < end; i++) {
      const c = this.#text.charCodeAt(i);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09)
        this.#refuse(i, `text where only elements belong, in <${within.rawName || "the document"}>`);
    }
  }

  #refuse(offset: number, reason: string): never {
    return refuse(`${this.#source}: byte ${offset}: ${reason}`);
  }
}

const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?(?=[\s/>])/y;

/** Names what stands at `lt` when it is not an element. */
function describeMarkup(text: string, lt: number): string {
  const shown = JSON.stringify(text.slice(lt, lt + 40));
  if (text.startsWith("<!DOCTYPE", lt)) return "a document type declaration (DTD); these are never read";
  if (text.startsWith("<![CDATA[", lt)) return "a CDATA section; the BAG extract has none";
  if (text.startsWith("<?", lt)) return "a processing instruction; the BAG extract has none";
  return lt + 80 > text.length ? `the file ends inside a tag: ${shown}` : `not a tag: ${shown}`;
}
