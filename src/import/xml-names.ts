/** The names of a document's elements: what their prefixes stand for, and which elements of a grammar they are. */
import type { XmlGrammar } from "./xml-grammar.ts";

/** Of each prefix in force its canonical prefix; null for a namespace that is not known. "" is that of plain names. */
export type Scope = ReadonlyMap<string, string | null>;

/** Before the root element. */
export const NO_SCOPE: Scope = new Map([
  ["", null],
  ["xml", null],
  ["xmlns", null],
]);

const RESERVED = ["http://www.w3.org/2000/xmlns/", "http://www.w3.org/XML/1998/namespace"];

export interface Declared {
  readonly scope: Scope;
  /** Namespaces that are read as another version of themselves. */
  readonly otherVersions: readonly string[];
  /** What is wrong with the declarations. */
  readonly fault?: string;
}

/** The scope inside an element, by its attributes. */
export function declare(
  around: Scope,
  attributes: ReadonlyMap<string, string>,
  namespaces: ReadonlyMap<string, string>,
): Declared {
  const otherVersions: string[] = [];
  let scope = around;
  for (const [name, uri] of attributes) {
    if (!isDeclaration(name)) continue;
    const prefix = name.slice(6);
    const isReserved = prefix === "xml" || prefix === "xmlns" || RESERVED.includes(uri);
    if (isReserved || (uri === "" && prefix !== ""))
      return { scope, otherVersions, fault: `the namespace declaration ${name}="${uri}"` };
    const exact = namespaces.get(uri);
    const canonical = exact ?? otherVersion(uri, namespaces);
    if (exact === undefined && canonical !== undefined) otherVersions.push(uri);
    scope = new Map([...scope, [prefix, canonical ?? null]]);
  }
  for (const name of attributes.keys())
    if (name.includes(":") && !isDeclaration(name) && !scope.has(name.slice(0, name.indexOf(":"))))
      return { scope, otherVersions, fault: `the prefix of its attribute ${name} is not declared` };
  return { scope, otherVersions };
}

export function isDeclaration(attribute: string): boolean {
  return attribute === "xmlns" || attribute.startsWith("xmlns:");
}

/** Kadaster's namespaces end in the version of their schema, and not all of them begin with `http://`. */
function otherVersion(uri: string, namespaces: ReadonlyMap<string, string>): string | undefined {
  const stem = stemOf(uri);
  if (stem === undefined) return undefined;
  for (const [known, prefix] of namespaces) if (stemOf(known) === stem) return prefix;
  return undefined;
}

function stemOf(uri: string): string | undefined {
  return /^(?:https?:\/\/)?(www\.kadaster\.nl\/schemas\/.+)\/v?\d+(?:\.\d+)*$/.exec(uri)?.[1];
}

/** What an element is to a grammar. */
export type Role =
  /** It leads to what is read. */
  | "path"
  /** It is read nowhere, with all that is in it. */
  | "aside"
  /** It bears the name of one that is read, in a namespace that is not known. */
  | "foreign";

interface Paths {
  readonly own: ReadonlySet<string>;
  /** The same without prefixes. */
  readonly local: ReadonlySet<string>;
}

const pathsOf = new WeakMap<XmlGrammar, Paths>();

/** `path`: with canonical prefixes, and none for a namespace that is not known. */
export function roleOf(grammar: XmlGrammar, path: string, isKnown: boolean): Role {
  let paths = pathsOf.get(grammar);
  if (paths === undefined) {
    paths = listPaths(grammar);
    pathsOf.set(grammar, paths);
  }
  if (paths.own.has(path)) return "path";
  return !isKnown && paths.local.has(withoutPrefixes(path)) ? "foreign" : "aside";
}

function listPaths({ captures, records }: XmlGrammar): Paths {
  const own = new Set<string>();
  for (const path of [...captures.keys(), ...records.keys()])
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) own.add(path.slice(0, end));
  return { own, local: new Set([...own].map(withoutPrefixes)) };
}

function withoutPrefixes(path: string): string {
  return path.replace(/[^/]*:/g, "");
}
