/**
 * A scanner for the machine-regular XML of the BAG: 10,000 records a file, all of one shape. It learns. Each distinct tag is understood once — well-formedness, namespace, attributes, place in the
 * document — and becomes a Step; a Step remembers which Steps followed it. From then on a tag costs one
 * `startsWith` against the expected text. Nothing is ever skipped unread: a tag that is not the expected one
 * goes through the full rules, and whatever those do not cover is refused with file, offset and reason.
 *
 * Text is scanned as latin1 (one character per byte), so positions are byte offsets; `readText` decodes. Large documents
 * are scanned in windows of a megabyte, cut between records, which stay in the processor's cache.
 */
import { refuse } from "./refuse.ts";
import {
  assertCharacters,
  describeMarkup,
  namespaceFault,
  prefixesOf,
  skipDeclaration,
  windowsOf,
} from "./xml-document.ts";
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
  /** A closing tag as written, outside any record: where a document may be cut into windows. */
  readonly cutAfter?: string;
}

/** The texts captured for one record, in document order: `numbers[i]` spans `[starts[i], ends[i])` of `text`. */
export interface Captures {
  text: string;
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
  content: string | Buffer,
  source: string,
  grammar: XmlGrammar,
  onRecord: OnRecord,
): void {
  const scanner = new XmlScanner(source, grammar);
  for (const { text, start } of windowsOf(content, grammar.cutAfter)) scanner.scan(text, start, onRecord);
  scanner.end();
}

/** `offset`: of the record's closing tag in the document. */
export type OnRecord = (kind: number, captures: Captures, offset: number) => void;

