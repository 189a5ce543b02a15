/** Tests the reading of mutation deliveries: their content and the order of mutations. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImportReport } from "../../src/import/report.ts";
import { type Delivery, readDeliveries } from "../../src/import/update/delivery.ts";
import { readMutations } from "../../src/import/update/read-mutations.ts";
import { NATIONAL } from "../support/countries/small-country.ts";
import { nummeraanduiding, pand, verblijfsobject, voorkomen } from "../support/extracts/bag-objects.ts";
import { type DeliverySpec, writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { REAL_DELIVERY } from "../support/extracts/reference-files.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-update-delivery-"));
const workDir = join(folder, "work");
beforeAll(() => mkdirSync(workDir));
afterAll(() => rmSync(folder, { recursive: true }));

const DAY = { from: "2024-03-08", to: "2024-03-09", relaties: NATIONAL.relaties } as const;
const STREET = "0901300000000001";

const number = (n: number, huisnummer: number, vk = voorkomen(1, "2010-01-01")) =>
  nummeraanduiding({
    identificatie: `09012000000000${String(n).padStart(2, "0")}`,
    huisnummer,
    ligtAan: STREET,
    voorkomen: vk,
  });

async function deliver(spec: DeliverySpec): Promise<Delivery> {
  const file = writeDeliveryTo(join(folder, "delivery.zip"), spec);
  return (await readDeliveries([file], workDir))[0]!;
}

/** Returns the mutations as lines: kind, type, identificatie, and number and dates of `was` and `wordt`. */
async function listMutations(delivery: Delivery, report = new ImportReport()) {
  const totals = { groups: 0, mutations: 0 };
  const stream = readMutations(delivery, { report, totals, advance: () => undefined });
  const lines: string[] = [];
  for await (const { kind, code, was, wordt } of stream.mutations) {
    const sides = [was, wordt].map((side) => (side ? `${side.voorkomen} ${side.begin}-${side.end}` : "-"));
    const first = wordt?.row ? String(wordt.row[0]) : "no row";
    lines.push(`${kind} ${code} ${(was ?? wordt)!.id} | ${sides.join(" | ")} | ${first}`);
  }
  return { lines, totals, report };
}

const CHANGED = [
  { kind: "wijziging", was: number(1, 1), wordt: number(1, 1, voorkomen(1, "2010-01-01", "2024-03-09")) },
  { kind: "toevoeging", wordt: number(1, 2, voorkomen(2, "2024-03-09")) },
] as const;
const GONE = [{ kind: "verwijdering", was: number(2, 4) }] as const;
const ANNOUNCED = [
  { kind: "wijziging", was: number(3, 5), wordt: number(3, 6, voorkomen(1, "2010-01-01", "2024-04-01")) },
] as const;

const LINES = [
  "wijziging NUM 901200000000001 | 1 20100101-99999999 | 1 20100101-20240309 | no row",
  "toevoeging NUM 901200000000001 | - | 2 20240309-99999999 | 2",
  "verwijdering NUM 901200000000002 | 1 20100101-99999999 | - | no row",
  "wijziging NUM 901200000000003 | 1 20100101-99999999 | 1 20100101-20240401 | 6",
];

describe("mutations come in document order from a delivery that is", () => {
  const municipal = { kind: "municipal", gemeentecode: "0901", gemeentenaam: "Oosterland" } as const;
  test.each<[string, Partial<DeliverySpec>, string[]]>([
    ["national", {}, ["9999"]],
    ["of a gemeente", { area: municipal }, ["0901"]],
    ["of a gemeente, one zip deeper", { area: municipal, isNested: true }, ["0901"]],
    ["in several files", { groupsPerFile: 1 }, ["9999"]],
  ])("%s", async (_what, rest, areas) => {
    const delivery = await deliver({ ...DAY, groups: [CHANGED, GONE, ANNOUNCED], ...rest });
    expect(delivery).toMatchObject({ areas, period: { from: 20240308, to: 20240309 } });
    const { lines, totals } = await listMutations(delivery);
    expect(lines).toEqual(LINES);
    expect(totals).toEqual({ groups: 3, mutations: 4 });
  });
});

test("a delivery without mutations is one", async () => {
  const { lines, totals } = await listMutations(await deliver(DAY));
  expect({ lines, totals }).toEqual({ lines: [], totals: { groups: 0, mutations: 0 } });
});

test("a head alone is a delivery without mutations", async () => {
  const alone = {
    ...DAY,
    alter: (part: { name: string; content: Buffer }) =>
      part.name.endsWith("-000002.xml") ? undefined : part,
  };
  expect((await listMutations(await deliver(alone))).lines).toEqual([]);
});

test("attributes of groups, and elements with other prefixes, are read all the same", async () => {
  const delivery = await deliver({
    ...DAY,
    groups: [CHANGED, GONE, ANNOUNCED],
    alter: (part) =>
      part.name.endsWith("-000002.xml")
        ? {
            ...part,
            content: Buffer.from(
              part.content
                .toString("latin1")
                .replace("<ml:mutatieGroep>", '<ml:mutatieGroep objectType="NUM" objectId="1">')
                .replaceAll("Objecten:", "o:")
                .replace("xmlns:Objecten=", "xmlns:o="),
            ),
          }
        : part,
  });
  expect((await listMutations(delivery)).lines).toEqual(LINES);
});

const openRing = (n: number) =>
  pand({
    identificatie: `09011000000000${String(n).padStart(2, "0")}`,
    geometrie: { exterior: [0, 0, 1, 0, 1, 1, 0, 1] },
    bouwjaar: 1950,
  });

