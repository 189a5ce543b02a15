import { describe, expect, test } from "bun:test";
import {
  GRAMMAR,
  inRoot,
  messageOf,
  ROOT,
  recordsOf,
} from "../../../test/support/extracts/scanned-document.ts";
import type { XmlGrammar } from "./xml-names.ts";
import { type OnRecord, scanXml } from "./xml-scanner.ts";

describe("the scanner takes from a document", () => {
  test.each([
    ["no record when there is none", inRoot(""), []],
    ["a record without captures", inRoot("<a:record></a:record>"), ["7"]],
    ["an empty record", inRoot("<a:record/>"), ["7"]],
    ["the text of an element", inRoot("<a:record><b:name>x</b:name></a:record>"), ["7 1=x"]],
    ["no text of an empty element", inRoot("<a:record><b:name/></a:record>"), ["7 1="]],
    [
      "an element that is now empty, now not",
      inRoot("<a:record><b:name/></a:record><a:record><b:name>x</b:name></a:record><a:record/>"),
      ["7 1=", "7 1=x", "7"],
    ],
    ["text with its white space", inRoot("<a:record><b:name> x\n y </b:name></a:record>"), ["7 1= x\n y "]],
    [
      "repeated elements in order",
      inRoot("<a:record><b:name>x</b:name><b:name>y</b:name></a:record>"),
      ["7 1=x 1=y"],
    ],
    [
      "one name at two places as two things",
      inRoot("<a:record><b:part><b:name>x</b:name></b:part><b:name>y</b:name></a:record>"),
      ["7 2=x 1=y"],
    ],
    ["nothing of other elements", inRoot("<a:record><b:other>x</b:other></a:record>"), ["7"]],
    [
      "records of several kinds",
      inRoot("<a:info></a:info><a:record><b:name>x</b:name></a:record><a:info></a:info>"),
      ["8", "7 1=x", "8"],
    ],
    [
      "records whose elements come in changing order",
      inRoot(
        "<a:record><b:name>x</b:name><b:place>y</b:place></a:record><a:record><b:place>y</b:place><b:name>x</b:name></a:record>",
      ),
      ["7 1=x 3=y", "7 3=y 1=x"],
    ],
    [
      "references and UTF-8",
      inRoot("<a:record><b:name>&#xeb;&amp;ë&#8217;</b:name></a:record>"),
      ["7 1=ë&ë’"],
    ],
    [
      "elements under prefixes of the document's own choice",
      '<x:root xmlns:x="urn:a" xmlns:a="urn:b"><x:record><a:name>x</a:name></x:record></x:root>',
      ["7 1=x"],
    ],
    [
      "elements of a default namespace",
      '<root xmlns="urn:a" xmlns:b="urn:b"><record><b:name>x</b:name></record></root>',
      ["7 1=x"],
    ],
    [
      "dimensions, also where attributes vary",
      inRoot(
        '<a:record><b:place n="1" srsDimension="3">x</b:place><b:place srsDimension="2">y</b:place></a:record>',
      ),
      ["7 dimension 3 3=x dimension 2 3=y"],
    ],
    [
      "text around comments between elements",
      inRoot("<!-- a --><a:record><!-- <b:name>z</b:name> & ]]> --><b:name>x</b:name></a:record><!----> "),
      ["7 1=x"],
    ],
    ["a document with a byte order mark", `\ufeff${inRoot("<a:record/>")}`, ["7"]],
    ["a document without a declaration", `${ROOT}<a:record/></a:root>\n`, ["7"]],
    ["attributes of either quotes", inRoot(`<a:record x='a"b' y="a'b>c" ></a:record >`), ["7"]],
  ])("%s", (_what, document, records) => {
    expect(recordsOf(document)).toEqual(records);
  });

  test("records with as many values as a footprint of a city can have", () => {
    const document = inRoot(`<a:record>${"<b:name>x</b:name>".repeat(5000)}</a:record>`);
    expect(recordsOf(document)).toEqual([`7${" 1=x".repeat(5000)}`]);
  });
});

