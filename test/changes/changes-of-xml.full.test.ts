/**
 * Compares the reported changes of buildings and residences with the XML of a fictitious country before and after six
 * deliveries. The XML is read by regular expressions, without the importer's code.
 */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEntries, type UnzippedEntry } from "../support/extracts/read-delivery.ts";
import { mergeExtract } from "../support/oracles/merge-extract.ts";
import { tellChanges } from "../support/registries/tell-changes.ts";
import { importAtStart, makeChain, update } from "../support/update-oracle/demo-chain.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-changes-of-xml-"));
afterAll(() => rmSync(folder, { recursive: true }));

const chain = await makeChain(join(folder, "chain"), {
  ...{ addresses: 600, seed: 5, history: true, hasPc4File: false, mutations: 900 },
});
const dataDir = await importAtStart(chain, "start");
const first = tellChanges(dataDir).version;
await update(dataDir, chain.deliveries);
const after = join(folder, "after.zip");
mergeExtract(chain.files.extract, chain.deliveries, after);

const ENDED = /ingetrokken|gesloopt|^Niet gerealiseerd|ten onrechte opgevoerd/;

type Stands = ReadonlyMap<string, string>;

/** Returns the XML of each object of a type that exists on the date of an extract, by identificatie. */
function readExisting(entries: readonly UnzippedEntry[], type: string): Stands {
  const date = entries[0]!.bytes.toString("utf8").match(/<[^<>]*StandTechnischeDatum>([^<]*)</)![1]!;
  const inForce = new Map<string, string>();
  for (const { name, bytes } of entries) {
    for (const [xml] of new RegExp(`^9999${type}.*xml$`).test(name)
      ? bytes.toString("utf8").matchAll(/<sl:stand>.*?<\/sl:stand>/gs)
      : []) {
      const [id, begin, end = "9999"] = ["identificatie", "beginGeldigheid", "eindGeldigheid"].map(
        (tag) => valuesOf(xml, tag)[0],
      );
      const isCounting = !/tijdstipInactief|tijdstipNietBag/.test(xml) && begin! <= date && end > date;
      if (isCounting && numberOf(xml) > numberOf(inForce.get(id!))) {
        inForce.set(id!, xml);
      }
    }
  }
  return new Map([...inForce].filter(([, xml]) => !ENDED.test(valuesOf(xml, "status")[0]!)));
}

function valuesOf(xml: string, tag: string): string[] {
  return Array.from(
    xml.matchAll(new RegExp(`<[\\w-]+:${tag}(?: [^>]*)?>([^<]*)<`, "g")),
    (match) => match[1]!,
  );
}

function numberOf(xml: string | undefined): number {
  return xml === undefined ? 0 : Number(valuesOf(xml, "voorkomenidentificatie")[0]);
}

const GEOMETRY = ["pos", "posList"];

/** Fields of a pand's record in the XML. */
function pandOf(xml: string): unknown {
  const period = ["voorkomenidentificatie", "beginGeldigheid", "eindGeldigheid"];
  return ["geconstateerd", "oorspronkelijkBouwjaar", "status", ...period, ...GEOMETRY].map((tag) =>
    valuesOf(xml, tag),
  );
}

/** Nummeraanduidingen and panden that exist. */
interface Named {
  readonly nummers: Stands;
  readonly panden: Stands;
}

/** Fields of a verblijfsobject's record in the XML. In this country the first pand is always around its point. */
function verblijfsobjectOf(xml: string, { nummers, panden }: Named): unknown {
  const heading = xml.match(/<[\w-]+:heeftAlsHoofdadres>.*?<\/[\w-]+:heeftAlsHoofdadres>/s)![0];
  const [hoofdadres] = valuesOf(heading, "NummeraanduidingRef");
  const named = valuesOf(xml, "NummeraanduidingRef").filter((id) => id !== hoofdadres);
  const pand = valuesOf(xml, "PandRef").find((id) => panden.has(id));
  const values = ["status", "oppervlakte", "gebruiksdoel", ...GEOMETRY].map((tag) => valuesOf(xml, tag));
  return [values, pand, hoofdadres, named.filter((id) => nummers.has(id))];
}

function differences(before: Stands, now: Stands, recordOf: (xml: string, of: "before" | "now") => unknown) {
  const ids = [...new Set([...before.keys(), ...now.keys()])].sort();
  return Object.fromEntries(
    ids.flatMap((id) => {
      const [was, is] = [before.get(id), now.get(id)];
      if (was === undefined || is === undefined) {
        return [[id, was === undefined ? "added" : "removed"]];
      }
      const isSame = JSON.stringify(recordOf(was, "before")) === JSON.stringify(recordOf(is, "now"));
      return isSame ? [] : [[id, "changed"]];
    }),
  );
}

function readExtract(zip: string) {
  const entries = readEntries(readFileSync(zip));
  const [nummers, objecten, panden] = ["NUM", "VBO", "PND"].map((type) => readExisting(entries, type));
  return { nummers: nummers!, objecten: objecten!, panden: panden! };
}

const [before, now] = [readExtract(chain.files.extract), readExtract(after)];
const ALL_CHANGES = new Set(["added", "changed", "removed"]);

test("of buildings", () => {
  const expected = differences(before.panden, now.panden, pandOf);
  expect(new Set(Object.values(expected))).toEqual(ALL_CHANGES);
  expect(tellChanges(dataDir, first, "PND").changes).toEqual(expected);
});

test("of residences", () => {
  const expected = differences(before.objecten, now.objecten, (xml, of) =>
    verblijfsobjectOf(xml, { before, now }[of]),
  );
  expect(new Set(Object.values(expected))).toEqual(ALL_CHANGES);
  expect(tellChanges(dataDir, first, "VBO").changes).toEqual(expected);
});
