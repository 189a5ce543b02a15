/** Tests how several changes of an address are reported as one, over a chain of updates of the small country. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import type { DeliveredMutation } from "../../tools/country/official-format/mutation-delivery.ts";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { NATIONAL } from "../support/countries/small-country.ts";
import { nummeraanduiding, verblijfsobject, voorkomen } from "../support/extracts/bag-objects.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { tellChanges } from "../support/registries/tell-changes.ts";
import { plusDays } from "../support/update-oracle/days.ts";

/**
 * States of an address day by day: `-` does not exist, `a` and `b` are two different records. Then the change reported
 * on the last day since each earlier day, typed by hand.
 */
const HISTORIES: readonly (readonly [states: string, told: string])[] = [
  ["-aaaa", "added  none    none    none"],
  ["-abbb", "added  changed none    none"],
  ["-ab--", "none   removed removed none"],
  ["-ab-a", "added  changed changed added"],
  ["-a-a-", "none   removed none    removed"],
  ["a-bbb", "changed added  none    none"],
  ["a---a", "changed added  added   added"],
  ["ab---", "removed removed none   none"],
  ["ab-b-", "removed removed none   removed"],
  ["aaaba", "changed changed changed changed"],
  ["aaaaa", "none   none    none    none"],
];
const DAYS = 5;
const FIRST_DAY = "2024-03-09";

const { folder, dataDir } = await importSmallCountry();
afterAll(() => rmSync(folder, { recursive: true }));

const idOf = (i: number) => `09012000000000${50 + i}`;
const numberOf = (i: number) =>
  nummeraanduiding({ identificatie: idOf(i), huisnummer: 50 + i, ligtAan: "0901300000000001" });

/** Makes the object that gives number i its address. Records `a` and `b` differ in the floor area. */
function objectOf(i: number, state: string) {
  return verblijfsobject({
    identificatie: `09010100000000${50 + i}`,
    hoofdadres: idOf(i),
    panden: ["0901100000000001"],
    geometrie: { x: 120_105, y: 480_105 },
    oppervlakte: state === "a" ? 50 : 60,
    voorkomen: voorkomen(1, "2024-03-01"),
  });
}

function mutationOf(i: number, was: string, is: string): DeliveredMutation[] {
  if (was === is) {
    return [];
  }
  if (was === "-") {
    return [{ kind: "toevoeging", wordt: objectOf(i, is) }];
  }
  const before = objectOf(i, was);
  return is === "-"
    ? [{ kind: "verwijdering", was: before }]
    : [{ kind: "wijziging", was: before, wordt: objectOf(i, is) }];
}

const versions: string[] = [];

beforeAll(async () => {
  for (let day = 0; day < DAYS; day++) {
    const numbers = HISTORIES.map((_, i): DeliveredMutation => ({ kind: "toevoeging", wordt: numberOf(i) }));
    const objects = HISTORIES.flatMap(([states], i) =>
      mutationOf(i, day === 0 ? "-" : states[day - 1]!, states[day]!),
    );
    const file = writeDeliveryTo(join(folder, `day-${day}.zip`), {
      from: plusDays(FIRST_DAY, day - 1),
      to: plusDays(FIRST_DAY, day),
      relaties: NATIONAL.relaties,
      groups: [...(day === 0 ? numbers : []), ...objects].map((mutation) => [mutation]),
    });
    await runUpdate({ dataDir, files: [file] }, silentProgress);
    versions.push(tellChanges(dataDir).version);
  }
});

test.each(HISTORIES.map(([states, told], i) => [states, told, idOf(i)]))(
  "%s is told as %s",
  (_, told, id) => {
    const since = versions.slice(0, -1).map((version) => tellChanges(dataDir, version).changes[id] ?? "none");
    expect(since).toEqual(told.split(/ +/));
  },
);

test("dates stand for the registries of these days, and the served version has no changes", () => {
  versions.forEach((version, day) => {
    const { changes } = tellChanges(dataDir, version);
    expect(tellChanges(dataDir, plusDays(FIRST_DAY, day)).changes).toEqual(changes);
  });
  expect(tellChanges(dataDir, versions.at(-1)).changes).toEqual({});
  expect(tellChanges(dataDir, "2999-12-31").changes).toEqual({});
});
