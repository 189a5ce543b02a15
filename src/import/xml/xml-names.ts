/** Resolves the names of a document's elements: the namespaces of their prefixes, and their role in a grammar. */
/** Canonical prefix of each prefix in force; null for an unknown namespace. The key "" is for unprefixed names. */
export type Scope = ReadonlyMap<string, string | null>;

/** Scope outside the root element. */
export const NO_SCOPE: Scope = new Map([
  ["", null],
  ["xml", null],
  ["xmlns", null],
]);

const RESERVED_NAMESPACES = ["http://www.w3.org/2000/xmlns/", "http://www.w3.org/XML/1998/namespace"];

export interface DeclaredScope {
  readonly scope: Scope;
  /** Namespaces that are read as another version of a known one. */
  readonly otherVersions: readonly string[];
  /** Fault in the declarations. */
  readonly fault?: string;
}

/** Returns the scope inside an element, from its attributes. */
export function declareNamespaces(
  outerScope: Scope,
  attributes: ReadonlyMap<string, string>,
  namespaces: ReadonlyMap<string, string>,
): DeclaredScope {
  const otherVersions: string[] = [];
  let scope = outerScope;
  for (const [name, uri] of attributes) {
    if (!isNamespaceDeclaration(name)) {
      continue;
    }
    const prefix = name.slice(6);
    const isReserved = prefix === "xml" || prefix === "xmlns" || RESERVED_NAMESPACES.includes(uri);
    if (isReserved || (uri === "" && prefix !== "")) {
      return { scope, otherVersions, fault: `the namespace declaration ${name}="${uri}"` };
    }
    const exact = namespaces.get(uri);
    const canonical = exact ?? findOtherVersion(uri, namespaces);
    if (exact === undefined && canonical !== undefined) {
      otherVersions.push(uri);
    }
    scope = new Map([...scope, [prefix, canonical ?? null]]);
  }
  for (const name of attributes.keys()) {
    if (name.includes(":") && !isNamespaceDeclaration(name) && !scope.has(name.slice(0, name.indexOf(":")))) {
      return { scope, otherVersions, fault: `the prefix of its attribute ${name} is not declared` };
    }
  }
  return { scope, otherVersions };
}

export function isNamespaceDeclaration(attribute: string): boolean {
  return attribute === "xmlns" || attribute.startsWith("xmlns:");
}

/**
 * Returns the prefix of a known namespace in another version. Kadaster's namespaces end in the version of their schema,
 * and not all of them begin with `http://`.
 */
function findOtherVersion(uri: string, namespaces: ReadonlyMap<string, string>): string | undefined {
  const stem = stemOf(uri);
  if (stem === undefined) {
    return undefined;
  }
  for (const [known, prefix] of namespaces) {
    if (stemOf(known) === stem) {
      return prefix;
    }
  }
  return undefined;
}

function stemOf(uri: string): string | undefined {
  return /^(?:https?:\/\/)?(www\.kadaster\.nl\/schemas\/.+)\/v?\d+(?:\.\d+)*$/.exec(uri)?.[1];
}

/** Role of an element in a grammar. */
export type ElementRole =
  /** Leads to elements that are read. */
  | "path"
  /** Not read, including everything in it. */
  | "unread"
  /** Has the name of an element that is read, in an unknown namespace. */
  | "foreign";

interface Paths {
  readonly qualified: ReadonlySet<string>;
  /** The same without prefixes. */
  readonly local: ReadonlySet<string>;
}

const pathsOf = new WeakMap<XmlGrammar, Paths>();

/** Returns the role of an element. `path`: with canonical prefixes, and none for an unknown namespace. */
export function roleOf(grammar: XmlGrammar, path: string, isKnown: boolean): ElementRole {
  let paths = pathsOf.get(grammar);
  if (paths === undefined) {
    paths = listPaths(grammar);
    pathsOf.set(grammar, paths);
  }
  if (paths.qualified.has(path)) {
    return "path";
  }
  return !isKnown && paths.local.has(withoutPrefixes(path)) ? "foreign" : "unread";
}

function listPaths({ captures, records }: XmlGrammar): Paths {
  const qualified = new Set<string>();
  for (const path of [...captures.keys(), ...records.keys()]) {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      qualified.add(path.slice(0, end));
    }
  }
  return { qualified, local: new Set([...qualified].map(withoutPrefixes)) };
}

function withoutPrefixes(path: string): string {
  return path.replace(/[^/]*:/g, "");
}

/** Declaration of what to extract from a document, by element paths with canonical prefixes joined by `/`. */
export interface XmlGrammar {
  /** Namespace URI to canonical prefix; elements of any other namespace are not read. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Leaf elements whose text is extracted, and the number under which each is reported (0–999). */
  readonly captures: ReadonlyMap<string, number>;
  /** Elements whose end completes a record, and the number of the record's kind. */
  readonly records: ReadonlyMap<string, number>;
  /** Local names of the other elements in official files; elements with any other name are reported as a deviation. */
  readonly unread?: ReadonlySet<string>;
  /** Closing tag as written, outside any record, after which a document may be cut into windows. */
  readonly cutAfter?: string;
}
