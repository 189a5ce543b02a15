import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRegistryFixture } from "../../test/support/registries/registry-fixture.ts";
import { openSnapshot } from "../registry/file/snapshot.ts";
import { countryAtEnd } from "./elsewhere.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-country-at-end-"));
const snapshot = openSnapshot(
  writeRegistryFixture(join(folder, "registry.gpkg"), (db) => {
    db.run("UPDATE openbare_ruimte SET naam = 'Klein Frankrijk' WHERE naam = 'Pampuslaan'");
    db.run("UPDATE woonplaats SET naam = 'Polen' WHERE naam = 'Amsterdam'");
  }),
);
afterAll(() => {
  snapshot.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["Rue de la Loi 16, 1000 Bruxelles, België", "België"],
  ["Kerkstraat 5, 1000 Brussel, belgium.", "belgium."],
  ["Hauptstrasse 5, 50667 Köln, DEUTSCHLAND", "DEUTSCHLAND"],
  ["Hauptstrasse 5 50667 Köln Deutschland", "Deutschland"],
  ["10 Downing Street, London, United Kingdom", "United Kingdom"],
  ["Rue de Rivoli 5, Paris, Frankrijk", "Frankrijk"],
  ["Calle Mayor 4; Madrid; Spanje;", "Spanje"],
])("%s is in another country", (line, country) => {
  expect(countryAtEnd(snapshot, line)).toBe(country);
});

test.each([
  "Keurstraat 5, 1382KT Weesp, Nederland",
  "Belgiëlaan 5, Weesp",
  "Duitslandstraat",
  "12, Frankrijk",
  "12 Klein Frankrijk",
  "1382KT, 12, Frankrijk",
  "Dorpsstraat 5, Polen",
  "Dorpsstraat 5 Polen",
  "Keurstraat 5 bel",
  "Keurstraat 5, 1382, BE",
  "Weesp",
  "",
])("%p is not", (line) => {
  expect(countryAtEnd(snapshot, line)).toBeUndefined();
});