describe("the scanner refuses, naming file and byte,", () => {
  const start = ROOT.length + 39;
  test.each([
    ["a DTD", `<!DOCTYPE root>${ROOT}</a:root>`, "byte 0: a document type declaration (DTD)"],
    [
      "a CDATA section that never ends",
      inRoot("<a:record><b:name><![CDATA[x</b:name></a:record>"),
      "the file ends inside a CDATA section",
    ],
    [
      "a CDATA section between elements",
      inRoot("<a:record><![CDATA[ ]]><b:name/></a:record>"),
      "text where only elements belong",
    ],
    [
      "a processing instruction that never ends",
      inRoot("<?x y"),
      "the file ends inside a processing instruction",
    ],
    ["a second XML declaration", inRoot("<?xml version='1.0'?>"), "not at the beginning"],
    ["a document of another kind", "<html></html>", "is not the root"],
    ["an unbound prefix", inRoot("<c:record/>"), `byte ${start}: <c:record>: its prefix is not bound`],
    [
      "a namespace that is not of the BAG",
      '<z:root xmlns:z="urn:z"/>',
      "byte 0: <z:root>: its prefix is not bound",
    ],
    ["a root of another namespace", '<root xmlns="urn:other"/>', "its prefix is not bound"],
    [
      "an element of ours whose prefix is bound to another namespace further in",
      inRoot('<a:record xmlns:b="urn:z"><b:name>x</b:name></a:record>'),
      "<b:name>: its prefix is not bound to a namespace of the BAG",
    ],
    ["a prefix bound to nothing", inRoot('<a:record xmlns:c=""/>'), 'the namespace declaration xmlns:c=""'],
    [
      "an attribute with an undeclared prefix",
      inRoot('<a:record c:x="1"/>'),
      "<a:record>: the prefix of its attribute c:x is not declared",
    ],
    ["a document that ends in text", `${ROOT}<a:record><b:name>x`, "the file ends inside <b:name>"],
    ["a document that ends between elements", `${ROOT}<a:record>`, "the file ends inside <a:record>"],
    ["a document that ends in a tag", `${ROOT}<a:record><b:na`, "the file ends inside a tag"],
    ["a document that ends in a closing tag", `${ROOT}<a:record></a:record`, "the file ends inside"],
    ["a document that ends in a comment", `${ROOT}<!-- `, "the file ends inside a comment"],
    ["a document that ends in the declaration", "<?xml version", "malformed XML declaration"],
    ["an empty document", "", "byte 0: no root element"],
    ["a document of white space", " \n", "no root element"],
    ["a second root", `${ROOT}</a:root>${ROOT}</a:root>`, "a second root element <a:root>"],
    ["a second, other root", `${ROOT}</a:root><b:name/>`, "a second root element <b:name>"],
    ["text after the root", `${ROOT}</a:root> x`, "text where only elements belong, in <the document>"],
    [
      "text between elements",
      inRoot("<a:record>x<b:name>y</b:name></a:record>"),
      "text where only elements belong",
    ],
    [
      "text after an element",
      inRoot("<a:record><b:name>y</b:name>x</a:record>"),
      "text where only elements belong",
    ],
    [
      "a closing tag of another element",
      inRoot("<a:record><b:name></a:record>"),
      "</a:record> where </b:name> is open",
    ],
    ["a closing tag too many", `${ROOT}</a:root></a:root>`, "</a:root> where no element is open"],
    ["a closing tag with a slash at its end", inRoot("<a:record></a:record/>"), "malformed closing tag"],
    [
      "an element inside one that holds text",
      inRoot("<a:record><b:name><b:name/></b:name></a:record>"),
      "holds text only",
    ],
    ["an attribute twice", inRoot('<a:record x="1" x="1"/>'), `byte ${start}: malformed tag`],
    ["an attribute without quotes", inRoot("<a:record x=1/>"), "malformed tag"],
    ["attributes without space between them", inRoot('<a:record x="1"y="2"/>'), "malformed tag"],
    ["a tag that never ends", inRoot("<a:record x='"), "malformed tag"],
    ["a lone <", inRoot(`< a:record/>${" ".repeat(80)}`), "not a tag"],
    [
      "an unknown reference",
      inRoot("<a:other>&eacute;</a:other>"),
      `byte ${start + 9}: unknown reference in "&eacute;`,
    ],
    ["a reference without an end", inRoot("<a:other>&amp x;</a:other>"), "unknown reference"],
    ["a reference to a control character", inRoot("<a:other>&#0;</a:other>"), "unknown reference"],
    ["an unknown reference in an attribute", inRoot('<a:other x="&no;"/>'), "unknown reference"],
    [
      "a control character where nobody reads",
      inRoot("<a:other>\u001f</a:other>"),
      `byte ${start + 9}: control character 31`,
    ],
    ["a NUL", inRoot("<a:other>\u0000</a:other>"), "control character 0"],
    ['"]]>" in text', inRoot("<a:other>]]></a:other>"), '"]]>" that ends no CDATA section'],
    ['"--" in a comment', inRoot("<!-- a -- b -->"), '"--" inside a comment'],
    ["coordinates of another system", inRoot('<a:record srsName="EPSG:4326"/>'), "coordinates in EPSG:4326"],
    ["four dimensions", inRoot('<a:record srsDimension="4"/>'), "srsDimension 4; expected 2 or 3"],
    [
      "another encoding",
      '<?xml version="1.0" encoding="ISO-8859-1"?><a/>',
      "encoding ISO-8859-1; expected UTF-8",
    ],
    ["elements nested too deep", inRoot("<a:x>".repeat(40) + "</a:x>".repeat(40)), "nested deeper than 32"],
    [
      "more kinds of element than any extract has",
      inRoot(Array.from({ length: 4100 }, (_, i) => `<a:x${i}/>`).join("")),
      "more than 4000 kinds of element",
    ],
    ["UTF-16", "\u0000<\u0000a", "control character 0"],
  ])("%s", (_what, document, words) => {
    expect(() => recordsOf(document)).toThrow(words);
    expect(() => recordsOf(document)).toThrow("file.xml: byte ");
  });

  test("text that is not UTF-8, in elements nobody reads too", () => {
    const document = Buffer.concat([
      Buffer.from(`${ROOT}<a:other>`),
      Buffer.of(0xc3, 0x28),
      Buffer.from("</a:other></a:root>"),
    ]);
    expect(() =>
      scanXml(document, { source: "file.xml", grammar: GRAMMAR, onRecord: () => undefined }),
    ).toThrow(`file.xml: byte ${ROOT.length + 9}: text that is not valid UTF-8`);
  });
});

