/** Analyses the tags of one document, each distinct one once: names, namespaces, attributes, place in the document. */
import { refuseImport } from "../refuse.ts";
import type { OnDeviation } from "../report.ts";
import { describeMarkup, findTag, type XmlWindow } from "./xml-document.ts";
import { declareNamespaces, roleOf, type Scope, type XmlGrammar } from "./xml-names.ts";
import { createStep, type ElementNode, generalize, keyOfTag, type Step } from "./xml-steps.ts";
import { isTextAt, parseAttributes } from "./xml-text.ts";

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 4000;
/** Maximum number of remembered forms of one tag. Beyond it, for example with ids, forms would not occur again. */
const MAX_VARIANTS = 1000;
const RD_NAME = "urn:ogc:def:crs:EPSG::28992";
/** Other names of the same coordinate system, and of the one that adds heights to it. */
const OTHER_RD_NAME = /\bepsg(?:\.xml)?[:/#][\d.:/]*?\b(?:28992|7415)$/i;

export class XmlTags {
  readonly #source: string;
  readonly #grammar: XmlGrammar;
  readonly #onDeviation: OnDeviation;
  readonly #reported = new Set<string>();
  #window: XmlWindow = { bytes: Buffer.alloc(0), start: 0 };
  /** The tag being analysed, as latin1, with the text up to the next one. */
  #text = "";
  #elementCount = 0;
  /** Length of the tag whose attributes were read last. */
  #tagLength = 0;

  constructor(source: string, grammar: XmlGrammar, onDeviation: OnDeviation) {
    this.#source = source;
    this.#grammar = grammar;
    this.#onDeviation = onDeviation;
  }

  setWindow(window: XmlWindow): void {
    this.#window = window;
  }

  /** Analyses an unexpected tag and returns its step, known or new. */
  resolve(from: ElementNode, lt: number): Step {
    const text = this.#openTag(lt);
    const isClosing = text.charCodeAt(1) === 0x2f;
    NAME.lastIndex = isClosing ? 2 : 1;
    const name = NAME.exec(text)?.[0];
    if (name === undefined) {
      this.#refuse(lt, describeMarkup(this.#show(lt), 0));
    }
    if (!isClosing && from.parent === undefined && from.steps.size > 0) {
      this.#refuse(lt, `a second root element <${name}>`);
    }
    if (!text.includes(">") && lt + text.length === this.#window.bytes.length) {
      this.#refuse(lt, `the file ends inside the tag <${isClosing ? "/" : ""}${name}`);
    }
    const attributes = isClosing ? NO_ATTRIBUTES : this.#readAttributes(name, lt);
    const key = isClosing ? `/${name}` : keyOfTag(name, attributes, this.#isEmptyTag());
    const known = from.steps.get(key);
    if (known !== undefined) {
      // The same tag with other attributes or spaces: from now on they are read each time.
      if (known.isExact && !text.startsWith(known.raw)) {
        generalize(known, name);
      }
      return known;
    }
    const step = isClosing
      ? this.#closingStep(from, name, lt)
      : this.#openingStep(from, { name, lt, attributes });
    from.steps.set(key, step);
    return step;
  }

  #closingStep(from: ElementNode, name: string, lt: number): Step {
    if (from.parent === undefined || from.rawName !== name) {
      this.#refuse(lt, `</${name}> where ${from.parent ? `</${from.rawName}>` : "no element"} is open`);
    }
    const raw = this.#text.slice(0, this.#closingLength(name, lt));
    return createStep(raw, {
      key: `/${name}`,
      opens: false,
      closes: true,
      element: from,
      target: from.parent,
    });
  }

  #openingStep(from: ElementNode, tag: OpeningTag): Step {
    const { name, lt, attributes } = tag;
    if (from.capture >= 0) {
      this.#refuse(lt, `<${name}> inside <${from.rawName}>, which holds text only`);
    }
    const element = this.#createElement(from, tag);
    const raw = this.#text.slice(0, this.#tagLength);
    const closes = this.#isEmptyTag();
    const key = keyOfTag(name, attributes, closes);
    const step = createStep(raw, { key, opens: true, closes, element, target: closes ? from : element });
    step.dimension = this.#dimensionOf(element, attributes, lt);
    return step;
  }

  /** Returns the end of a tag whose attributes or spaces vary; -1 when it is another tag. */
  findVaryingEnd(step: Step, lt: number): number {
    const { bytes } = this.#window;
    if (!step.opens) {
      this.#openTag(lt);
      return lt + this.#closingLength(step.element.rawName, lt);
    }
    let gt = lt + step.raw.length;
    const after = bytes[gt]!;
    if (after > 0x20 && after !== 0x2f && after !== 0x3e) {
      return -1;
    }
    let hash = 0;
    while (gt < bytes.length && bytes[gt] !== 0x3e) {
      hash = (hash * 31 + bytes[gt++]!) | 0;
    }
    const known = step.variants.get(hash);
    if (known !== undefined && isTextAt(bytes, lt, known.raw)) {
      step.dimension = known.dimension;
      return lt + known.raw.length;
    }
    this.#openTag(lt);
    const name = step.raw.slice(1);
    const attributes = this.#readAttributes(name, lt);
    if (keyOfTag(name, attributes, this.#isEmptyTag()) !== step.key) {
      return -1;
    }
    this.#assertDeclared(step.element.parent!.scope, { name, lt, attributes });
    step.dimension = this.#dimensionOf(step.element, attributes, lt);
    if (step.variants.size < MAX_VARIANTS) {
      step.variants.set(hash, { raw: this.#text.slice(0, this.#tagLength), dimension: step.dimension });
    }
    return lt + this.#tagLength;
  }

  /** Takes the text from a tag up to the next one, in which the tag ends: attributes hold no `<`. */
  #openTag(lt: number): string {
    const { bytes } = this.#window;
    this.#text = bytes.toString("latin1", lt, findTag(this.#window, lt + 1, this.#source));
    return this.#text;
  }

  /** Returns the bytes from a tag on that a message shows. */
  #show(lt: number): string {
    return this.#window.bytes.toString("latin1", lt, lt + 80);
  }

  #closingLength(name: string, lt: number): number {
    CLOSING_END.lastIndex = 2 + name.length;
    if (!CLOSING_END.test(this.#text)) {
      this.#refuse(lt, `malformed closing tag ${this.#show(lt)}`);
    }
    return CLOSING_END.lastIndex;
  }

  #readAttributes(name: string, lt: number): Attributes {
    const parsed = parseAttributes(this.#text, 1 + name.length);
    if (parsed === undefined) {
      this.#refuse(lt, `malformed tag ${this.#show(lt)}`);
    }
    this.#tagLength = parsed.end;
    return parsed.attributes;
  }

  /** Returns true when the tag that was read last is an empty element. */
  #isEmptyTag(): boolean {
    return this.#text.charCodeAt(this.#tagLength - 2) === 0x2f;
  }

  #dimensionOf(element: ElementNode, attributes: Attributes, lt: number): number {
    if (element.isUnread) {
      return 0;
    }
    const srsName = attributes.get("srsName");
    if (srsName !== undefined && srsName !== RD_NAME) {
      if (!OTHER_RD_NAME.test(srsName)) {
        this.#refuse(lt, `coordinates in ${srsName}; expected ${RD_NAME}`);
      }
      this.#reportOnce(lt, `coordinates in ${srsName}, which is RD too`);
    }
    const dimension = attributes.get("srsDimension");
    if (dimension === undefined) {
      return 0;
    }
    if (dimension !== "2" && dimension !== "3") {
      this.#refuse(lt, `srsDimension ${dimension}; expected 2 or 3`);
    }
    return Number(dimension);
  }

  /** Returns the scope inside an element; throws `import_refused` when its namespace declarations are faulty. */
  #assertDeclared(scope: Scope, { name, lt, attributes }: OpeningTag): Scope {
    const declared = declareNamespaces(scope, attributes, this.#grammar.namespaces);
    if (declared.fault !== undefined) {
      this.#refuse(lt, `<${name}>: ${declared.fault}`);
    }
    for (const uri of declared.otherVersions) {
      this.#reportOnce(lt, `another version of a namespace, ${uri}`);
    }
    return declared.scope;
  }

  /** Makes the place of an element that is seen for the first time. */
  #createElement(parent: ElementNode, tag: OpeningTag): ElementNode {
    const { name: rawName, lt } = tag;
    if (++this.#elementCount > MAX_ELEMENTS) {
      this.#refuse(lt, `more than ${MAX_ELEMENTS} kinds of element`);
    }
    if (parent.depth >= MAX_DEPTH) {
      this.#refuse(lt, `elements nested deeper than ${MAX_DEPTH}`);
    }
    const scope = this.#assertDeclared(parent.scope, tag);
    if (scope !== parent.scope && parent.parent !== undefined) {
      this.#reportOnce(lt, "a namespace declared below the root");
    }
    const colon = rawName.indexOf(":");
    const prefix = scope.get(rawName.slice(0, Math.max(colon, 0)));
    if (prefix === undefined) {
      this.#refuse(lt, `<${rawName}>: its prefix is not bound to any namespace`);
    }
    const local = rawName.slice(colon + 1);
    const name = prefix === null ? local : `${prefix}:${local}`;
    const path = parent.path === "" ? name : `${parent.path}/${name}`;
    return {
      path,
      rawName,
      parent,
      depth: parent.depth + 1,
      scope,
      isUnread: this.#isUnread(parent, { path, rawName, isKnown: prefix !== null }, lt),
      capture: this.#grammar.captures.get(path) ?? -1,
      record: this.#grammar.records.get(path) ?? -1,
      steps: new Map(),
    };
  }

  #isUnread(parent: ElementNode, { path, rawName, isKnown }: ElementName, lt: number): boolean {
    if (parent.isUnread) {
      return true;
    }
    const role = roleOf(this.#grammar, path, isKnown);
    if (role === "path") {
      return false;
    }
    if (role === "foreign") {
      this.#refuse(lt, `<${rawName}>: its prefix is not bound to a namespace of the BAG extract`);
    }
    if (parent.parent === undefined) {
      this.#refuse(lt, `<${rawName}> is not the root of such a file`);
    }
    const { unread } = this.#grammar;
    const isOfficial = isKnown && (unread?.has(path.slice(path.lastIndexOf(":") + 1)) ?? true);
    if (!isOfficial) {
      this.#reportOnce(lt, `unknown element <${rawName}>, not read`);
    }
    return true;
  }

  /** Reports a deviation once per document. */
  #reportOnce(lt: number, reason: string): void {
    if (this.#reported.has(reason)) {
      return;
    }
    this.#reported.add(reason);
    this.#onDeviation(reason, `${this.#source}: byte ${this.#window.start + lt}`);
  }

  #refuse(offset: number, reason: string): never {
    return refuseImport(`${this.#source}: byte ${this.#window.start + offset}: ${reason}`);
  }
}

const NAME = /[A-Za-z_\x80-\xff][\w.\x80-\xff-]*(?::[A-Za-z_\x80-\xff][\w.\x80-\xff-]*)?(?=[\s/>])/y;
const CLOSING_END = /\s*>/y;

type Attributes = ReadonlyMap<string, string>;
const NO_ATTRIBUTES: Attributes = new Map();

interface OpeningTag {
  /** As written, with its prefix. */
  readonly name: string;
  /** Position in the window. */
  readonly lt: number;
  readonly attributes: Attributes;
}

interface ElementName {
  readonly path: string;
  readonly rawName: string;
  /** True when its namespace is one of the grammar's. */
  readonly isKnown: boolean;
}
