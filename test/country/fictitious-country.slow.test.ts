/** Tests that a fictitious country is reproducible, with files in the official form and correct tallies. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoOptions, type DemoResult, generateDemo } from "../../tools/country/generate-demo.ts";
import { objectXml } from "../../tools/country/official-format/object-xml.ts";
import {
  type BagObject,
  DELIVERED_TYPES,
  type DeliveredType,
} from "../../tools/country/official-format/objects.ts";
import {
  listElements,
  parseXml,
  readEntries,
  type UnzippedEntry,
  type XmlElement,
} from "../support/extracts/read-delivery.ts";
import { readObject } from "../support/extracts/read-object.ts";
import { Counts } from "../support/oracles/demo-counts.ts";

/** The two processors are often shared with other work. */
setDefaultTimeout(60_000);

const REFERENCE_DATE = "2026-11-08";
const NEXT_DATE = "2026-11-09";
const folder = mkdtempSync(join(tmpdir(), "baken-demo-"));
afterAll(() => rmSync(folder, { recursive: true }));

function generate(options: Omit<DemoOptions, "out">): Promise<DemoResult> {
  return generateDemo({ ...options, out: join(mkdtempSync(join(folder, "run-")), "demo.zip") });
}

const sha256 = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("same seed, same bytes", () => {
  const files = ({ files: { extract, gemeenten, pc4, mutations } }: DemoResult) => [
    extract,
    gemeenten,
    pc4,
    mutations!,
  ];

  test("also in another time zone, and another seed gives another country", async () => {
    const first = await generate({ addresses: 700, seed: 5, history: true, mutations: 30 });
    const zone = process.env.TZ;
    process.env.TZ = "Pacific/Auckland";
    const second = await generate({ addresses: 700, seed: 5, history: true, mutations: 30 });
    if (zone === undefined) {
      delete process.env.TZ;
    } else {
      process.env.TZ = zone;
    }
    const other = await generate({ addresses: 700, seed: 6, history: true, mutations: 30 });
    expect(files(second).map(sha256)).toEqual(files(first).map(sha256));
    for (const [i, file] of files(other).entries()) {
      expect(sha256(file)).not.toBe(sha256(files(first)[i]!));
    }
  });
});

describe.each([
  { addresses: 100, seed: 1, history: true },
  { addresses: 600, seed: 2, history: true },
  { addresses: 600, seed: 2, history: false },
  { addresses: 4000, seed: 77, history: true },
])("a country of $addresses addresses, seed $seed, history $history", ({ addresses, seed, history }) => {
  let result: DemoResult;
  let entries: UnzippedEntry[];
  let objects: BagObject[];
  let counts: Counts;

  beforeAll(async () => {
    result = await generate({ addresses, seed, history, mutations: 60 });
    entries = readEntries(readFileSync(result.files.extract));
    objects = DELIVERED_TYPES.flatMap((type) => standsOf(entries, type));
    counts = new Counts(objects, { entries, csv: readFileSync(result.files.gemeenten, "utf8") });
  });

  test("has exactly as many addresses as asked", () => {
    expect(result.tally.current.adressen).toBe(addresses);
  });

  test("is tallied as an independent reading counts it", () => {
    expect(counts.on(REFERENCE_DATE)).toEqual({
      current: result.tally.current,
      byProvincie: result.tally.byProvincie,
    });
    for (const type of DELIVERED_TYPES) {
      const own = objects.filter((object) => object.type === type);
      const ids = new Set(own.map(({ identificatie }) => identificatie));
      expect({ type, ...result.tally.byType[type] }).toEqual({
        type,
        voorkomens: own.length,
        objects: ids.size,
      });
    }
  });

  test("every XML file is well-formed and sorted by identificatie, then voorkomen", () => {
    for (const { name, bytes } of entries) {
      if (name.endsWith(".xml")) {
        expect(parseXml(bytes.toString("utf8")).name).toContain(":");
      }
    }
    for (const type of DELIVERED_TYPES) {
      const keys = objects
        .filter((object) => object.type === type)
        .map(
          ({ identificatie, voorkomen }) =>
            `${identificatie}/${String(voorkomen.voorkomenidentificatie).padStart(3, "0")}`,
        );
      expect(keys).toEqual([...new Set(keys)].sort());
    }
  });

  test("mutations start from what the extract holds and lead to their own tally", () => {
    const { mutations, files } = result;
    const stored = new Map(objects.map((object) => [keyOf(object), object]));
    const file = readEntries(readFileSync(files.mutations!)).find((e) =>
      /9999MUT.*-000002\.xml$/.test(e.name),
    )!;
    const groups = listElements(parseXml(file.bytes.toString("latin1")), "ml:mutatieGroep");
    expect(groups.length).toBe(mutations!.groups);
    const kinds = new Set<string>();
    for (const mutation of groups.flatMap((group) => group.children)) {
      kinds.add(mutation.name);
      const [was, wordt] = ["ml:was", "ml:wordt"].map((name) => objectIn(mutation, name));
      if (was) {
        expect(objectXml(was)).toBe(objectXml(stored.get(keyOf(was))!));
      }
      if (was) {
        stored.delete(keyOf(was));
      }
      if (wordt) {
        expect(stored.has(keyOf(wordt))).toBe(false);
      }
      if (wordt) {
        stored.set(keyOf(wordt), wordt);
      }
    }
    if (addresses >= 600) {
      expect([...kinds].sort()).toEqual(["ml:toevoeging", "ml:verwijdering", "ml:wijziging"]);
    }
    const after = counts.with([...stored.values()]);
    expect(after.on(NEXT_DATE)).toEqual({
      current: mutations!.tally.current,
      byProvincie: mutations!.tally.byProvincie,
    });
    for (const type of DELIVERED_TYPES) {
      const voorkomens = [...stored.values()].filter((object) => object.type === type).length;
      expect(mutations!.tally.byType[type].voorkomens).toBe(voorkomens);
    }
  });
});

function keyOf({ type, identificatie, voorkomen }: BagObject): string {
  return `${type}/${identificatie}/${voorkomen.voorkomenidentificatie}`;
}

function objectIn(mutation: XmlElement, name: string): BagObject | undefined {
  const part = mutation.children.find((child) => child.name === name);
  return part && readObject(part.children[0]!.children[0]!);
}

function standsOf(entries: readonly UnzippedEntry[], type: DeliveredType): BagObject[] {
  return entries
    .filter(({ path }) => new RegExp(`^9999${type}\\d{8}\\.zip/9999${type}\\d{8}-\\d{6}\\.xml$`).test(path))
    .flatMap(({ bytes }) => listElements(parseXml(bytes.toString("latin1")), "sl-bag-extract:bagObject"))
    .map((element) => readObject(element.children[0]!));
}
