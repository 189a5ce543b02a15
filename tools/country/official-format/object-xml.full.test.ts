import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import {
  findElement,
  parseXml,
  readEntries,
  textOf,
  type XmlElement,
} from "../../../test/support/extracts/read-delivery.ts";
import { readObject } from "../../../test/support/extracts/read-object.ts";
import { REAL_DELIVERY, WEESP } from "../../../test/support/extracts/reference-files.ts";
import { inOnderzoekStandXml } from "./in-onderzoek.ts";
import { objectXml, standXml } from "./object-xml.ts";

/** Longer than the default, because the two processors are often shared. */
setDefaultTimeout(60_000);

const NAMESPACES = /<sl-bag-extract:bagStand[^>]*>|<mlm:bagMutaties[^>]*>/;

/** Enumerates the elements between `open` and `close` as text, each parsed with the namespaces of its file. */
function* elementsBetween(
  xml: string,
  open: string,
  close: string,
): Generator<{ text: string; element: XmlElement }> {
  const root = NAMESPACES.exec(xml)![0];
  const end = `</${/<([\w-]+:\w+)/.exec(root)![1]}>`;
  for (let at = xml.indexOf(open); at >= 0 && xml.includes(close, at); ) {
    const until = xml.indexOf(close, at) + close.length;
    const text = xml.slice(at, until);
    yield { text, element: parseXml(root + text + end).children[0]! };
    at = xml.indexOf(open, until);
  }
}

describe("records of the real Weesp extract, read and written again, are the same bytes", () => {
  const files = readEntries(readFileSync(WEESP)).filter((e) => e.name.endsWith(".xml"));

  test.each(["WPL", "OPR", "NUM", "VBO", "LIG", "STA", "PND", "NBVBO", "NBNUM", "NBPND", "NBOPR"])(
    "%s",
    (type) => {
      const xml = files
        .find((file) => file.name === `0457${type}15102021-000001.xml`)!
        .bytes.toString("latin1");
      let records = 0;
      for (const { text, element } of elementsBetween(xml, "<sl:stand>", "</sl:stand>")) {
        if (records % 5 === 0) {
          expect(standXml(readObject(element.children[0]!.children[0]!))).toBe(text);
        }
        records += 1;
      }
      expect(records).toBeGreaterThan(2);
    },
  );

  test.each(["OPR", "VBO", "PND"] as const)("in onderzoek: %s", (type) => {
    const xml = files
      .find((file) => file.name === `0457IO${type}15102021-000001.xml`)!
      .bytes.toString("latin1");
    for (const { text, element } of elementsBetween(xml.slice(0, 500_000), "<sl:stand>", "</sl:stand>")) {
      const kenmerk = (name: string) => textOf(element, `KenmerkInOnderzoek:${name}`)!;
      const historie = (name: string) => textOf(element, `Historie:${name}`)!;
      const identificatie = element.children[0]!.children[0]!.children[1]!.text;
      const written = inOnderzoekStandXml({
        type,
        identificatie,
        kenmerk: kenmerk("kenmerk"),
        inOnderzoek: kenmerk("inOnderzoek") === "J",
        documentdatum: kenmerk("documentdatum"),
        documentnummer: kenmerk("documentnummer"),
        beginGeldigheid: historie("beginGeldigheid"),
        eindGeldigheid: historie("eindGeldigheid"),
        tijdstipRegistratie: historie("tijdstipRegistratie"),
        eindRegistratie: historie("eindRegistratie"),
        tijdstipRegistratieLV: historie("tijdstipRegistratieLV"),
        tijdstipEindRegistratieLV: historie("tijdstipEindRegistratieLV"),
      });
      expect(written).toBe(text);
    }
  });
});

describe("objects of a real mutation delivery", () => {
  test("are written again as the same bytes", () => {
    const file = readEntries(readFileSync(REAL_DELIVERY)).find(
      (e) => e.name === "9999MUT13112021-14112021-000002.xml",
    )!;
    const xml = file.bytes.toString("latin1").slice(0, 3_000_000);
    for (const { text, element } of elementsBetween(xml, "<mlm:bagObject>", "</mlm:bagObject>")) {
      expect(`<mlm:bagObject>${objectXml(readObject(element.children[0]!))}</mlm:bagObject>`).toBe(text);
      expect(findElement(element, "Historie:Voorkomen")).toBeDefined();
    }
  });
});
