/** Tests that a text equal to the previous voorkomen's is parsed only once, and a different text is noticed. */
import { expect, test } from "bun:test";
import { verblijfsobject } from "../../../test/support/extracts/bag-objects.ts";
import { STAND_FILE_TAIL, standFileHead } from "../../../tools/country/official-format/extract.ts";
import { standXml } from "../../../tools/country/official-format/object-xml.ts";
import { decodeMillimetres } from "../../geo/millimetre-geometry.ts";
import { historyFields } from "../../registry/schema/history-schema.ts";
import { readObjects } from "../objects/read-object.ts";

const HOME = standXml(
  verblijfsobject({
    identificatie: "0901010000000001",
    hoofdadres: "0901200000000001",
    gebruiksdoelen: ["woonfunctie", "winkelfunctie"],
    panden: ["0901100000000001"],
    geometrie: { x: 120_000, y: 480_000 },
  }),
);

/** Reads records as one file; returns fields and position of each as a history keeps them. */
function readLife(records: readonly string[]) {
  const head = standFileHead({ area: { kind: "national" }, referenceDate: "2024-03-08", type: "VBO" });
  const content = Buffer.from(head + records.join("") + STAND_FILE_TAIL);
  const names = historyFields("VBO").map(({ column }) => column);
  const found: Record<string, unknown>[] = [];
  const faults: string[] = [];
  const file = { code: "VBO", content, source: "f", referenceDate: 20240308, withHistory: true } as const;
  readObjects(file, undefined, {
    onObject: (voorkomens) => {
      faults.push(...voorkomens.map((one) => one.faults?.[0]?.reason ?? ""));
      for (const { life } of voorkomens) {
        const { values, geom } = life!;
        const fields = Object.fromEntries(names.map((name, i) => [name, values[i]]));
        found.push({ ...fields, position: geom && decodeMillimetres(geom) });
      }
    },
    onUnidentified: (reason) => void faults.push(reason),
    onDeviation: (_, reason) => void faults.push(reason),
  });
  return { found, faults };
}

test.each<[string, string | RegExp, string, object]>([
  ["another status", "Verblijfsobject in gebruik", "Verblijfsobject buiten gebruik", { status: 4 }],
  [
    "one gebruiksdoel less",
    /<Objecten:gebruiksdoel>winkelfunctie<.Objecten:gebruiksdoel>/,
    "",
    { gebruiksdoel: 0 },
  ],
  ["another gebruiksdoel", "winkelfunctie", "kantoorfunctie", { gebruiksdoel: "0|5" }],
  [
    "a pand with another last digit",
    "0901100000000001",
    "0901100000000002",
    { pand_ids: 901_100_000_000_002 },
  ],
  [
    "another last digit of a position",
    "120000.0 ",
    "120000.1 ",
    { position: { type: "Point", x: 120_000.1, y: 480_000 } },
  ],
])("between two that are equal, %s", (_, from, to, expected) => {
  const other = HOME.replace(from, to);
  expect(other).not.toBe(HOME);
  const { found } = readLife([HOME, HOME, other, other, HOME]);
  const [first] = found;
  const [changed] = readLife([other]).found;
  expect(first).toMatchObject({ pand_ids: 901_100_000_000_001, position: { x: 120_000, y: 480_000 } });
  expect(changed).not.toEqual(first);
  expect(changed).toMatchObject(expected);
  expect(found).toEqual([first, first, changed, changed, first] as typeof found);
});

test("a fault is told of each voorkomen that has it", () => {
  const faulty = HOME.replace("Verblijfsobject in gebruik", "Verblijfsobject in beheer");
  expect(readLife([HOME, faulty, faulty, HOME]).faults).toEqual(["", "unknown status", "unknown status", ""]);
});
