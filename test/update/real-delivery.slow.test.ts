/**
 * Applies the official national mutations of one day to an official extract of Weesp a month older, declared as the
 * whole country: with and without the gap between both.
 */
import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { importWeesp } from "../support/countries/import-data-folders.ts";
import { readEntries } from "../support/extracts/read-delivery.ts";
import {
  GEMEENTE_BORDERS,
  GEMEENTEN,
  PC4_BORDERS,
  REAL_DELIVERY,
  WEESP,
} from "../support/extracts/reference-files.ts";
import { compareHistories } from "../support/oracles/compare-histories.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { mergeExtract } from "../support/oracles/merge-extract.ts";
import { fingerprintOf, runBaken } from "../support/processes/baken-process.ts";
import { openCurrent } from "../support/registries/read-registry.ts";
import { tellChanges } from "../support/registries/tell-changes.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const ENDED = /ingetrokken|gesloopt|^Niet gerealiseerd|ten onrechte opgevoerd/;

await describeDelivery();

async function describeDelivery(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "baken-real-delivery-"));
  const country = join(folder, "country.zip");
  mergeExtract(WEESP, [], country, { code: "9999" });
  const before = join(folder, "before");
  await importWeesp(country, before, "full");
  const dataDir = join(folder, "data");
  cpSync(before, dataDir, { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const refused = await runBaken(["update", REAL_DELIVERY, "--data", dataDir]);
  const fingerprint = fingerprintOf(dataDir);
  const applied = await runBaken(["update", REAL_DELIVERY, "--allow-gap", "--data", dataDir]);

  test("is refused, for the mutations of a month are missing, and nothing is changed", () => {
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    for (const word of ["begins on 2021-11-13", "registry is of 2021-10-15", "--allow-gap"]) {
      expect(refused.stderr).toContain(word);
    }
    expect(fingerprint).toEqual(fingerprintOf(before));
  });

  test("is applied where gaps are allowed; the log has the gap", () => {
    expect(applied).toMatchObject({ exitCode: 0 });
    expect(applied.stdout).toContain("of 2021-11-14 is now the current registry");
    expect(applied.stderr).toContain("the mutations of 2021-10-15 to 2021-11-13 are missing");
    expect(readLog().report.gaps).toEqual([{ from: "2021-10-15", to: "2021-11-13" }]);
  });

  const read = readMutations();

  test("is counted as the XML itself counts", () => {
    const { tallies } = readLog().report;
    for (const [code, element] of [
      ["NUM", "Nummeraanduiding"],
      ["VBO", "Verblijfsobject"],
      ["PND", "Pand"],
    ] as const) {
      for (const kind of ["toevoeging", "wijziging", "verwijdering"]) {
        expect([code, kind, tallies[code]?.[kind]]).toEqual([code, kind, read.count(kind, element)]);
      }
    }
    // docs/bag-format.md §2.3: 5,511 groups, 5,497 of them a wijziging and a toevoeging, the others a toevoeging.
    expect(readLog().records_processed).toBe(5511 + 5497);
  });

  test("makes exactly the objects that the XML says exist", () => {
    using db = openCurrent(dataDir);
    const existing = { nummeraanduiding: 0, verblijfsobject: 0, pand: 0 };
    for (const [id, object] of read.objects) {
      const table = object.element.toLowerCase() as keyof typeof existing;
      const row = db
        .query<{ n: number }, [string]>(`SELECT count(*) AS n FROM ${table} WHERE fid = ?`)
        .get(id)!;
      expect([id, row.n]).toEqual([id, object.exists ? 1 : 0]);
      if (object.exists) {
        existing[table]++;
      }
    }
    // The delivery has nothing of Weesp itself (docs/bag-format.md §2.3).
    expect(readLog().report.tallies).toMatchObject({
      NUM: { made: existing.nummeraanduiding, changed: 0, removed: 0 },
      VBO: { made: existing.verblijfsobject, changed: 0, removed: 0 },
      PND: { made: existing.pand, changed: 0, removed: 0 },
    });
  });

  test.each([
    ["VBO", "Verblijfsobject"],
    ["PND", "Pand"],
  ] as const)("is told as changes of %s: as many as the XML makes", (kind, element) => {
    const made = [...read.objects].filter(([, object]) => object.element === element && object.exists);
    expect(made.length).toBeGreaterThan(10);
    const { changes } = tellChanges(dataDir, "2021-10-15", kind);
    expect(changes).toEqual(Object.fromEntries(made.map(([id]) => [id, "added"])));
  });

  test("reports what it could not resolve, each with examples", () => {
    const problems = readLog().report.problems.filter(({ reason }) => reason.startsWith("wijziging of"));
    expect(problems.map(({ about, kind, examples }) => [about, kind, examples.length])).toEqual(
      expect.arrayContaining([
        ["VBO", "noticed", 5],
        ["PND", "noticed", 5],
        ["NUM", "noticed", 1],
      ]),
    );
    // Every object is new to Weesp. So the first `was` of each object is unknown, whatever its later groups are.
    const changed = new Set(read.changed);
    expect(problems.reduce((sum, { count }) => sum + count, 0)).toBe(changed.size);
    expect(applied.stderr).toContain("wijziging of a voorkomen that the registry does not hold");
  });

  test("leads to the rows of an import of both together", async () => {
    const merged = join(dataDir, "merged.zip");
    mergeExtract(country, [REAL_DELIVERY], merged);
    const other = join(dataDir, "other");
    const sources = { paths: [merged], gemeenten: [GEMEENTEN], boundaries: [GEMEENTE_BORDERS, PC4_BORDERS] };
    const { registry } = await runImport({ ...sources, dataDir: other, history: "full" }, silentProgress);
    const current = readFileSync(join(dataDir, "current"), "utf8").trim();
    const [made, expected] = [join(dataDir, current), join(other, registry)];
    expect(compareRegistries(made, expected)).toEqual([]);
    // The merged extract has no files of marked voorkomens and of kenmerken in onderzoek.
    const isMerged = (table: string, { retired = 0 }) => table !== "in_onderzoek" && retired === 0;
    expect(compareHistories(made, expected, isMerged)).toEqual([]);
  }, 300_000);

  test("leaves each of Weesp's 12,034 addresses its answer", async () => {
    const [old, now] = [openHarness(before), openHarness(dataDir)];
    const ids = readIds(before);
    expect(ids).toHaveLength(12_034);
    for (const id of ids) {
      const { status, body } = await now.askJson(`/addresses/${id}`);
      expect(status, id).toBe(200);
      expect(body.data).toEqual((await old.askJson(`/addresses/${id}`)).body.data);
    }
    // Closing also removes their folders.
    old.close();
    now.close();
  }, 300_000);

  interface LogReport {
    gaps: object[];
    tallies: Record<string, Record<string, number>>;
    problems: { about: string; kind: string; reason: string; count: number; examples: string[] }[];
  }

  function readLog(): { records_processed: number; report: LogReport } {
    using db = openCurrent(dataDir);
    const row = db
      .query<{ records_processed: number; report: string }, []>("SELECT * FROM import_log ORDER BY id DESC")
      .get()!;
    return { records_processed: row.records_processed, report: JSON.parse(row.report) };
  }
}

/** Reads the delivery a second time with regular expressions on its text, without the importer's code. */
function readMutations() {
  const xml = readEntries(readFileSync(REAL_DELIVERY))
    .filter(({ name }) => /^9999MUT.*\.xml$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ bytes }) => bytes.toString("utf8"))
    .join("");
  const counts = new Map<string, number>();
  const objects = new Map<string, { element: string; exists: boolean }>();
  const changed: string[] = [];
  for (const [, kind, body] of xml.matchAll(/<ml:(toevoeging|wijziging|verwijdering)>(.*?)<\/ml:\1>/gs)) {
    const [was, wordt] = body!.includes("<ml:was>") ? body!.split("</ml:was>") : ["", body!];
    const element = /<Objecten:(Nummeraanduiding|Verblijfsobject|Pand)>/.exec(body!)![1]!;
    counts.set(`${kind} ${element}`, (counts.get(`${kind} ${element}`) ?? 0) + 1);
    const id = textOf(wordt!, "Objecten:identificatie")!;
    if (was !== "" && !objects.has(id)) {
      changed.push(id);
    }
    objects.set(id, { element, exists: isCurrent(wordt!) });
  }
  return {
    count: (kind: string, element: string) => counts.get(`${kind} ${element}`) ?? 0,
    objects,
    changed,
  };
}

/**
 * Returns true when a voorkomen is in force on the delivery's date and not ended; the last one of an object in the
 * delivery is its highest.
 */
function isCurrent(xml: string): boolean {
  const begin = textOf(xml, "Historie:beginGeldigheid")!;
  const end = textOf(xml, "Historie:eindGeldigheid") ?? "9999";
  const isActive = !/tijdstipInactief|tijdstipNietBag/.test(xml);
  return (
    isActive && begin <= "2021-11-14" && end > "2021-11-14" && !ENDED.test(textOf(xml, "Objecten:status")!)
  );
}

function textOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1];
}

function readIds(dataDir: string): string[] {
  using db = openCurrent(dataDir);
  return db.query("SELECT identificatie FROM adres").values().flat() as string[];
}