/** For whoever wants to act between the windows of a document; else `scanXml`. */
export class XmlScanner {
  readonly #source: string;
  readonly #grammar: XmlGrammar;
  #prefixes: ReadonlyMap<string, string> = new Map();
  readonly #captures: Captures = {
    text: "",
    count: 0,
    numbers: new Int32Array(256),
    starts: new Int32Array(256),
    ends: new Int32Array(256),
  };
  readonly #document: Place;
  /** The window being scanned, and where it begins in the document. */
  #text = "";
  #start = 0;
  /** The tag that was read last. */
  #step: Step;
  /** Every prefix the root declares, those of namespaces we do not read included. */
  readonly #declared = new Set(["xml", "xmlns"]);
  #elementCount = 0;
  /** End of the tag that `#resolve` or `#attributesEnd` read last. */
  #tagEnd = 0;

  constructor(source: string, grammar: XmlGrammar) {
    this.#source = source;
    this.#grammar = grammar;
    this.#document = this.#place("", "", undefined);
    this.#step = startStep(this.#document);
  }

  // One long loop on purpose: it runs 3 million times per 100 MB, and a call per tag would double its cost.
  scan(text: string, start: number, onRecord: OnRecord): void {
    this.#text = text;
    this.#start = start;
    const captures = this.#captures;
    captures.text = text;
    let step = this.#step;
    assertCharacters(text, this.#source, start);
    let position = start === 0 ? skipDeclaration(text, this.#source) : 0;
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
          onRecord(element.record, captures, start + lt);
          captures.count = 0;
        }
      } else if (next.dimension > 0) this.#capture(DIMENSION_CAPTURE, next.dimension, 0);
      step = next;
      position = end;
    }
    this.#step = step;
    this.#assertBlank(position, text.length, step.target);
  }

  /** Checks that the document was whole. */
  end(): void {
    const open = this.#step.target;
    if (open !== this.#document) this.#refuse(this.#text.length, `the file ends inside <${open.rawName}>`);
    if (open.steps.size === 0) this.#refuse(this.#text.length, "no root element");
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
    if (!isClosing && from.parent === undefined && from.steps.size > 0)
      this.#refuse(lt, `a second root element <${name}>`);
    const gt = text.indexOf(">", nameStart);
    if (gt < 0) this.#refuse(lt, `the file ends inside the tag <${isClosing ? "/" : ""}${name}`);
    const key = isClosing ? `/${name}` : name + this.#emptyMark(name, lt, from);
    const known = from.steps.get(key);
    if (known !== undefined) {
      // The same tag with other attributes: from now on they are read each time.
      if (known.isWhole && !text.startsWith(known.raw, lt)) this.#generalize(known, name, isClosing, lt);
      return known;
    }
    const step = isClosing ? this.#closingStep(from, name, gt, lt) : this.#openingStep(from, name, lt);
    from.steps.set(key, step);
    return step;
  }

  #closingStep(from: Place, name: string, gt: number, lt: number): Step {
    const raw = this.#text.slice(lt, gt + 1);
    if (from.parent === undefined || from.rawName !== name)
      this.#refuse(lt, `</${name}> where ${from.parent ? `</${from.rawName}>` : "no element"} is open`);
    if (raw.slice(name.length + 2, -1).trim() !== "")
      this.#refuse(lt, `malformed closing tag ${raw.slice(0, 80)}`);
    return newStep(raw, { opens: false, closes: true, element: from, target: from.parent });
  }

  #openingStep(from: Place, name: string, lt: number): Step {
    const isRoot = from.parent === undefined;
    const attributes = this.#readAttributes(name, lt, isRoot);
    if (from.capture >= 0) this.#refuse(lt, `<${name}> inside <${from.rawName}>, which holds text only`);
    if (isRoot) this.#prefixes = prefixesOf(attributes, this.#grammar.namespaces);
    const element = this.#place(this.#canonicalName(name, lt), name, from);
    if (element.depth > MAX_DEPTH) this.#refuse(lt, `elements nested deeper than ${MAX_DEPTH}`);
    const raw = this.#text.slice(lt, this.#tagEnd);
    const closes = raw.endsWith("/>");
    const step = newStep(raw, { opens: true, closes, element, target: closes ? from : element });
    step.dimension = this.#dimensionOf(attributes, lt);
    return step;
  }

  /** "/" for an empty-element tag, which is another step than a tag that opens the same element. */
  #emptyMark(name: string, lt: number, from: Place): "/" | "" {
    this.#readAttributes(name, lt, from.parent === undefined);
    return this.#text.charCodeAt(this.#tagEnd - 2) === 0x2f ? "/" : "";
  }

  #generalize(step: Step, name: string, isClosing: boolean, lt: number): void {
    if (isClosing) this.#refuse(lt, `malformed closing tag </${name}`);
    step.raw = `<${name}`;
    step.isWhole = false;
  }

  /** Reads the attributes of a tag whose attributes vary; returns the end of the tag. */
  #attributesEnd(step: Step, lt: number): number {
    const name = step.raw.slice(1);
    const attributes = this.#readAttributes(name, lt);
    if ((this.#text.charCodeAt(this.#tagEnd - 2) === 0x2f) !== step.closes)
      this.#refuse(lt, `<${name}> with varying attributes is sometimes empty and sometimes not`);
    step.dimension = this.#dimensionOf(attributes, lt);
    return this.#tagEnd;
  }

  #readAttributes(name: string, lt: number, isRoot = false): Map<string, string> {
    const parsed = parseAttributes(this.#text, lt + 1 + name.length);
    if (parsed === undefined) this.#refuse(lt, `malformed tag ${this.#text.slice(lt, lt + 80)}`);
    const fault = namespaceFault(parsed.attributes, isRoot, this.#declared);
    if (fault !== undefined) this.#refuse(lt, `<${name}>: ${fault}`);
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

  #commentEnd(lt: number): number {
    const end = this.#text.indexOf("--", lt + 4);
    if (end < 0) this.#refuse(lt, "the file ends inside a comment");
    if (this.#text.charCodeAt(end + 2) !== 0x3e) this.#refuse(end, '"--" inside a comment');
    return end + 3;
  }

  #assertBlank(start: number, end: number, within: Place): void {
    for (let i = start; i < end; i++) {
      const c = this.#text.charCodeAt(i);
      if (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) continue;
      if (end === this.#text.length && within !== this.#document)
        this.#refuse(end, `the file ends inside <${within.rawName}>`);
      this.#refuse(i, `text where only elements belong, in <${within.rawName || "the document"}>`);
    }
  }

  #refuse(offset: number, reason: string): never {
    return refuse(`${this.#source}: byte ${this.#start + offset}: ${reason}`);
  }
}

const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?(?=[\s/>])/y;