describe("a document scanned in windows", () => {
  const record = (i: number) => `<a:record><b:name>${i} ${"x".repeat(300)}</b:name></a:record>`;
  const records = Array.from({ length: 8000 }, (_, i) => record(i));
  const grammar = { ...GRAMMAR, cutAfter: "</a:record>" };

  test("gives the same records with the same offsets as one scanned whole", () => {
    const document = inRoot(records.join(""));
    const collect = (content: string | Buffer, used: XmlGrammar) => {
      const found: string[] = [];
      const onRecord: OnRecord = (_kind, captures, offset) => {
        found.push(`${offset} ${captures.bytes.toString("latin1", captures.starts[0], captures.ends[0])}`);
      };
      scanXml(content, { source: "f", grammar: used, onRecord });
      return found;
    };
    const whole = collect(document, GRAMMAR);
    expect(whole).toHaveLength(8000);
    expect(collect(Buffer.from(document), grammar)).toEqual(whole);
  });

  test.each([
    ["a byte beyond the first window", "<a:record><b:name>\u0001</b:name></a:record>", "control character 1"],
    ["a tag beyond the first window", "<c:record></a:record>", "its prefix is not bound"],
    ["a document that ends in its second window", "<a:record><b:name>", "</a:root> where </b:name> is open"],
  ])("is refused for %s, with its place in the file", (_what, inside, words) => {
    const before = ROOT.length + records.join("").length;
    const document = Buffer.from(`${ROOT}${records.join("")}${inside}</a:root>`);
    const scan = () => scanXml(document, { source: "f", grammar, onRecord: () => undefined });
    expect(scan).toThrow(words);
    const place = Number(/byte (\d+)/.exec(messageOf(scan))![1]);
    expect(place).toBeGreaterThanOrEqual(before);
    expect(place).toBeLessThan(document.length);
  });
});
