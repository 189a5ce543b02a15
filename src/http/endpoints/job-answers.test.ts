import { expect, test } from "bun:test";
import type { AdresFilter } from "../../registry/read/adres-filter.ts";
import { downloadNameOf } from "./job-answers.ts";

const FILE = { name: "x.1.csv", sizeBytes: 1, version: "2021-10-15-0123456789ab" };

test.each<[AdresFilter, string]>([
  [{}, "addresses-2021-10-15.csv"],
  [{ gemeenteCode: "0457" }, "addresses-2021-10-15-gemeente-0457.csv"],
  [{ provincieNaam: "Noord-Holland" }, "addresses-2021-10-15-provincie-noord-holland.csv"],
  [{ type: "ligplaats", postcodegebied: "1382" }, "addresses-2021-10-15-postcode-1382-ligplaats.csv"],
  [
    { woonplaatsId: "3631", gemeenteCode: "0457", provincieNaam: "Friesland" },
    "addresses-2021-10-15-provincie-friesland-gemeente-0457-woonplaats-3631.csv",
  ],
  // Jobs of older versions may hold provincie names exactly as typed.
  [{ provincieNaam: 'Fryslân "; \r\n' }, "addresses-2021-10-15-provincie-fryslan-.csv"],
])("of %j is %s", (filter, name) => {
  expect(downloadNameOf({ kind: "export", request: { filter, format: "csv" } }, FILE)).toBe(name);
});

test("of a job of an older version, which has the name of a registry", () => {
  const file = { ...FILE, version: "registry-2021-10-15.2" };
  expect(downloadNameOf({ kind: "export", request: { filter: {}, format: "csv" } }, file)).toBe(
    "addresses-2021-10-15.csv",
  );
});

test("ends as its format says", () => {
  const request = { filter: {}, format: "json" } as const;
  expect(downloadNameOf({ kind: "export", request }, FILE)).toBe("addresses-2021-10-15.json");
});

test("of a user's file tells nothing of the file", () => {
  const request = { options: {}, format: "xlsx", inputBytes: 1 } as const;
  expect(downloadNameOf({ kind: "geocode", request }, FILE)).toBe("geocoded-2021-10-15.xlsx");
});
