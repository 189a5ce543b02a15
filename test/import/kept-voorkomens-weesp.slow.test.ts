/** Compares what the registry of Weesp keeps for later updates with the XML itself, read by saxes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/base/sqlite.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { readEntries } from "../support/extracts/read-delivery.ts";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import { ENDED, forEachVoorkomen, MAIN_FILE, type ObjectTexts } from "../support/oracles/extract-by-saxes.ts";
import { openCurrent } from "../support/registries/read-registry.ts";

const DATE = "2021-10-15";
const folder = mkdtempSync(join(tmpdir(), "baken-kept-weesp-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lines of `id voorkomen`, with dates where the table has them. */
interface ExpectedRows {
  readonly base: string[];
  readonly voorkomen: string[];
  readonly ended_object: string[];
}

/** Computes the rows of the tables by the literal definitions of schema.ts. */
function expectedBySaxes(zip: Buffer): ExpectedRows {
  const objects = new Map<string, ObjectTexts[]>();
  for (const { name, bytes } of readEntries(zip)) {
    if (!MAIN_FILE.test(name)) {
      continue;
    }
    forEachVoorkomen(bytes.toString("utf8"), (texts) => {
      const end = texts.get("eindGeldigheid");
      if (end !== undefined && end <= DATE) {
        return;
      }
      const id = texts.get("identificatie")!;
      objects.set(id, [...(objects.get(id) ?? []), texts]);
    });
  }
  const expected: ExpectedRows = { base: [], voorkomen: [], ended_object: [] };
  for (const [id, voorkomens] of objects) {
    addExpectedRows(expected, Number(id), voorkomens);
  }
  return {
    base: expected.base.sort(),
    voorkomen: expected.voorkomen.sort(),
    ended_object: expected.ended_object.sort(),
  };
}

function addExpectedRows(expected: ExpectedRows, id: number, voorkomens: ObjectTexts[]): void {
  const number = (texts: ObjectTexts) => texts.get("voorkomenidentificatie")!;
  const current = voorkomens
    .filter((texts) => texts.get("beginGeldigheid")! <= DATE)
    .sort((a, b) => Number(number(b)) - Number(number(a)))[0];
  const exists = current !== undefined && !ENDED.test(current.get("status")!);
  if (exists) {
    expected.base.push(`${id} ${number(current)}`);
  }
  const bouwjaar = Number(current?.get("oorspronkelijkBouwjaar") ?? 0);
  const needsNoHistory =
    voorkomens.length === 1 &&
    current !== undefined &&
    !current.has("eindGeldigheid") &&
    !(exists && bouwjaar > 2026 && bouwjaar < 9999);
  if (needsNoHistory && !exists) {
    expected.ended_object.push(`${id} ${number(current)}`);
  }
  if (needsNoHistory) {
    return;
  }
  for (const texts of voorkomens) {
    const begin = texts.get("beginGeldigheid")!;
    expected.voorkomen.push(
      `${id} ${number(texts)} ${begin > DATE ? begin : "-"} ${texts.get("eindGeldigheid") ?? "-"}`,
    );
  }
}

describe("Weesp", () => {
  let db: Database;
  let expected: ExpectedRows;

  beforeAll(async () => {
    const options = { paths: [WEESP], gemeenten: [GEMEENTEN], boundaries: [], dataDir: folder, threads: 2 };
    await runImport({ ...options, history: "none" }, silentProgress);
    db = openCurrent(folder);
    expected = expectedBySaxes(readFileSync(WEESP));
  }, 120_000);
  afterAll(() => db.close());

  const lines = (sql: string) => db.query(sql).values().map(String).sort();

  test("keeps every ended object's number, and no other", () => {
    expect(lines("SELECT fid || ' ' || voorkomen_identificatie FROM ended_object")).toEqual(
      expected.ended_object,
    );
    // docs/bag-format.md §3: valid minus active, of all types.
    expect(expected.ended_object.length).toBe(1 + 1 + 660 + 651 + 672 + 0 + 8);
  });

  test("keeps what lies ahead, and no other", () => {
    const columns = "object_id || ' ' || voorkomen_identificatie";
    const dates = "coalesce(begin_geldigheid, '-') || ' ' || coalesce(eind_geldigheid, '-')";
    expect(lines(`SELECT ${columns} || ' ' || ${dates} FROM voorkomen`)).toEqual(expected.voorkomen);
    // Also counted with Python's zipfile and regular expressions: nothing is announced in Weesp.
    expect(expected.voorkomen).toEqual([]);
  });

  test("has a row for the rest", () => {
    const tables = ["woonplaats", "openbare_ruimte", "nummeraanduiding", "verblijfsobject", "ligplaats"];
    const rows = [...tables, "standplaats", "pand"].map(
      (table) => `SELECT fid || ' ' || voorkomen_identificatie FROM ${table}`,
    );
    expect(lines(rows.join(" UNION ALL "))).toEqual(expected.base);
    expect(expected.base.length + expected.ended_object.length).toBe(38_605);
  });
});
