/** Tests which mutations of the small country are reported as added, changed or removed records. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import type { MutationGroup } from "../../tools/country/official-format/mutation-delivery.ts";
import type { BagObject } from "../../tools/country/official-format/objects.ts";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { NATIONAL } from "../support/countries/small-country.ts";
import { nummeraanduiding, rectangle, verblijfsobject, voorkomen } from "../support/extracts/bag-objects.ts";
import { type DeliverySpec, writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { tellChanges } from "../support/registries/tell-changes.ts";

const { folder, dataDir: imported } = await importSmallCountry();
const dataDir = join(folder, "data");
beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(imported, dataDir, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const ONE_DAY: DeliverySpec = { from: "2024-03-08", to: "2024-03-09", relaties: NATIONAL.relaties };
/** Changes that the extract announces for the next day: number 25 changes, and number 27 is added. */
const ANNOUNCED = { "0901200000000025": "changed", "0901200000000027": "added" };

const num = (n: number) => `09012000000000${String(n).padStart(2, "0")}`;
const meer = (n: number) => `090220000000000${n}`;
const changed = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, "changed"]));
const DORPSSTRAAT = "0901300000000001";

/** Addresses of the small country, read in small-country.ts: on the Dorpsstraat, and of woonplaats 9001 and 9002. */
const ON_DORPSSTRAAT = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 21, 23, 24, 25].map(num);
const IN_9001 = [...ON_DORPSSTRAAT.filter((id) => id !== num(10)), num(13)];
const IN_9002 = [num(10), ...[1, 2, 3, 4, 5, 6].map(meer)];

/** Returns the voorkomen of an object that is in force in the extract. */
function objectOf(identificatie: string, number = 1): BagObject {
  const found = NATIONAL.objects.find(
    (one) => one.identificatie === identificatie && one.voorkomen.voorkomenidentificatie === number,
  );
  return found ?? expect.unreachable(identificatie);
}

/** Returns the mutation that corrects fields of a voorkomen. */
function correct(was: BagObject, fields: object): MutationGroup {
  return [{ kind: "wijziging", was, wordt: { ...was, ...fields } as BagObject }];
}

const remove = (was: BagObject): MutationGroup => [{ kind: "verwijdering", was }];

/** Applies a delivery; returns the version of the import. */
async function applyTo(delivery: Partial<DeliverySpec>): Promise<string> {
  const since = tellChanges(dataDir).version;
  const file = writeDeliveryTo(join(folder, "delivery.zip"), { ...ONE_DAY, ...delivery });
  await runUpdate({ dataDir, files: [file] }, silentProgress);
  return since;
}

/** Applies a delivery; returns the changes of addresses since the import, as the registry reports them. */
async function changesBy(delivery: Partial<DeliverySpec>): Promise<Record<string, string>> {
  return tellChanges(dataDir, await applyTo(delivery)).changes;
}

const NEW_NUMBER = nummeraanduiding({
  identificatie: num(50),
  huisnummer: 99,
  ligtAan: DORPSSTRAAT,
  postcode: "1111AZ",
  voorkomen: voorkomen(1, "2024-03-09"),
});
const NEW_OBJECT = verblijfsobject({
  identificatie: "0901010000000050",
  hoofdadres: NEW_NUMBER.identificatie,
  panden: ["0901100000000001"],
  geometrie: { x: 121_005, y: 481_005 },
  voorkomen: voorkomen(1, "2024-03-09"),
});
const vbo = (n: number) => objectOf(`09010100000000${String(n).padStart(2, "0")}`);
const LIGPLAATS = objectOf("0902020000000001");

describe("a delivery of", () => {
  test.each<[string, MutationGroup[], Record<string, string>]>([
    ["nothing", [], {}],
    [
      "a number and its object",
      [NEW_NUMBER, NEW_OBJECT].map((wordt): MutationGroup => [{ kind: "toevoeging", wordt }]),
      { [num(50)]: "added" },
    ],
    ["a number without an object", [[{ kind: "toevoeging", wordt: NEW_NUMBER }]], {}],
    ["an object that is gone", [remove(vbo(2))], { [num(2)]: "removed" }],
    ["a number that is gone", [remove(objectOf(num(2)))], { [num(2)]: "removed" }],
    ["another house number", [correct(objectOf(num(1)), { huisnummer: 2 })], changed(num(1))],
    ["another postcode", [correct(objectOf(num(1)), { postcode: "1111AQ" })], changed(num(1))],
    [
      "another street name",
      [correct(objectOf(DORPSSTRAAT, 2), { naam: "Kerkstraat" })],
      changed(...ON_DORPSSTRAAT),
    ],
    [
      "another short street name",
      [correct(objectOf(DORPSSTRAAT, 2), { verkorteNaam: "D" })],
      changed(...ON_DORPSSTRAAT),
    ],
    ["another name of a woonplaats", [correct(objectOf("9001"), { naam: "Westdorp" })], changed(...IN_9001)],
    ["another floor area", [correct(vbo(2), { oppervlakte: 7 })], changed(num(2))],
    ["another purpose", [correct(vbo(2), { gebruiksdoelen: ["winkelfunctie"] })], changed(num(2))],
    ["another position", [correct(vbo(2), { geometrie: { x: 120_105, y: 480_106 } })], changed(num(2))],
    ["another year of a pand", [correct(objectOf("0901100000000003"), { bouwjaar: 1901 })], changed(num(6))],
    ["another pand", [correct(vbo(2), { panden: ["0901100000000003"] })], changed(num(2))],
    [
      "another outline of a ligplaats",
      [correct(LIGPLAATS, { geometrie: { exterior: rectangle(122_500, 480_500, 30, 10) } })],
      changed(meer(1), meer(2)),
    ],
    [
      "another outline of a ligplaats about the same middle",
      [correct(LIGPLAATS, { geometrie: { exterior: rectangle(122_505, 480_495, 10, 20) } })],
      changed(meer(1), meer(2)),
    ],
    ["another status of a pand", [correct(objectOf("0901100000000003"), { status: "Verbouwing pand" })], {}],
    ["the same object", [correct(vbo(2), {})], {}],
    // The record of an address does not contain whether it is the main address of its object.
    ["another main address", [correct(vbo(1), { hoofdadres: num(5), nevenadressen: [num(1), num(9)] })], {}],
  ])("%s", async (_, groups, expected) => {
    expect(await changesBy({ groups })).toEqual({ ...ANNOUNCED, ...expected });
  });

  test("a woonplaats that moves to another gemeente", async () => {
    const relaties = NATIONAL.relaties.map((one) =>
      one.woonplaats === "9002" ? { ...one, gemeente: "0901" } : one,
    );
    expect(await changesBy({ relaties })).toEqual({ ...ANNOUNCED, ...changed(...IN_9002) });
  });

  test("a woonplaats that moves and an address in it that goes, and one that comes", async () => {
    const relaties = NATIONAL.relaties.map((one) =>
      one.gemeente === "0901" ? { ...one, gemeente: "0902" } : one,
    );
    const groups = [
      ...[NEW_NUMBER, NEW_OBJECT].map((wordt): MutationGroup => [{ kind: "toevoeging", wordt }]),
      remove(vbo(2)),
    ];
    const moves = { ...changed(...IN_9001), [num(2)]: "removed", [num(50)]: "added" };
    expect(await changesBy({ relaties, groups })).toEqual({ ...moves, ...ANNOUNCED });
  });
});

