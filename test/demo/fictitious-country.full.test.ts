import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoOptions, type DemoResult, generateDemo } from "../../src/demo/generate-demo.ts";
import { objectXml } from "../../src/demo/official-format/object-xml.ts";
import { type BagObject, OBJECT_TYPES, type ObjectType } from "../../src/demo/official-format/objects.ts";
import { type CurrentTally, emptyCounts } from "../../src/demo/tally.ts";
import {
  listElements,
  parseXml,
  readEntries,
  textOf,
  type UnzippedEntry,
  type XmlElement,
} from "../support/extracts/read-delivery.ts";
import { readObject } from "../support/extracts/read-object.ts";

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
    objects = OBJECT_TYPES.flatMap((type) => standsOf(entries, type));
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
    for (const type of OBJECT_TYPES) {
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
    for (const type of OBJECT_TYPES) {
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
    for (const type of OBJECT_TYPES) {
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

function standsOf(entries: readonly UnzippedEntry[], type: ObjectType): BagObject[] {
  return entries
    .filter(({ path }) => new RegExp(`^9999${type}\\d{8}\\.zip/9999${type}\\d{8}-\\d{6}\\.xml$`).test(path))
    .flatMap(({ bytes }) => listElements(parseXml(bytes.toString("latin1")), "sl-bag-extract:bagObject"))
    .map((element) => readObject(element.children[0]!));
}

const ENDED = /ingetrokken|iet gerealiseerd|ten onrechte opgevoerd|gesloopt/;

/** Counts of docs/records.md, "Which records exist", computed from the records alone. */
class Counts {
  readonly #objects: readonly BagObject[];
  readonly #provincieOfGemeente: ReadonlyMap<string, string>;
  readonly #relaties: readonly { woonplaats: string; gemeente: string; begin: string; end: string }[];

  constructor(
    objects: readonly BagObject[],
    files: { entries: readonly UnzippedEntry[]; csv: string } | { like: Counts },
  ) {
    this.#objects = objects;
    if ("like" in files) {
      this.#provincieOfGemeente = files.like.#provincieOfGemeente;
      this.#relaties = files.like.#relaties;
      return;
    }
    const rows = files.csv.trim().split("\n").slice(1);
    this.#provincieOfGemeente = new Map(rows.map((row) => [row.split(";")[2]!, row.split(";")[1]!]));
    const file = files.entries.find(({ name }) => /^GEM-WPL.*xml$/.test(name))!;
    this.#relaties = listElements(
      parseXml(file.bytes.toString("utf8")),
      "gwr-product:GemeenteWoonplaatsRelatie",
    ).map((row) => ({
      woonplaats: textOf(row.children[1]!, "gwr-product:identificatie")!,
      gemeente: textOf(row.children[2]!, "gwr-product:identificatie")!,
      begin: textOf(row, "bagtypes:begindatumTijdvakGeldigheid")!,
      end: textOf(row, "bagtypes:einddatumTijdvakGeldigheid") ?? "9999",
    }));
  }

  with(objects: readonly BagObject[]): Counts {
    return new Counts(objects, { like: this });
  }

  on(date: string): { current: CurrentTally; byProvincie: Record<string, CurrentTally> } {
    const existing = this.#existingOn(date);
    const gemeenteOf = (woonplaats: string): string => {
      const valid = this.#relaties.filter(
        (r) => r.woonplaats === woonplaats && r.begin <= date && date < r.end,
      );
      expect(valid.length).toBe(1);
      return valid[0]!.gemeente;
    };
    const current = emptyCounts();
    const byProvincie: Record<string, CurrentTally> = {};
    const gemeenteOfWoonplaats = new Map([...existing.WPL.keys()].map((id) => [id, gemeenteOf(id)]));
    const count = (woonplaats: string, key: keyof CurrentTally): void => {
      const provincie = this.#provincieOfGemeente.get(gemeenteOfWoonplaats.get(woonplaats)!)!;
      byProvincie[provincie] ??= emptyCounts();
      for (const tally of [current, byProvincie[provincie]!] as Record<keyof CurrentTally, number>[]) {
        tally[key] += 1;
      }
    };
    const gemeenten = new Set<string>();
    for (const [id, gemeente] of gemeenteOfWoonplaats) {
      count(id, "woonplaatsen");
      if (!gemeenten.has(gemeente)) {
        count(id, "gemeenten");
      }
      gemeenten.add(gemeente);
    }
    for (const opr of existing.OPR.values()) {
      count(opr.ligtIn, "openbareRuimten");
    }
    const woonplaatsOfNummer = (id: string): string => {
      const nummer = existing.NUM.get(id)!;
      return nummer.ligtIn ?? existing.OPR.get(nummer.ligtAan)!.ligtIn;
    };
    const woonplaatsOfPand = new Map<string, string>();
    const named = new Set<string>();
    for (const object of [...existing.VBO.values(), ...existing.LIG.values(), ...existing.STA.values()]) {
      const woonplaats = woonplaatsOfNummer(object.hoofdadres);
      count(
        woonplaats,
        ({ VBO: "verblijfsobjecten", LIG: "ligplaatsen", STA: "standplaatsen" } as const)[object.type],
      );
      for (const id of [object.hoofdadres, ...(object.nevenadressen ?? [])]) {
        named.add(id);
      }
      if (object.type === "VBO") {
        for (const pand of object.panden) {
          woonplaatsOfPand.set(pand, woonplaats);
        }
      }
    }
    for (const id of named) {
      const nummer = existing.NUM.get(id);
      if (!nummer) {
        continue;
      }
      count(woonplaatsOfNummer(id), "adressen");
      if (nummer.postcode === undefined) {
        count(woonplaatsOfNummer(id), "adressenWithoutPostcode");
      }
    }
    const places = [...existing.WPL.values()];
    for (const pand of existing.PND.values()) {
      const [x, y] = [pand.geometrie.exterior[0]!, pand.geometrie.exterior[1]!];
      const surroundingPlace = places.find((place) =>
        place.geometrie.some(({ exterior }) => isInside(x, y, exterior)),
      );
      count(woonplaatsOfPand.get(pand.identificatie) ?? surroundingPlace!.identificatie, "panden");
    }
    return { current, byProvincie };
  }

  #existingOn(date: string): { [T in ObjectType]: Map<string, Extract<BagObject, { type: T }>> } {
    const latest = Object.fromEntries(OBJECT_TYPES.map((type) => [type, new Map<string, BagObject>()]));
    for (const object of this.#objects) {
      const { beginGeldigheid, eindGeldigheid, tijdstipNietBagLV } = object.voorkomen;
      const inForce = beginGeldigheid <= date && !(eindGeldigheid !== undefined && eindGeldigheid <= date);
      if (inForce && tijdstipNietBagLV === undefined) {
        latest[object.type]!.set(object.identificatie, object);
      }
    }
    for (const objects of Object.values(latest)) {
      for (const [id, { status }] of objects) {
        if (ENDED.test(status)) {
          objects.delete(id);
        }
      }
    }
    return latest as { [T in ObjectType]: Map<string, Extract<BagObject, { type: T }>> };
  }
}

function isInside(x: number, y: number, ring: ArrayLike<number>): boolean {
  let inside = false;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) {
      inside = !inside;
    }
  }
  return inside;
}
