/** Places in a document that the scanner has learned, and the tags that lead from one to the next. */

import { isNamespaceDeclaration, NO_SCOPE, type Scope } from "./xml-names.ts";

/** A place in the document: one element path. */
export interface ElementNode {
  readonly path: string;
  /** Name as written, to match its closing tag. */
  readonly rawName: string;
  readonly parent: ElementNode | undefined;
  readonly depth: number;
  /** Namespaces of the prefixes inside it. */
  readonly scope: Scope;
  /** True when nothing in it is read. */
  readonly isUnread: boolean;
  readonly capture: number;
  readonly record: number;
  /** Steps that start here, by `keyOfTag`; closing tags by their name with a slash before it. */
  readonly steps: Map<string, Step>;
}

/** One form of a tag whose attributes vary. */
interface TagVariant {
  /** The whole tag. */
  readonly raw: string;
  readonly dimension: number;
}

/** One tag at one place. */
export interface Step {
  readonly key: string;
  /** The whole tag; or, when its attributes or spaces vary, the tag up to and including the name. */
  raw: string;
  /** The bytes of `raw`. */
  bytes: DataView;
  isExact: boolean;
  /** The forms in which a tag with varying attributes came, by a hash of the tag. */
  readonly variants: Map<number, TagVariant>;
  readonly opens: boolean;
  readonly closes: boolean;
  /** The element the tag opens or closes. */
  readonly element: ElementNode;
  /** Place in the document after the tag. */
  readonly target: ElementNode;
  dimension: number;
  /** The two steps that followed this one most recently: the prediction. */
  likely: Step | undefined;
  second: Step | undefined;
}

export function createStep(
  raw: string,
  parts: Pick<Step, "key" | "opens" | "closes" | "element" | "target">,
): Step {
  const bytes = viewOf(raw);
  return {
    ...{ raw, bytes, isExact: true, variants: new Map(), dimension: 0, likely: undefined, second: undefined },
    ...parts,
  };
}

/** Makes a step match all tags that begin like its own: from now on their attributes are read each time. */
export function generalize(step: Step, name: string): void {
  step.raw = step.opens ? `<${name}` : `</${name}`;
  step.bytes = viewOf(step.raw);
  step.isExact = false;
}

function viewOf(raw: string): DataView {
  const { buffer, byteOffset, length } = Buffer.from(raw, "latin1");
  return new DataView(buffer, byteOffset, length);
}

/** Returns true when the document continues at `lt` with a tag; compares four bytes at a time. */
export function isTagAt(document: DataView, lt: number, tag: DataView): boolean {
  const length = tag.byteLength;
  if (lt + length > document.byteLength) {
    return false;
  }
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    if (document.getInt32(lt + i) !== tag.getInt32(i)) {
      return false;
    }
  }
  for (; i < length; i++) {
    if (document.getUint8(lt + i) !== tag.getUint8(i)) {
      return false;
    }
  }
  return true;
}

/** Returns the place around the root element. */
export function createDocumentNode(): ElementNode {
  return {
    path: "",
    rawName: "",
    parent: undefined,
    depth: 0,
    scope: NO_SCOPE,
    isUnread: false,
    capture: -1,
    record: -1,
    steps: new Map(),
  };
}

export function createStartStep(document: ElementNode): Step {
  return createStep("", { key: "", opens: false, closes: false, element: document, target: document });
}

/**
 * Returns the key that distinguishes an opening tag from others at its place: its name, a slash for an empty element,
 * and the namespaces that it declares. Tags that differ in other attributes are one step.
 */
export function keyOfTag(name: string, attributes: ReadonlyMap<string, string>, isEmpty: boolean): string {
  let key = isEmpty ? `${name}/` : name;
  for (const [attribute, value] of attributes) {
    if (isNamespaceDeclaration(attribute)) {
      key += ` ${attribute}="${value}"`;
    }
  }
  return key;
}
