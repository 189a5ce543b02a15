/** Compares the history of Weesp with the XML itself, which is read without any code of the import. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatDayNumber, formatMoment } from "../../src/base/day-number.ts";
import { openScratch } from "../../src/base/sqlite.ts";
import { type Geometry, polygonsOf } from "../../src/geo/geometry.ts";
import { decodeMillimetres, VarintReader } from "../../src/geo/millimetre-geometry.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { openSnapshot, type Snapshot } from "../../src/registry/file/snapshot.ts";
import { readLife } from "../../src/registry/index/life-reader.ts";
import { fromHistoryValue, historyFields, voorkomenTable } from "../../src/registry/schema/history-schema.ts";
import { kenmerkNames } from "../../src/registry/schema/in-onderzoek.ts";
import { TYPE_CODES, type TypeCode } from "../../src/registry/schema/object-types.ts";
import type { HistoryVoorkomen } from "../../src/registry/schema/voorkomen-life.ts";
import { readEntries } from "../support/extracts/read-delivery.ts";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import { countRows } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-history-weesp-"));
let path: string;
let s: Snapshot;

beforeAll(async () => {
  const given = { paths: [WEESP], gemeenten: [GEMEENTEN], boundaries: [] };
  const { registry } = await runImport({ ...given, dataDir: folder, history: "full" }, silentProgress);
  path = join(folder, registry);
  s = openSnapshot(path);
});

afterAll(() => {
  s.close();
  rmSync(folder, { recursive: true });
});

// Counted by a script in Python on the XML.
test.each([
  ["woonplaats", 3, 0],
  ["openbare_ruimte", 593, 4],
  ["nummeraanduiding", 16_113, 14],
  ["verblijfsobject", 26_085, 926],
  ["ligplaats", 167, 0],
  ["standplaats", 21, 0],
  ["pand", 23_091, 12],
])("%s has %i voorkomens that count and %i that are niet-BAG", (table, counting, retired) => {
  const { db } = s.history!;
  expect(countRows(db, `${table}_voorkomen WHERE retired = 0`)).toBe(counting);
  expect(countRows(db, `${table}_voorkomen WHERE retired <> 0`)).toBe(retired);
});

test.each([
  ["old_key", 1_090],
  ["old_link", 660],
  // 613 of Weesp, and two of the woonplaats that it was before it joined Amsterdam.
  ["change_month", 615],
  ["in_onderzoek", 1_571],
])("%s has %i rows", (table, rows) => {
  expect(countRows(s.history!.db, table)).toBe(rows);
});

test("5 objects are in onderzoek on the reference date, with all kenmerken of a verblijfsobject", () => {
  const today = "julianday('2021-10-15') - julianday('1970-01-01')";
  const rows = s
    .history!.db.query<{ kenmerken: number }, []>(
      `SELECT kenmerken FROM in_onderzoek WHERE begin_day <= ${today} AND (end_day IS NULL OR end_day > ${today})`,
    )
    .all();
  const names = [
    ...["geometrie", "gebruiksdoel", "oppervlakte", "status", "maakt deel uit van"],
    ...["heeft als hoofdadres", "heeft als nevenadres"],
  ];
  expect(rows.map(({ kenmerken }) => kenmerkNames("VBO", kenmerken))).toEqual(Array(5).fill(names));
});

/** One line of text for each voorkomen, with everything that the extract delivers of it. */
type Lines = Map<string, string[]>;

const FILE = /^\d{4}(?:NB|IA)?(WPL|OPR|NUM|VBO|LIG|STA|PND)\d{8}-\d{6}\.xml$/;

/** Element with the text of each field. `within` is an element around it, if other elements have its name. */
const ELEMENTS: Readonly<Record<string, { name: string; within?: string }>> = {
  naam: { name: "naam" },
  verkorte_naam: { name: "verkorteNaam" },
  type: { name: "type" },
  woonplaats_id: { name: "WoonplaatsRef" },
  status: { name: "status" },
  huisnummer: { name: "huisnummer" },
  huisletter: { name: "huisletter" },
  huisnummertoevoeging: { name: "huisnummertoevoeging" },
  postcode: { name: "postcode" },
  openbare_ruimte_id: { name: "OpenbareRuimteRef" },
  hoofdadres_id: { name: "NummeraanduidingRef", within: "heeftAlsHoofdadres" },
  nevenadres_ids: { name: "NummeraanduidingRef", within: "heeftAlsNevenadres" },
  gebruiksdoel: { name: "gebruiksdoel" },
  oppervlakte: { name: "oppervlakte" },
  pand_ids: { name: "PandRef" },
  bouwjaar: { name: "oorspronkelijkBouwjaar" },
};

function textsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<(?:[\\w-]+:)?${name}(?: [^>]*)?>([^<]*)</`, "g"));
  return [...found].map((match) => decodeReferences(match[1]!));
}

function decodeReferences(text: string): string {
  return text
    .replace(/&#x([0-9A-Fa-f]+);/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

/** Dummies that the registry takes for "unknown". */
function plausible(column: string, text: string): string {
  const isDummy =
    (column === "oppervlakte" && text === "999999") ||
    (column === "bouwjaar" && (text === "1005" || Number(text) >= 9999));
  return isDummy ? "-" : text.replace(/^0+(?=\d{3,15}$)/, "");
}

function coordinatesOf(xml: string): string {
  const dimension = /srsDimension="3"/.test(xml) ? 3 : 2;
  const texts = [...textsOf(xml, "posList"), ...textsOf(xml, "pos")];
  return texts
    .flatMap((text) =>
      text
        .trim()
        .split(/\s+/)
        .filter((_, i) => i % dimension < 2),
    )
    .map(Number)
    .join(" ");
}

function deliveredLines(): Lines {
  const lines: Lines = new Map();
  for (const { name, bytes } of readEntries(readFileSync(WEESP))) {
    const code = FILE.exec(name)?.[1] as TypeCode | undefined;
    if (code === undefined) {
      continue;
    }
    for (const xml of bytes.toString("utf8").split("<sl:stand>").slice(1)) {
      const text = (element: string) => textsOf(xml, element)[0] ?? "-";
      const fields = historyFields(code).map(({ column }) => {
        const { name: element, within } = ELEMENTS[column]!;
        const parts = within === undefined ? [xml] : xml.split(`<Objecten:${within}>`).slice(1);
        const scope =
          within === undefined ? parts : parts.map((part) => part.split(`</Objecten:${within}>`)[0]!);
        const values = scope.flatMap((part) => textsOf(part, element));
        return [...new Set(values)].map((value) => plausible(column, value)).join("|") || "-";
      });
      const line = [
        ...["voorkomenidentificatie", "beginGeldigheid", "eindGeldigheid", "tijdstipRegistratie"].map(text),
        ...["eindRegistratie", "tijdstipRegistratieLV", "tijdstipEindRegistratieLV"].map(text),
        ...["tijdstipInactief", "tijdstipInactiefLV", "tijdstipNietBagLV"].map(text),
        ...["geconstateerd", "documentnummer", "documentdatum"].map(text),
        ...fields,
        coordinatesOf(xml),
      ].join("\t");
      const key = `${code} ${Number(text("identificatie"))}`;
      lines.set(key, [...(lines.get(key) ?? []), line]);
    }
  }
  return lines;
}

function storedLines(): Lines {
  const lines: Lines = new Map();
  for (const code of TYPE_CODES) {
    const ids = s
      .history!.db.query<{ id: number }, []>(
        `SELECT DISTINCT object_id AS id FROM ${voorkomenTable(code, "history")}`,
      )
      .all();
    for (const { id } of ids) {
      lines.set(
        `${code} ${id}`,
        readLife(s, s.history!, code, id).map((one) => lineOf(code, one)),
      );
    }
  }
  return lines;
}

function lineOf(code: TypeCode, one: HistoryVoorkomen): string {
  const day = (value: number | null) => (value === null ? "-" : formatDayNumber(value));
  const moment = (value: number | null) => (value === null ? "-" : formatMoment(value));
  const fields = historyFields(code).map((field, i) => {
    const value = fromHistoryValue(code, field, one.values[i]!);
    return value === null
      ? "-"
      : String(value)
          .split("|")
          .map((part) => plausible(field.column, part))
          .join("|");
  });
  return [
    one.nr,
    ...[one.beginDay, one.endDay].map(day),
    ...[one.registeredMs, one.endRegisteredMs, one.registeredLvMs, one.endRegisteredLvMs].map(moment),
    ...[one.inactiveMs, one.inactiveLvMs, one.notBagLvMs].map(moment),
    one.geconstateerd ? "J" : "N",
    one.document ?? "-",
    day(one.documentDay),
    ...fields,
    one.geom === null ? "" : flatten(decodeMillimetres(one.geom)).join(" "),
  ].join("\t");
}

function flatten(geometry: Geometry): number[] {
  return geometry.type === "Point"
    ? [geometry.x, geometry.y]
    : polygonsOf(geometry).flatMap((rings) => rings.flatMap((ring) => [...ring]));
}

test("every voorkomen of the extract comes back as delivered: periods, times, document, fields, geometry", () => {
  const delivered = deliveredLines();
  const stored = storedLines();
  expect(stored.size).toBe(delivered.size);
  const differing = [...delivered].filter(
    ([key, lines]) => lines.sort().join("\n") !== stored.get(key)?.sort().join("\n"),
  );
  expect(differing.slice(0, 2).map(([key, lines]) => ({ key, lines, stored: stored.get(key) }))).toEqual([]);
});

test("change_month has each object once in the months in which its voorkomens begin", () => {
  const months = s
    .history!.db.query<{ woonplaats: number; month: number; ids: Uint8Array }, []>(
      "SELECT woonplaats_id AS woonplaats, month, object_ids AS ids FROM change_month",
    )
    .all();
  const found = months.flatMap(({ month, ids }) => {
    const reader = new VarintReader(ids);
    const text = `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`;
    const listed: string[] = [];
    for (let id = 0; !reader.isAtEnd; ) {
      id += reader.next();
      listed.push(`${text} ${id}`);
    }
    return listed;
  });
  const expected = TYPE_CODES.flatMap((code) =>
    s
      .history!.db.query<{ line: string }, []>(
        `SELECT DISTINCT strftime('%Y-%m', begin_day * 86400, 'unixepoch') || ' ' || object_id AS line
         FROM ${voorkomenTable(code, "history")} WHERE retired = 0`,
      )
      .all()
      .map(({ line }) => line),
  );
  expect(found.length).toBe(new Set(found).size);
  expect(found.sort()).toEqual(expected.sort());
});

test("gemeente_woonplaats has all rows of GEM-WPL-RELATIE but one that another of the same begin outlives", () => {
  expect(countRows(s.db, "gemeente_woonplaats")).toBe(8_210);
});

/** Makes a folder with the registry of Weesp and, under the name of its history, another file. */
function folderWith(makeHistory: (path: string) => void): string {
  const other = mkdtempSync(join(folder, "other-"));
  copyFileSync(path, join(other, "registry-2021-10-15.gpkg"));
  makeHistory(join(other, s.meta.attached[0]!.name));
  return join(other, "registry-2021-10-15.gpkg");
}

function copyWithIdentity(target: string, change: string): void {
  copyFileSync(join(folder, s.meta.attached[0]!.name), target);
  using db = openScratch(target);
  db.run(change);
}

test.each<[string, (path: string) => void, RegExp]>([
  ["no file", () => undefined, /unable to open/],
  ["an empty file", (target) => writeFileSync(target, ""), /no such table/],
  ["text", (target) => writeFileSync(target, "no database ".repeat(400)), /not a database/],
  ["the registry itself", (target) => copyFileSync(path, target), /no such table/],
  [
    "the history of another import",
    (target) =>
      copyWithIdentity(
        target,
        "UPDATE attached_file SET value = '2021-10-15-000000000000' WHERE key = 'identity'",
      ),
    /it is 2021-10-15-000000000000/,
  ],
  [
    "another schema",
    (target) => copyWithIdentity(target, "UPDATE attached_file SET value = '0' WHERE key = 'schema_version'"),
    /it has schema 0/,
  ],
])("a registry is not opened with %s in place of its history", (_, makeHistory, reason) => {
  const registry = folderWith(makeHistory);
  const open = () => openSnapshot(registry).close();
  expect(open).toThrow(reason);
  expect(open).toThrow(
    /is not the history file 2021-10-15-[0-9a-f]{12} that the registry needs: .*Copy that file from a backup/s,
  );
});

test("the history alone, moved away and back, is found again", () => {
  const registry = folderWith((target) => copyFileSync(join(folder, s.meta.attached[0]!.name), target));
  openSnapshot(registry).close();
  const history = join(registry, "..", s.meta.attached[0]!.name);
  renameSync(history, `${history}.away`);
  expect(() => openSnapshot(registry)).toThrow("unable to open");
  renameSync(`${history}.away`, history);
  openSnapshot(registry).close();
});
