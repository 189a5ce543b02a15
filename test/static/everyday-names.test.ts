/** Tests that static files find woonplaatsen by their everyday names, alone and after a street. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createStaticClient, type StaticClient } from "../../src/http/client/static/static-client.ts";
import { openSnapshot, type Snapshot } from "../../src/registry/file/snapshot.ts";
import { nameKey } from "../../src/registry/schema/name-key.ts";
import { listEverydayNames } from "../../src/static/everyday-names.ts";
import { newTestFolder, writeRegistryFixture } from "../support/registries/registry-fixture.ts";
import { writeStaticFolder } from "../support/servers/static-folder.ts";

let snapshot: Snapshot;
let folder: string;
let client: StaticClient;

beforeAll(() => {
  const name = "'s-Gravenhage";
  const path = writeRegistryFixture(join(newTestFolder(), "registry-2021-10-15.gpkg"), (db) => {
    db.query("UPDATE woonplaats SET naam = ?, name_key = ? WHERE naam = 'Amsterdam'").run(
      name,
      nameKey(name),
    );
  });
  snapshot = openSnapshot(path);
  folder = writeStaticFolder(snapshot);
  client = createStaticClient({
    baseUrl: "",
    fetch: async (url) => new Response(Bun.file(join(folder, url))),
  });
});
afterAll(() => {
  snapshot.close();
  rmSync(folder, { recursive: true });
});

const labels = async (text: string) => (await client.autocomplete(text)).map(({ label }) => label);

test("a place is found by any word of its everyday names, and shown with its registered one", async () => {
  for (const begun of ["den h", "Den Haag", "haag", "The Hague", "scheveningen", "'s-gravenh"]) {
    expect([begun, await labels(begun)]).toEqual([begun, expect.arrayContaining(["'s-Gravenhage"])]);
  }
});

test("an everyday name behind a street, or its number, is that of the place", async () => {
  expect((await labels("achtergracht")).sort()).toEqual([
    "Achtergracht, 's-Gravenhage",
    "Achtergracht, Weesp",
  ]);
  for (const line of ["achtergracht den haag", "achtergracht den h", "Achtergracht Scheveningen"]) {
    expect([line, await labels(line)]).toEqual([line, ["Achtergracht, 's-Gravenhage"]]);
  }
  for (const line of [
    "Achtergracht 1, Den Haag",
    "achtergracht 1 den haag",
    "achtergracht 1, 's-gravenhage",
  ]) {
    const found = await client.autocomplete(line);
    expect([line, found]).toEqual([line, [expect.objectContaining({ kind: "address", exact: true })]]);
    expect(found[0]!.label).toBe("Achtergracht 1, 1382KT 's-Gravenhage");
  }
  expect(await labels("achtergracht 1, den bosch")).toEqual([]);
});

test("no everyday name takes the place of a registered one", () => {
  expect(listEverydayNames(["Den Burg", "Bears"])).toEqual([
    ["beers", "bears"],
    ["texel", "den burg"],
  ]);
  expect(listEverydayNames(["Bears", "Beers"])).toEqual([]);
});
