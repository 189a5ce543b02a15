/** Defines a small grammar, and reads documents by it with the scanner. */
import type { OnDeviation } from "../../../src/import/report.ts";
import type { XmlGrammar } from "../../../src/import/xml/xml-names.ts";
import { type OnRecord, scanXml } from "../../../src/import/xml/xml-scanner.ts";
import { readXmlText } from "../../../src/import/xml/xml-text.ts";

export const GRAMMAR: XmlGrammar = {
  namespaces: new Map([
    ["urn:a", "a"],
    ["urn:b", "b"],
  ]),
  captures: new Map([
    ["a:root/a:record/b:name", 1],
    ["a:root/a:record/b:part/b:name", 2],
    ["a:root/a:record/b:place", 3],
  ]),
  records: new Map([
    ["a:root/a:record", 7],
    ["a:root/a:info", 8],
  ]),
};

export const ROOT = '<a:root xmlns:a="urn:a" xmlns:b="urn:b">';

/** Returns the records of a document: the number of their kind and their captures as `number=text`. */
export function recordsOf(document: string, onDeviation: OnDeviation = () => undefined): string[] {
  const found: string[] = [];
  const onRecord: OnRecord = (kind, captures) => {
    const texts = Array.from({ length: captures.count }, (_, i) => {
      const text = readXmlText(captures.bytes, captures.starts[i]!, captures.ends[i]!, "file.xml");
      return captures.numbers[i] === 1000
        ? `dimension ${captures.starts[i]}`
        : `${captures.numbers[i]}=${text}`;
    });
    found.push([kind, ...texts].join(" "));
  };
  const content = Buffer.from(document).toString("latin1");
  scanXml(content, { source: "file.xml", grammar: GRAMMAR, onRecord, onDeviation });
  return found;
}

/** Returns a document with one root; `inside` is its content. */
export const inRoot = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${ROOT}${inside}</a:root>`;

/** Returns the message of the error that `work` throws; empty without an error. */
export function messageOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}
