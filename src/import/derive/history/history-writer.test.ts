import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEURSTRAAT, writeRegistryFixture } from "../../../../test/support/registries/registry-fixture.ts";
import { toDayNumber } from "../../../base/day-number.ts";
import { openReadOnly } from "../../../base/sqlite.ts";
import { encodeMillimetres, VarintReader } from "../../../geo/millimetre-geometry.ts";
import { newAttachedFile } from "../../../registry/file/attached-files.ts";
import type { TypeCode } from "../../../registry/schema/object-types.ts";
import type { HistoryVoorkomen } from "../../../registry/schema/voorkomen-life.ts";
import { LifeBatchBuilder } from "../../objects/life-batch.ts";
import { HistoryWriter, historyDraftIn } from "./history-writer.ts";

const root = mkdtempSync(join(tmpdir(), "baken-history-writer-"));
afterAll(() => rmSync(root, { recursive: true }));
const draft = writeRegistryFixture(join(root, "registry-2021-10-15.gpkg"));

const BASE: Omit<HistoryVoorkomen, "id" | "nr" | "beginDay" | "values" | "geom"> = {
  retired: 0,
  endDay: null,
  registeredMs: 5,
  registeredLvMs: 7,
  endRegisteredMs: null,
  endRegisteredLvMs: null,
  inactiveMs: null,
  inactiveLvMs: null,
  notBagLvMs: null,
  geconstateerd: false,
  document: "D",
  documentDay: 14_600,
};

/** Returns the voorkomens of a pand that begin on these dates (YYYYMMDD), each ending where the next begins. */
function pand(id: number, begins: readonly number[]): HistoryVoorkomen[] {
  return begins.map((begin, i) => ({
    ...BASE,
    id,
    nr: i + 1,
    beginDay: toDayNumber(begin),
    endDay: begins[i + 1] === undefined ? null : toDayNumber(begins[i + 1]!),
    endRegisteredMs: begins[i + 1] === undefined ? null : 5,
    endRegisteredLvMs: begins[i + 1] === undefined ? null : 7,
    values: [1950 + i, 3],
    geom: encodeMillimetres({ type: "Point", x: 131_000 + Math.floor(i / 2), y: 480_000 }),
  }));
}

const mark = (one: HistoryVoorkomen, retired: number): HistoryVoorkomen => ({
  ...one,
  retired,
  notBagLvMs: retired,
});

type File = { readonly isMarked?: boolean; readonly lives: readonly (readonly HistoryVoorkomen[])[] };

let count = 0;

/** Writes a history of these files of objects of a type; returns rows of its tables. */
function write(files: readonly File[], code: TypeCode = "PND") {
  const folder = join(root, String(++count));
  const writer = new HistoryWriter({ folder, file: newAttachedFile("history", "2021-10-15") });
  for (const { isMarked = false, lives } of files) {
    const batch = new LifeBatchBuilder(code);
    lives.forEach((life) => void batch.add(life));
    writer.take({ code, isMarked, life: batch.build() });
  }
  writer.openDraft(draft);
  writer.finish(20_211_015);
  using db = openReadOnly(historyDraftIn(folder));
  return {
    rows: db.query("SELECT * FROM pand_voorkomen ORDER BY object_id, nr, retired").values(),
    months: db.query("SELECT * FROM change_month ORDER BY 1, 2").values() as [number, number, Uint8Array][],
    formerNames: db.query("SELECT run, object_id, woonplaats_id FROM former_name ORDER BY 2, 1, 3").values(),
  };
}

const A = pand(363100000000001, [20_100_101, 20_120_615, 20_150_301]);
const B = pand(363100000000002, [20_110_101]);
const C = pand(363100000000003, [20_100_105, 20_210_101]);
const MARKS = [mark(A[1]!, 900), mark(A[0]!, 800), mark(C[0]!, 700)];
const IN_ORDER = write([
  { isMarked: true, lives: [MARKS.slice(0, 2), MARKS.slice(2)] },
  { lives: [A, B, C] },
]);

