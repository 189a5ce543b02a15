/** Tests the reading of mutation deliveries: their content, the order of mutations, and the choice among several. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImportReport } from "../../src/import/report.ts";
import { type Delivery, readDeliveries } from "../../src/import/update/delivery.ts";
import { type OrderOptions, orderDeliveries } from "../../src/import/update/order-deliveries.ts";
import { readMutations } from "../../src/import/update/read-mutations.ts";
import { NATIONAL } from "../support/countries/small-country.ts";
import { nummeraanduiding, pand, voorkomen } from "../support/extracts/bag-objects.ts";
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

describe("of the deliveries given", () => {
  /** Parses `08>09` as the delivery from the 8th to the 9th; a letter distinguishes contents, `@` names an area. */
  function delivery(text: string): Delivery {
    const [, from, to, digest, area] = /^(\d\d)>(\d\d)(\w*)(?:@(\d{4}))?$/.exec(text)!;
    const period = { from: 20240300 + Number(from), to: 20240300 + Number(to) };
    const areas = [area ?? "9999"];
    return {
      file: `${text}.zip`,
      period,
      areas,
      digest: `${digest}${areas}`,
      relationFiles: [],
      mutationFiles: [],
    };
  }
  const applied = (text: string) => {
    const { digest } = delivery(text);
    const [from, to] = text.split(/[>@a-z]/);
    return { from: `2024-03-${from}`, to: `2024-03-${to}`, digest };
  };
  const order = (given: string, rest: Partial<OrderOptions> = {}) => {
    const area = given.includes("@") ? ["0901", "0902"] : ["9999"];
    const options = {
      referenceDate: 20240308,
      area,
      appliedDeliveries: [],
      knownGaps: [],
      allowGap: false,
      ...rest,
    };
    const { deliveries, gaps, skipped } = orderDeliveries(given.split(" ").map(delivery), options);
    return {
      taken: deliveries.map((d) => d.file.replace(".zip", "")).join(" "),
      gaps: gaps.map(({ from, to }) => `${from - 20240300}-${to - 20240300}`).join(" "),
      skipped: skipped.map((s) => `${s.delivery.file.replace(".zip", "")} ${s.reason}`).join(", "),
    };
  };

  test.each([
    ["08>09", "08>09", "", ""],
    ["09>10 08>09 10>11", "08>09 09>10 10>11", "", ""],
    // An overlap is harmless.
    ["07>09", "07>09", "", ""],
    ["08>10 09>11", "08>10 09>11", "", ""],
    ["08>09 08>10", "08>09 08>10", "", ""],
    ["08>09 08>09", "08>09", "", "08>09 given twice"],
    ["08>09@0901 08>09@0902", "08>09@0901 08>09@0902", "", ""],
    ["08>09@0901 08>09@0902 08>09@0901", "08>09@0901 08>09@0902", "", "08>09@0901 given twice"],
    ["08>10@0901 08>09@0902 09>10@0902", "08>09@0902 08>10@0901 09>10@0902", "", ""],
    [
      "08>09@0903 08>09@0901 08>09@0902",
      "08>09@0901 08>09@0902",
      "",
      "08>09@0903 covers no gemeente of the registry",
    ],
    // The national delivery follows those of gemeenten.
    ["08>09 08>09@0901", "08>09@0901 08>09", "", ""],
  ])("%s are taken: %s", (given, taken, gaps, skipped) => {
    expect(order(given)).toEqual({ taken, gaps, skipped });
  });

  test("those applied before are skipped", () => {
    const log = [applied("06>07"), applied("07>08")];
    expect(order("07>08", { appliedDeliveries: log })).toEqual({
      taken: "",
      gaps: "",
      skipped: "07>08 applied before",
    });
    expect(order("06>07 07>08 08>09", { appliedDeliveries: log })).toEqual({
      taken: "08>09",
      gaps: "",
      skipped: "06>07 applied before, 07>08 applied before",
    });
  });

  test.each<[string, Partial<OrderOptions>, string, string]>([
    ["06>07", {}, "", "06>07"],
    ["07>08", {}, "", "07>08"],
    ["06>07 08>09 07>08", {}, "08>09", "06>07, 07>08"],
    ["06>07", { allowGap: true }, "", "06>07"],
    ["07>08a", { appliedDeliveries: [applied("07>08")] }, "", "07>08a"],
    // Days adjacent to a gap, not in it.
    ["04>05 06>07", { knownGaps: [{ from: 20240305, to: 20240306 }] }, "", "04>05, 06>07"],
  ])("%s: those that the registry's date covers are skipped", (given, options, taken, skipped) => {
    const reason = "the registry of 2024-03-08 contains it already";
    const all = skipped.split(", ").map((name) => `${name} ${reason}`);
    expect(order(given, options)).toEqual({ taken, gaps: "", skipped: all.join(", ") });
  });

  test("one that was applied in a gap of others is skipped; of one that was not, the missing days are reported", () => {
    const knownGaps = [{ from: 20240305, to: 20240307 }];
    expect(order("05>06", { knownGaps, appliedDeliveries: [applied("05>06")] }).skipped).toBe(
      "05>06 applied before",
    );
    for (const given of ["05>06", "04>08", "06>08"]) {
      expect(order(given, { knownGaps }).skipped).toContain("lacks (2024-03-05 to 2024-03-07)");
    }
  });

  test("one that was applied to a later registry than the one that serves is taken", () => {
    expect(order("08>09", { appliedDeliveries: [applied("08>09")] })).toMatchObject({
      taken: "08>09",
      skipped: "",
    });
  });

  test("those of one gemeente of two are taken where gaps are allowed, and the log keeps what the other lacks", () => {
    expect(order("08>09@0901", { allowGap: true })).toEqual({
      taken: "08>09@0901",
      gaps: "8-9",
      skipped: "",
    });
  });

  test.each([
    ["10>11", "10>11", "8-10"],
    ["08>09 10>11 13>14", "08>09 10>11 13>14", "9-10 11-13"],
    ["08>09", "08>09", ""],
  ])("%s are taken with their gaps where gaps are allowed", (given, taken, gaps) => {
    expect(order(given, { allowGap: true })).toEqual({ taken, gaps, skipped: "" });
  });

  test.each<[string, string, Partial<OrderOptions>, string[]]>([
    ["a gap", "09>10", {}, ["09>10.zip begins on 2024-03-09", "is of 2024-03-08", "--allow-gap"]],
    ["a gap between two", "08>09 10>11", {}, ["begins on 2024-03-10", "is of 2024-03-09"]],
    ["a gap of one gemeente", "08>09@0901 09>10@0902", {}, ["begins on 2024-03-09", "is of 2024-03-08"]],
    ["one gemeente of two", "08>09@0901", {}, ["those of gemeente 0902 only to 2024-03-08", "--allow-gap"]],
    [
      "a gemeente of a country",
      "08>09@0901",
      { area: ["9999"] },
      ["those of the country only to 2024-03-08"],
    ],
    ["two contents of one period", "08>09 08>09a", {}, ["different deliveries of one period"]],
    ["one covered by another", "08>10 09>10", {}, ["leads to 2024-03-10", "give only one of the two"]],
  ])("refused is %s", (_what, given, options, words) => {
    for (const word of words) {
      expect(() => order(given, options)).toThrow(word);
    }
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
