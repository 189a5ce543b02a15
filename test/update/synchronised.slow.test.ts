/**
 * Tests deliveries in which a gemeente sends the whole life of objects again: the former voorkomens are marked as
 * niet-BAG and new ones take their numbers, in whatever order the delivery names both (docs/bag-format.md §1.8).
 */
import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inOnderzoekStandXml } from "../../tools/country/official-format/in-onderzoek.ts";
import type {
  DeliveredMutation,
  MutationGroup,
} from "../../tools/country/official-format/mutation-delivery.ts";
import { standXml } from "../../tools/country/official-format/object-xml.ts";
import type { BagObject, DeliveredType, DemoVoorkomen } from "../../tools/country/official-format/objects.ts";
import { NAMES_CSV, NATIONAL, REFERENCE_DATE } from "../support/countries/small-country.ts";
import { square } from "../support/extracts/bag-objects.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { type ExtractSpec, writeExtractTo } from "../support/extracts/extract-builder.ts";
import { compareHistories } from "../support/oracles/compare-histories.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { runBaken, runBakenImport } from "../support/processes/baken-process.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-synchronised-"));
afterAll(() => rmSync(folder, { recursive: true }));
const names = join(folder, "names.csv");
writeFileSync(names, NAMES_CSV);

const NEXT_DATE = "2024-03-09";
const LATER_DATE = "2024-03-10";
const MARKED_AT = "2024-03-08T15:00:00.123";
const registryOf = (dir: string) => join(dir, readFileSync(join(dir, "current"), "utf8").trim());

/** One object of each type with the fields that differ in its new life. The street has two voorkomens. */
const CHANGES: Record<DeliveredType, [identificatie: string, fields: object]> = {
  WPL: ["9001", { naam: "Westdorp" }],
  OPR: ["0901300000000001", { naam: "Kerkstraat" }],
  NUM: ["0901200000000001", { huisnummer: 31, postcode: "1111AQ" }],
  VBO: ["0901010000000002", { oppervlakte: 41 }],
  LIG: ["0902020000000001", { geometrie: square(122_500, 480_520, 8) }],
  STA: ["0902030000000001", { geometrie: square(122_610, 480_600, 9) }],
  PND: ["0901100000000003", { bouwjaar: 1901 }],
};
const TYPES = Object.keys(CHANGES) as DeliveredType[];

const livesOf = (type: DeliveredType) =>
  NATIONAL.objects.filter((one) => one.type === type && one.identificatie === CHANGES[type][0]);

function withLife(object: BagObject, life: Partial<DemoVoorkomen>, fields: object = {}): BagObject {
  return { ...object, ...fields, voorkomen: { ...object.voorkomen, ...life } } as BagObject;
}

/** The former life, marked. */
const marksOf = (type: DeliveredType): DeliveredMutation[] =>
  livesOf(type).map((was) => ({
    kind: "wijziging",
    was,
    wordt: withLife(was, { tijdstipNietBagLV: MARKED_AT }),
  }));

/** The new life: the same numbers, registered when the former ones are marked. */
const newLifeOf = (type: DeliveredType): BagObject[] =>
  livesOf(type).map((one) =>
    withLife(
      one,
      { tijdstipRegistratie: MARKED_AT, tijdstipRegistratieLV: MARKED_AT },
      one.voorkomen.eindGeldigheid === undefined ? CHANGES[type][1] : {},
    ),
  );

const additionsOf = (type: DeliveredType): DeliveredMutation[] =>
  newLifeOf(type).map((wordt) => ({ kind: "toevoeging", wordt }));

/** Imports an extract with its history; returns the data folder. */
async function importPast(name: string, spec: ExtractSpec): Promise<string> {
  const into = join(folder, name);
  const extract = writeExtractTo(`${into}.zip`, spec);
  const args = [extract, "--gemeenten", names, "--history", "full", "--data", into];
  expect(await runBakenImport(args)).toMatchObject({ exitCode: 0 });
  return into;
}

/** Imports the country after the synchronisation; returns the registry. */
async function importNewLife(referenceDate: string): Promise<string> {
  const replaced = new Set(Object.values(CHANGES).map(([identificatie]) => identificatie));
  const objects = [
    ...NATIONAL.objects.filter(({ identificatie }) => !replaced.has(identificatie)),
    ...TYPES.flatMap(newLifeOf),
  ];
  const marked = TYPES.map((type) => [
    type,
    marksOf(type).map((one) => standXml((one as { wordt: BagObject }).wordt)),
  ]);
  const sideFiles = { ...NATIONAL.sideFiles, NB: Object.fromEntries(marked) };
  return registryOf(
    await importPast(`imported-${referenceDate}`, { ...NATIONAL, referenceDate, objects, sideFiles }),
  );
}

const dataDir = await importPast("served", NATIONAL);
const expected = await importNewLife(NEXT_DATE);
const marks = TYPES.flatMap(marksOf);
const additions = TYPES.flatMap(additionsOf);
const each = (mutations: readonly DeliveredMutation[]): MutationGroup[] => mutations.map((one) => [one]);