const pand = (n: number) => objectOf(`09011000000000${String(n).padStart(2, "0")}`, n === 1 ? 2 : 1);
const PAND_4 = pand(4);
const NEW_PAND = { ...PAND_4, identificatie: "0901100000000050", voorkomen: voorkomen(1, "2024-03-09") };

interface ObjectChanges {
  readonly VBO?: Record<string, string>;
  readonly PND?: Record<string, string>;
}

describe("of residences and buildings, a delivery of", () => {
  test.each<[string, MutationGroup[], ObjectChanges]>([
    ["nothing", [], {}],
    [
      "another year of a pand",
      [correct(pand(3), { bouwjaar: 1901 })],
      { PND: changed(pand(3).identificatie) },
    ],
    [
      "another status of a pand",
      [correct(pand(3), { status: "Verbouwing pand" })],
      { PND: changed(pand(3).identificatie) },
    ],
    [
      "another footprint of a pand",
      [correct(PAND_4, { geometrie: { exterior: rectangle(120_400, 480_100, 21, 20) } })],
      { PND: changed(PAND_4.identificatie) },
    ],
    [
      "a voorkomen of a pand with the same values",
      [
        [
          {
            kind: "wijziging",
            was: PAND_4,
            wordt: { ...PAND_4, voorkomen: voorkomen(1, "2010-01-01", "2024-03-09") },
          },
          { kind: "toevoeging", wordt: { ...PAND_4, voorkomen: voorkomen(2, "2024-03-09") } },
        ],
      ],
      { PND: changed(PAND_4.identificatie) },
    ],
    ["the same pand", [correct(PAND_4, {})], {}],
    [
      "a pand that is gone, which an object names",
      [remove(PAND_4)],
      { PND: { [PAND_4.identificatie]: "removed" }, VBO: changed(vbo(6).identificatie) },
    ],
    [
      "a pand, a number and an object",
      [NEW_PAND, NEW_NUMBER, NEW_OBJECT].map((wordt): MutationGroup => [{ kind: "toevoeging", wordt }]),
      { PND: { [NEW_PAND.identificatie]: "added" }, VBO: { [NEW_OBJECT.identificatie]: "added" } },
    ],
    ["an object that is gone", [remove(vbo(2))], { VBO: { [vbo(2).identificatie]: "removed" } }],
    ["another floor area", [correct(vbo(2), { oppervlakte: 7 })], { VBO: changed(vbo(2).identificatie) }],
    [
      "another status of an object",
      [correct(vbo(2), { status: "Verbouwing verblijfsobject" })],
      { VBO: changed(vbo(2).identificatie) },
    ],
    [
      "another position",
      [correct(vbo(2), { geometrie: { x: 120_105, y: 480_106 } })],
      { VBO: changed(vbo(2).identificatie) },
    ],
    // The object is not in the delivery, and its row does not change.
    ["a nevenadres that is gone", [remove(objectOf(num(5)))], { VBO: changed(vbo(1).identificatie) }],
    // The object still names the number, although it is no longer an address.
    ["a main address that is gone", [remove(objectOf(num(2)))], {}],
    ["a withdrawn nevenadres that is no longer named", [correct(vbo(1), { nevenadressen: [num(5)] })], {}],
    ["another house number", [correct(objectOf(num(1)), { huisnummer: 2 })], {}],
    ["another name of a woonplaats", [correct(objectOf("9001"), { naam: "Westdorp" })], {}],
  ])("%s", async (_, groups, expected) => {
    const since = await applyTo({ groups });
    const [VBO, PND] = (["VBO", "PND"] as const).map((kind) => tellChanges(dataDir, since, kind).changes);
    expect({ VBO, PND }).toEqual({ VBO: {}, PND: {}, ...expected });
  });
});
