/** Compares the scanner with saxes: it rejects what saxes rejects, and reads the same from what both accept. */

import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { readEntries } from "../../../test/support/extracts/read-delivery.ts";
import { WEESP } from "../../../test/support/extracts/reference-files.ts";
import { AppError } from "../../base/errors.ts";
import { BAG_NAMESPACES, EXTRACT_GRAMMAR } from "../extract/extract-grammar.ts";
import type { XmlGrammar } from "./xml-names.ts";
import { type OnRecord, scanXml } from "./xml-scanner.ts";
import { readXmlText } from "./xml-text.ts";

/** `number=text` of every capture in order, `|` after each record; undefined where the document is rejected. */
type ScanResult = string[] | undefined;

function readByScanner(document: Buffer, grammar: XmlGrammar): ScanResult {
  const found: string[] = [];
  const onRecord: OnRecord = (kind, { bytes, count, numbers, starts, ends }) => {
    for (let i = 0; i < count; i++) {
      if (numbers[i]! < 1000) {
        found.push(`${numbers[i]}=${readXmlText(bytes, starts[i]!, ends[i]!, "f")}`);
      }
    }
    found.push(`|${kind}`);
  };
  try {
    scanXml(document, { source: "f", grammar, onRecord });
    return found;
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

function readBySaxes(document: Buffer, grammar: XmlGrammar): ScanResult {
  const found: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  let captured: string[] = [];
  let text = "";
  parser.on("opentag", ({ uri, local }) => {
    path.push(`${grammar.namespaces.get(uri)}:${local}`);
    text = "";
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("cdata", (part) => {
    text += part;
  });
  parser.on("closetag", () => {
    const here = path.join("/");
    path.pop();
    const capture = grammar.captures.get(here);
    if (capture !== undefined) {
      captured.push(`${capture}=${text}`);
    }
    const record = grammar.records.get(here);
    if (record === undefined) {
      return;
    }
    found.push(...captured, `|${record}`);
    captured = [];
  });
  parser.on("error", (error) => {
    throw error;
  });
  try {
    parser.write(new TextDecoder("utf-8", { fatal: true }).decode(document)).close();
    return found;
  } catch {
    return undefined;
  }
}

/** Normalizes all line ends to newlines, as XML parsers do. The scanner does not, because it extracts values. */
const withNewlines = (result: ScanResult) => result?.map((line) => line.replace(/\r\n?/g, "\n"));

/** Fails when the scanner is more lenient than saxes, or reads something else. */
function assertNoMoreLenient(document: Buffer, grammar: XmlGrammar): "accepted" | "rejected" {
  const scanned = readByScanner(document, grammar);
  if (scanned === undefined) {
    return "rejected";
  }
  expect(withNewlines(scanned)).toEqual(withNewlines(readBySaxes(document, grammar)) as string[]);
  return "accepted";
}

/** Pieces that damage a document: misplaced markup, bytes that are not text, namespaces. */
const SHARDS = [
  ..."<>&/\"'=;-!?[] \n\r\t\0\u0001a0:#é\ufffe",
  ...[
    "<!--",
    "-->",
    "<!-- x -->",
    "--",
    "]]>",
    "<![CDATA[",
    "<?x ?>",
    "<!DOCTYPE a>",
    "&amp;",
    "&#x41;",
    "&#X41;",
  ],
  ...[
    "&#xffff;",
    "&bad;",
    "</gml:pos>",
    "<gml:pos>",
    "<gml:pos/>",
    ' x="1"',
    ' xmlns:gml="urn:x"',
    ' gml:id="a"',
  ],
  ...[' nope:id="a"', ' xmlns=""', ' xmlns:q=""', "<a>", "</a>", "<Objecten:status>", "\u00a0", "\u2028"],
].map((shard) => Buffer.from(shard));
SHARDS.push(Buffer.of(0xff), Buffer.of(0xc3), Buffer.of(0xed, 0xa0, 0x80));

interface Damage {
  readonly at: number;
  readonly length: number;
  readonly shard: Buffer;
}

const damages = fc.array(
  fc.record<Damage>({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(400)),
    shard: fc.oneof(
      fc.constant(Buffer.alloc(0)),
      fc.constantFrom(...SHARDS),
      fc.integer({ min: 0, max: 255 }).map((byte) => Buffer.of(byte)),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Replaces parts of a document by shards. */
function damage(document: Buffer, given: readonly Damage[]): Buffer {
  let result = document;
  for (const { at, length, shard } of given) {
    const start = Math.floor(at * result.length);
    result = Buffer.concat([result.subarray(0, start), shard, result.subarray(start + length)]);
  }
  return result;
}

const NAMES = ["a:root", "a:x", "a:xy", "b:x", "b:y"] as const;
const GRAMMAR: XmlGrammar = {
  namespaces: new Map([
    ["urn:a", "a"],
    ["urn:b", "b"],
  ]),
  captures: new Map([
    ["a:root/a:x/b:x", 1],
    ["a:root/a:xy/b:y", 2],
    ["a:root/a:x/a:xy/b:y", 3],
  ]),
  records: new Map([
    ["a:root/a:x", 0],
    ["a:root/a:xy", 1],
  ]),
};

const space = fc.constantFrom("", " ", "\n", "<!-- c -->", "<?p i?>");
const attributes = fc.constantFrom(
  "",
  "",
  ' n="1"',
  " n='2' m=\"&lt;\"",
  ' b:n="3"',
  ' xmlns:c="urn:b" c:n="4"',
);
const leafText = fc
  .array(
    fc.constantFrom("t", " ", "&amp;", "&#xeb;", "ë", ">", '"', "<!-- c -->", "<?p i?>", "<![CDATA[<&]]>"),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(""));

/** Elements with text or with elements, never both: well-formed in the subset that the BAG uses. */
const element: fc.Arbitrary<string> = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom(...NAMES.slice(1)),
      attributes,
      fc.oneof(
        { maxDepth: 3 },
        leafText,
        fc
          .tuple(space, fc.array(tie("element"), { maxLength: 4 }))
          .map(([gap, list]) => gap + list.join(gap)),
      ),
    )
    .map(
      ([name, given, inside]) => `<${name}${given}>${inside}</${name}${given.length % 2 === 1 ? " " : ""}>`,
    ),
})).element;

const anyDocument = fc
  .tuple(space, fc.array(element, { maxLength: 6 }))
  .map(([gap, list]) =>
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<a:root xmlns:a="urn:a" xmlns:b="urn:b">${gap}${list.join(gap)}</a:root>\n`,
    ),
  );

test("random well-formed documents are read as saxes reads them, or refused", () => {
  let accepted = 0;
  const property = fc.property(anyDocument, (document) => {
    expect(readBySaxes(document, GRAMMAR)).toBeDefined();
    if (assertNoMoreLenient(document, GRAMMAR) === "accepted") {
      accepted++;
    }
  });
  fc.assert(property, { numRuns: 1500, seed: 2021 });
  // The scanner may refuse text in an element that may have child elements only, and the reverse.
  expect(accepted).toBeGreaterThan(700);
});

test("random documents, torn, are never read where saxes gives up", () => {
  const property = fc.property(anyDocument, damages, (document, given) => {
    assertNoMoreLenient(damage(document, given), GRAMMAR);
  });
  fc.assert(property, { numRuns: 6000, seed: 1015 });
});

describe("files of Weesp", () => {
  const entries = readEntries(readFileSync(WEESP));

  test.each(["WPL", "OPR", "NUM", "VBO", "LIG", "STA", "PND"])(
    "%s, torn, are never read where saxes gives up",
    (type) => {
      const { bytes } = entries.find(({ name }) => new RegExp(`^0457${type}\\d+-000001\\.xml$`).test(name))!;
      const cut = bytes.lastIndexOf("</sl:stand>", Math.min(12_000, bytes.length)) + "</sl:stand>".length;
      const start =
        cut > 1000 ? bytes.subarray(0, cut) : bytes.subarray(0, bytes.lastIndexOf("</sl:stand>") + 11);
      const whole = Buffer.concat([start, Buffer.from("\n  </sl:standBestand>\n</sl-bag-extract:bagStand>")]);
      expect(assertNoMoreLenient(whole, EXTRACT_GRAMMAR)).toBe("accepted");
      const property = fc.property(damages, (given) => {
        assertNoMoreLenient(damage(whole, given), EXTRACT_GRAMMAR);
      });
      fc.assert(property, { numRuns: 600, seed: 457 });
    },
  );
});

test("the namespaces of the extract are sixteen, each under one prefix", () => {
  expect(BAG_NAMESPACES.size).toBe(16);
  expect(new Set(BAG_NAMESPACES.values()).size).toBe(16);
});
