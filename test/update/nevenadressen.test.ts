/** Tests that nevenadressen of a residence are existing addresses: in Weesp, and in updates of the small country. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { silentProgress } from "../../src/import/progress.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { findVerblijfsobject, readVerblijfsobjecten } from "../../src/registry/read/verblijfsobjecten.ts";
import type { BagObject } from "../../tools/country/official-format/objects.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { NATIONAL } from "../support/countries/small-country.ts";
import { voorkomen } from "../support/extracts/bag-objects.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";

const { folder, dataDir } = await importSmallCountry();
const weesp = await makeWeespFolder();
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(weesp, { recursive: true });
});

function reading<T>(dir: string, read: (s: Snapshot) => T): T {
  const registry = openRegistry(dir);
  try {
    return read(registry.current()!);
  } finally {
    registry.close();
  }
}

function nevenadressenOf(dir: string, id: string) {
  return reading(dir, (s) => ({
    record: findVerblijfsobject(s, id)!.nevenadres_nummeraanduiding_ids,
    layer: s.db
      .query<{ ids: string | null }, [string]>(
        "SELECT nevenadres_nummeraanduiding_ids AS ids FROM residence WHERE identificatie = ?",
      )
      .get(id)!
      .ids?.split("|"),
  }));
}

test("of Weesp's five, the withdrawn one is left out: of a record, an export and the layer for analysts", () => {
  const [withdrawn, sound] = ["0457010000062387", "0457010000005191"].map((id) => nevenadressenOf(weesp, id));
  expect(withdrawn).toEqual({ record: [], layer: undefined });
  expect(sound!.record).toHaveLength(2);
  expect(sound!.layer).toEqual(sound!.record);
  const exported = reading(weesp, (s) =>
    [...readVerblijfsobjecten(s, { filter: {}, region: undefined })]
      .flat()
      .flatMap((record) => record.nevenadres_nummeraanduiding_ids),
  );
  expect(exported).toHaveLength(4);
  expect(exported).toEqual(expect.arrayContaining(sound!.record));
  expect(exported).not.toContain("0457200000522576");
});

const num = (n: number) => `09012000000000${String(n).padStart(2, "0")}`;
const VBO_1 = "0901010000000001";
const DAYS = ["2024-03-08", "2024-03-09", "2024-03-10", "2024-03-11"];

/** Applies the next day's delivery: a nummeraanduiding is given another status, its object does not change. */
async function changeStatus(
  day: number,
  was: BagObject,
  status: "uitgegeven" | "ingetrokken",
): Promise<BagObject> {
  const [from, to] = [DAYS[day]!, DAYS[day + 1]!];
  const number = was.voorkomen.voorkomenidentificatie;
  const ended = { ...was, voorkomen: { ...was.voorkomen, eindGeldigheid: to } } as BagObject;
  const next = { ...was, status: `Naamgeving ${status}`, voorkomen: voorkomen(number + 1, to) } as BagObject;
  const groups = [
    [
      { kind: "wijziging" as const, was, wordt: ended },
      { kind: "toevoeging" as const, wordt: next },
    ],
  ];
  const file = writeDeliveryTo(`${folder}/${to}.zip`, { from, to, relaties: NATIONAL.relaties, groups });
  await runUpdate({ dataDir, files: [file] }, silentProgress);
  return next;
}

test("updates keep it true when a number is withdrawn, and issued again, while its object does not change", async () => {
  const objectOf = (id: string) => NATIONAL.objects.find(({ identificatie }) => identificatie === id)!;
  const listed = () => nevenadressenOf(dataDir, VBO_1);
  // The residence names numbers 5 and 9; 9 is withdrawn.
  expect(listed()).toEqual({ record: [num(5)], layer: [num(5)] });
  await changeStatus(0, objectOf(num(9)), "uitgegeven");
  expect(listed()).toEqual({ record: [num(5), num(9)], layer: [num(5), num(9)] });
  const withdrawn = await changeStatus(1, objectOf(num(5)), "ingetrokken");
  expect(listed()).toEqual({ record: [num(9)], layer: [num(9)] });
  await changeStatus(2, withdrawn, "uitgegeven");
  expect(listed()).toEqual({ record: [num(5), num(9)], layer: [num(5), num(9)] });
});