test("rows of an extract in order: marked voorkomens beside the ones that count", () => {
  expect(IN_ORDER.rows.map(([id, nr, retired]) => [id, nr, retired])).toEqual([
    [A[0]!.id, 1, 0],
    [A[0]!.id, 1, 800],
    [A[0]!.id, 2, 0],
    [A[0]!.id, 2, 900],
    [A[0]!.id, 3, 0],
    [B[0]!.id, 1, 0],
    [C[0]!.id, 1, 0],
    [C[0]!.id, 1, 700],
    [C[0]!.id, 2, 0],
  ]);
});

test.each<[string, File[]]>([
  ["objects out of order", [{ lives: [C, A, B] }]],
  ["voorkomens out of order", [{ lives: [[...A].reverse(), B, [...C].reverse()] }]],
  ["an object over the edge of two files", [{ lives: [A.slice(0, 2)] }, { lives: [A.slice(2), B, C] }]],
  ["an object in pieces", [{ lives: [A.slice(1, 2), B, A.slice(2), C] }, { lives: [A.slice(0, 1)] }]],
  ["objects twice", [{ lives: [A, B, C] }, { lives: [B, C, A] }]],
])("%s give the same rows", (_, files) => {
  expect(write([{ isMarked: true, lives: [MARKS.slice(0, 2), MARKS.slice(2)] }, ...files])).toEqual(IN_ORDER);
});

test("of a voorkomen that comes with different contents the one that ends first is kept, in either order", () => {
  const other = { ...B[0]!, endDay: 15_100, values: [1900, 3] };
  const kept = write([{ lives: [[other]] }]).rows;
  expect(write([{ lives: [[B[0]!]] }, { lives: [[other]] }]).rows).toEqual(kept);
  expect(write([{ lives: [[other]] }, { lives: [[B[0]!]] }]).rows).toEqual(kept);
});

test("panden of no woonplaats lie in the nearest, and change in the months in which their voorkomens begin", () => {
  const listed = IN_ORDER.months.map(([woonplaats, month, ids]) => {
    const reader = new VarintReader(ids);
    const list: number[] = [];
    for (let id = 0; !reader.isAtEnd; ) {
      id += reader.next();
      list.push(id);
    }
    return [woonplaats, `${Math.floor(month / 12)}-${(month % 12) + 1}`, list];
  });
  const [woonplaats] = IN_ORDER.months[0]!;
  expect(listed).toEqual([
    [woonplaats, "2010-1", [A[0]!.id, C[0]!.id]],
    [woonplaats, "2011-1", [B[0]!.id]],
    [woonplaats, "2012-6", [A[0]!.id]],
    [woonplaats, "2015-3", [A[0]!.id]],
    [woonplaats, "2021-1", [C[0]!.id]],
  ]);
});

test("all names of a street that has another today are kept as runs, also of one that is valid on no day", () => {
  const street = (id: number, nr: number, naam: string, woonplaats = 3631): HistoryVoorkomen => ({
    ...{ ...BASE, id, nr, beginDay: toDayNumber(20_100_101), endDay: null, geom: null },
    values: [naam, null, "Weg", woonplaats, 0],
  });
  const keurstraat = Number(KEURSTRAAT);
  const never = { ...street(keurstraat + 1, 1, "Nooit"), endDay: toDayNumber(20_091_231) };
  const named = [street(keurstraat, 1, "Keurweg"), street(keurstraat, 2, "Keurstr.")];
  const { formerNames } = write(
    [{ lives: [[...named, street(keurstraat, 3, "Keurstraat", 1013)], [never]] }],
    "OPR",
  );
  expect(formerNames).toEqual([
    ["keurstraat", keurstraat, 1013],
    ["keurstraat", keurstraat, 3631],
    ["keurweg", keurstraat, 3631],
    ["nooit", keurstraat + 1, 3631],
  ]);
});