describe("voorkomens that cannot be used", () => {
  test("are reported, the rest is read", async () => {
    const { lines, report } = await listMutations(
      await deliver({
        ...DAY,
        groups: [
          [{ kind: "toevoeging", wordt: openRing(1) }],
          [{ kind: "toevoeging", wordt: { ...number(4, 8), identificatie: "090120000000000" } }],
          [{ kind: "toevoeging", wordt: number(5, 9, voorkomen(1, "2024-13-01")) }],
          [{ kind: "wijziging", was: number(6, 9, voorkomen(1, "voorheen")), wordt: number(6, 11) }],
          [{ kind: "toevoeging", wordt: { ...number(7, 12), postcode: "1234" } }],
        ],
      }),
    );
    expect(lines).toEqual([
      "toevoeging PND 901100000000001 | - | 1 20100101-99999999 | no row",
      "wijziging NUM 901200000000006 | - | 1 20100101-99999999 | 11",
      "toevoeging NUM 901200000000007 | - | 1 20100101-99999999 | 12",
    ]);
    expect(report.problems.map((t) => `${t.kind} ${t.about} ${t.reason}: ${t.examples}`)).toEqual([
      "skipped PND geometry with a ring that is not closed: 0901100000000001",
      "skipped NUM malformed identificatie: 090120000000000",
      "skipped NUM voorkomen without number or valid dates: 0901200000000005",
      "noticed NUM voorkomen without number or valid dates: 0901200000000006",
      'noticed NUM malformed postcode, left out: 0901200000000007 "1234"',
    ]);
  });

  test("refuse the delivery when they are more than ten and more than a hundredth", async () => {
    const broken = (count: number) =>
      Array.from({ length: count }, (_, i) => [{ kind: "toevoeging" as const, wordt: openRing(i) }]);
    const whole = Array.from({ length: 1089 }, () => GONE);
    const read = async (groups: DeliverySpec["groups"]) =>
      listMutations(await deliver({ ...DAY, groups: groups! }));
    await expect(read(broken(10))).resolves.toBeDefined();
    await expect(read([...broken(11), ...whole])).resolves.toBeDefined();
    await expect(read([...broken(11), ...whole.slice(0, -1)])).rejects.toThrow(
      "11 of 1099 mutations cannot be read, e.g. PND 0901100000000000: geometry with a ring that is not closed",
    );
  });

  test("are not looked at when they no longer count", async () => {
    const over = { ...openRing(1), voorkomen: voorkomen(1, "2010-01-01", "2024-03-09") };
    const inactive = voorkomen(1, "2010-01-01", undefined, { tijdstipInactiefLV: "2024-03-08T00:00:00.000" });
    const groups = [
      [{ kind: "toevoeging", wordt: over } as const],
      [{ kind: "toevoeging", wordt: { ...openRing(2), voorkomen: inactive } } as const],
    ];
    const { lines, report } = await listMutations(await deliver({ ...DAY, groups }));
    expect(lines).toHaveLength(2);
    expect(report.problems).toEqual([]);
  });
});

describe("the digest of a delivery", () => {
  test("is that of its mutations, whatever zip they come in", async () => {
    const first = await deliver({ ...DAY, groups: [CHANGED] });
    const second = await deliver({ ...DAY, groups: [CHANGED], relaties: [...NATIONAL.relaties].reverse() });
    const other = await deliver({ ...DAY, groups: [GONE] });
    expect(second.digest).toBe(first.digest);
    expect(other.digest).not.toBe(first.digest);
  });
});

test("the real daily delivery is read whole", async () => {
  const delivery = (await readDeliveries([REAL_DELIVERY], workDir))[0]!;
  const { lines, totals, report } = await listMutations(delivery);
  expect(delivery.period).toEqual({ from: 20211113, to: 20211114 });
  // docs/bag-format.md §2.3: 14 groups of a toevoeging alone, 5,497 of a wijziging and a toevoeging.
  expect(totals).toEqual({ groups: 5511, mutations: 14 + 2 * 5497 });
  const count = (start: string) => lines.filter((line) => line.startsWith(start)).length;
  expect([count("toevoeging"), count("wijziging"), count("verwijdering")]).toEqual([5511, 5497, 0]);
  expect(report.problems).toEqual([]);
});

test("the history of a delivery has no contents of an unusable voorkomen", async () => {
  const home = (x: number) =>
    verblijfsobject({
      identificatie: "0901010000000001",
      hoofdadres: "0901200000000001",
      gebruiksdoelen: ["woonfunctie"],
      panden: ["0901100000000001"],
      geometrie: { x, y: 480_000 },
    });
  const groups = [
    [{ kind: "toevoeging", wordt: home(120_000) }],
    [{ kind: "toevoeging", wordt: home(900_000) }],
  ];
  const delivery = await deliver({ ...DAY, groups } as DeliverySpec);
  const totals = { groups: 0, mutations: 0 };
  const options = { report: new ImportReport(), totals, advance: () => undefined, withHistory: true };
  const lives = [];
  for await (const { wordt } of readMutations(delivery, options).mutations) {
    const { values, geom } = wordt!.life!;
    lives.push({ hasValues: values.some((value) => value !== null), hasGeom: geom !== null });
  }
  expect(lives).toEqual([
    { hasValues: true, hasGeom: true },
    { hasValues: false, hasGeom: false },
  ]);
});
