/**
 * Applies the official national mutations of one day to the official registry of Weesp: only what belongs to Weesp is
 * added.
 */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { readEntries, type UnzippedEntry } from "../support/extracts/read-delivery.ts";
import {
  GEMEENTE_BORDERS,
  GEMEENTEN,
  PC4_BORDERS,
  REAL_DELIVERY,
  WEESP,
} from "../support/extracts/reference-files.ts";
import { makeZip } from "../support/extracts/zip-maker.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { listVoorkomens, mergeExtract } from "../support/oracles/merge-extract.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { openCurrent } from "../support/registries/read-registry.ts";
import { currentOf } from "../support/update-oracle/demo-chain.ts";

const ENDED = /status>[^<]*(?:ingetrokken|gesloopt|Niet gerealiseerd|ten onrechte)/;
const MUTATIONS = /^9999MUT.*\.xml$/;

describeWeesp();

function describeWeesp(): void {
  const folder = mkdtempSync(join(tmpdir(), "baken-update-area-weesp-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const own = new Set([...listVoorkomens(WEESP).values()].flat().map(({ identificatie }) => identificatie));
  const objects = readObjects(REAL_DELIVERY);

  test("the delivery holds nothing of Weesp: neither an object of it, nor one that names any, nor a place near it", () => {
    expect(objects.size).toBe(5508);
    for (const [id, { refs, places }] of objects) {
      expect([id, own.has(id), refs.filter((ref) => own.has(ref))]).toEqual([id, false, []]);
      // Weesp is within x 127,000-135,000 and y 476,000-484,000 in RD metres.
      for (const [x, y] of places) {
        expect([id, x! > 127_000 && x! < 135_000 && y! > 476_000 && y! < 484_000]).toEqual([id, false]);
      }
    }
  });

  test("nothing of it is applied; the report counts by type what is left out", async () => {
    const dataDir = await makeWeespFolder();
    const { exitCode, stderr } = await update(dataDir, REAL_DELIVERY);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const { tallies, problems } = readLogReport(dataDir);
    const count = (element: string) => [...objects.values()].filter((one) => one.element === element).length;
    for (const [code, element] of Object.entries({
      NUM: "Nummeraanduiding",
      VBO: "Verblijfsobject",
      PND: "Pand",
    })) {
      expect(tallies[code]).toMatchObject({ elsewhere: count(element), made: 0, changed: 0, removed: 0 });
    }
    expect(problems).toEqual([]);
    expect(stderr).toContain("left out 5,508 objects outside the area of the registry: gemeente 0457\n");
    expect(await differencesFromImport(dataDir, own, REAL_DELIVERY)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  test("what is put on a street of Weesp comes, with its objects and their panden, and nothing else", async () => {
    const dataDir = await makeWeespFolder();
    const delivery = join(folder, "moved.zip");
    writeFileSync(delivery, withText(REAL_DELIVERY, /\b\d{4}30\d{10}\b/g, "0457300000000108"));
    const moved = readObjects(delivery);
    // One nummeraanduiding and its verblijfsobject have ended: of unknown, ended objects nothing is kept.
    const objectsInForce = [...moved].filter(([, { isEnded }]) => !isEnded);
    const idsReferringTo = (ids: ReadonlySet<string>) =>
      objectsInForce.filter(([, { refs }]) => refs.some((ref) => ids.has(ref))).map(([id]) => id);
    const numbers = new Set(idsReferringTo(new Set(["0457300000000108"])));
    const residences = idsReferringTo(numbers);
    const panden = residences.flatMap((id) =>
      moved.get(id)!.refs.filter((ref) => ref.slice(4, 6) === "10" && moved.has(ref)),
    );
    expect([numbers.size, residences.length, new Set(panden).size]).toEqual([4, 4, 2]);
    const expectedIds = new Set([...numbers, ...residences, ...panden]);

    const { exitCode, stderr } = await update(dataDir, delivery);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const { tallies } = readLogReport(dataDir);
    const elsewhere = Object.values(tallies).reduce((sum, tally) => sum + tally.elsewhere!, 0);
    expect(elsewhere).toBe(moved.size - expectedIds.size);
    expect(await differencesFromImport(dataDir, new Set([...own, ...expectedIds]), delivery)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  async function update(dataDir: string, delivery: string) {
    return await runBaken(["update", delivery, "--allow-gap", "--data", dataDir]);
  }

  /** Compares the registry with an import of Weesp's extract and these objects of the delivery. */
  async function differencesFromImport(dataDir: string, ids: ReadonlySet<string>, delivery: string) {
    const merged = join(folder, "merged.zip");
    mergeExtract(WEESP, [delivery], merged, { isInArea: (id) => ids.has(id) });
    const other = mkdtempSync(join(folder, "imported-"));
    const sources = { paths: [merged], gemeenten: [GEMEENTEN], boundaries: [GEMEENTE_BORDERS, PC4_BORDERS] };
    await runImport({ ...sources, dataDir: other, history: "none" }, silentProgress);
    return compareRegistries(currentOf(dataDir), currentOf(other));
  }
}

interface DeliveredObject {
  readonly element: string;
  /** Identificaties to which the object refers. */
  readonly refs: string[];
  readonly places: number[][];
  /** True when the last voorkomen in the delivery has an ended status. */
  isEnded: boolean;
}

/** Reads the objects of the delivery with regular expressions on its text. */
function readObjects(delivery: string): Map<string, DeliveredObject> {
  const objects = new Map<string, DeliveredObject>();
  for (const { name, bytes } of readEntries(readFileSync(delivery))) {
    if (!MUTATIONS.test(name)) {
      continue;
    }
    for (const [, text] of bytes.toString("latin1").matchAll(/<mlm:bagObject>(.*?)<\/mlm:bagObject>/gs)) {
      const id = /<Objecten:identificatie [^>]*>(\d+)</.exec(text!)![1]!;
      const element = /<Objecten:(\w+)/.exec(text!)![1]!;
      const object = objects.get(id) ?? { element, refs: [], places: [], isEnded: false };
      objects.set(id, object);
      object.isEnded = ENDED.test(text!);
      object.refs.push(...[...text!.matchAll(/<Objecten-ref:\w+ [^>]*>(\d+)</g)].map((m) => m[1]!));
      const place = /<gml:pos(?:List)?[^>]*>\s*([\d.]+) ([\d.]+)/.exec(text!);
      if (place !== null) {
        object.places.push([Number(place[1]), Number(place[2])]);
      }
    }
  }
  return objects;
}

/** Returns the delivery with one text replaced in its mutations. */
function withText(delivery: string, from: RegExp, to: string): Buffer {
  const entries = readEntries(readFileSync(delivery));
  const files = entries
    .filter(({ name }) => MUTATIONS.test(name))
    .map(({ name, bytes }) => ({
      name,
      content: Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1"),
    }));
  const toPart = ({ name, bytes }: UnzippedEntry) => ({ name, content: bytes });
  return makeZip([
    ...entries
      .filter(({ name }) => /^(Leveringsdocument.*\.xml|GEM-WPL-RELATIE-\d{8}\.zip)$/.test(name))
      .map(toPart),
    { name: `${files[0]!.name.slice(0, 24)}.zip`, content: makeZip(files) },
  ]);
}

function readLogReport(dataDir: string): {
  tallies: Record<string, Record<string, number>>;
  problems: unknown[];
} {
  using db = openCurrent(dataDir);
  return JSON.parse(
    db.query("SELECT report FROM import_log ORDER BY id DESC LIMIT 1").values()[0]![0] as string,
  );
}
