import { inflateRawSync } from "node:zlib";
import { SaxesParser } from "saxes";

/** Entry of a delivery, for tests; read without any code of the importer or of the writer. */
export interface UnzippedEntry {
  /** Names of the zips around it and its own, joined by "/". */
  readonly path: string;
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly bytes: Buffer;
}

/**
 * Returns all entries of a zip, its inner zips and theirs, in order of the central directories; a zip comes before
 * its entries.
 */
export function readEntries(zip: Buffer, parentPath = ""): UnzippedEntry[] {
  const entries: UnzippedEntry[] = [];
  const endRecord = zip.lastIndexOf("PK\x05\x06", zip.length, "latin1");
  let at = zip.readUInt32LE(endRecord + 16);
  for (let left = zip.readUInt16LE(endRecord + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const method = zip.readUInt16LE(at + 10);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const bytes = method === 8 ? inflateRawSync(stored) : stored;
    const path = parentPath + name;
    entries.push({ path, name, flags: zip.readUInt16LE(at + 8), method, bytes });
    if (name.endsWith(".zip")) {
      entries.push(...readEntries(bytes, `${path}/`));
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Parses the document to a tree; throws where it is not well-formed or uses an undeclared prefix. */
export function parseXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const openElements = [root];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([name, { value }]) => [name, value]),
    );
    const element: XmlElement = { name: tag.name, attributes, children: [], text: "" };
    openElements.at(-1)!.children.push(element);
    openElements.push(element);
  });
  parser.on("text", (text) => {
    openElements.at(-1)!.text += text;
  });
  parser.on("closetag", () => {
    openElements.pop();
  });
  parser.write(xml).close();
  return root.children[0]!;
}

/** Returns the first descendant with this name, at any depth. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    const found = child.name === name ? child : findElement(child, name);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** Returns all descendants with this name, in document order. */
export function listElements(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...listElements(child, name),
  ]);
}

export function textOf(element: XmlElement, name: string): string | undefined {
  return findElement(element, name)?.text;
}