describe("synchronised objects of every type, with", () => {
  test.each<[string, MutationGroup[]]>([
    [
      "the marks first, in a group for each object",
      TYPES.map((type) => [...marksOf(type), ...additionsOf(type)]),
    ],
    [
      "the marks last, in a group for each object",
      TYPES.map((type) => [...additionsOf(type), ...marksOf(type)]),
    ],
    ["all marks before all new voorkomens", each([...marks, ...additions])],
    ["all marks after all new voorkomens", each([...additions, ...marks])],
    ["the new voorkomens named twice, around the marks", each([...additions, ...marks, ...additions])],
    [
      "one mark after another's new voorkomen, last object first",
      each([...additions, ...marks].toReversed()),
    ],
  ])("%s", async (what, groups) => {
    const into = join(folder, what.replaceAll(/\W+/g, "-"));
    cpSync(dataDir, into, { recursive: true });
    const delivery = writeDeliveryTo(`${into}.zip`, {
      from: REFERENCE_DATE,
      to: NEXT_DATE,
      relaties: NATIONAL.relaties,
      groups,
      // More than one file, so that a mark and its replacement are often in different files.
      groupsPerFile: 5,
    });
    const { exitCode, stderr } = await runBaken(["update", delivery, "--data", into]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).not.toContain("does not hold");
    expect(compareRegistries(registryOf(into), expected)).toEqual([]);
    expect(compareHistories(registryOf(into), expected)).toEqual([]);
  });
});

/** Applies mutations in two deliveries, one a day. */
async function updateTwice(name: string, days: readonly DeliveredMutation[][]): Promise<string> {
  const into = join(folder, name);
  cpSync(dataDir, into, { recursive: true });
  const dates = [REFERENCE_DATE, NEXT_DATE, LATER_DATE];
  for (const [i, mutations] of days.entries()) {
    const delivery = writeDeliveryTo(`${into}-${i}.zip`, {
      from: dates[i]!,
      to: dates[i + 1]!,
      relaties: NATIONAL.relaties,
      groups: each(mutations),
    });
    const { exitCode, stderr } = await runBaken(["update", delivery, "--data", into]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  }
  return registryOf(into);
}

test("marks and new voorkomens in two deliveries, in either order, lead there too", async () => {
  const later = await importNewLife(LATER_DATE);
  for (const [name, days] of [
    ["marks-then-new", [marks, additions]],
    ["new-then-marks", [additions, marks]],
    [
      "both-then-again",
      [
        [...additions, ...marks],
        [...marks, ...additions],
      ],
    ],
  ] as const) {
    const updated = await updateTwice(
      name,
      days.map((day) => [...day]),
    );
    expect([name, ...compareRegistries(updated, later)]).toEqual([name]);
    expect([name, ...compareHistories(updated, later)]).toEqual([name]);
  }
});

test("kenmerken come in onderzoek and leave it, as an import of the new state has them", async () => {
  const kenmerk = {
    type: "VBO" as const,
    identificatie: "0901010000000002",
    inOnderzoek: true,
    documentdatum: "2024-03-08",
    documentnummer: "IO 2",
    beginGeldigheid: "2024-03-08",
    tijdstipRegistratie: MARKED_AT,
    tijdstipRegistratieLV: MARKED_AT,
  };
  const begun = ["oppervlakte", "gebruiksdoel", "status"].map((name) => ({ ...kenmerk, kenmerk: name }));
  const ended = begun
    .slice(1)
    .map((one) => ({ ...one, eindGeldigheid: NEXT_DATE, eindRegistratie: MARKED_AT }));
  const over = ended.map((one) => ({ ...one, inOnderzoek: false, beginGeldigheid: NEXT_DATE }));
  const days: DeliveredMutation[][] = [
    begun.map((wordt) => ({ kind: "toevoeging", wordt })),
    [
      ...ended.map((wordt, i): DeliveredMutation => ({ kind: "wijziging", was: begun[i + 1]!, wordt })),
      ...over.map((wordt): DeliveredMutation => ({ kind: "toevoeging", wordt })),
    ],
  ];
  const into = join(folder, "in-onderzoek");
  cpSync(dataDir, into, { recursive: true });
  const dates = [REFERENCE_DATE, NEXT_DATE, LATER_DATE];
  for (const [i, day] of days.entries()) {
    const delivery = writeDeliveryTo(`${into}-${i}.zip`, {
      from: dates[i]!,
      to: dates[i + 1]!,
      relaties: NATIONAL.relaties,
      inOnderzoek: each(day),
    });
    expect(await runBaken(["update", delivery, "--data", into])).toMatchObject({ exitCode: 0 });
  }
  const stands = [begun[0]!, ...ended, ...over].map(inOnderzoekStandXml);
  const IO = { ...NATIONAL.sideFiles!.IO, VBO: stands };
  const imported = await importPast("imported-in-onderzoek", {
    ...NATIONAL,
    referenceDate: LATER_DATE,
    sideFiles: { ...NATIONAL.sideFiles, IO },
  });
  expect(compareHistories(registryOf(into), registryOf(imported))).toEqual([]);
});

test("a mark alone still takes its voorkomen away", async () => {
  const into = join(folder, "marked");
  cpSync(dataDir, into, { recursive: true });
  const delivery = writeDeliveryTo(`${into}.zip`, {
    from: REFERENCE_DATE,
    to: NEXT_DATE,
    relaties: NATIONAL.relaties,
    groups: [marksOf("NUM")],
  });
  const { exitCode, stdout } = await runBaken(["update", delivery, "--data", into]);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  const { stdout: found } = await runBaken(["find", "Dorpsstraat 1, 1111AA", "--json", "--data", into]);
  expect(found).not.toContain("0901200000000001");
});
