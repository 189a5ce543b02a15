/**
 * Tests spreadsheets and GeoPackages of the page for files: the command writes equal files from the same columns. Also
 * tests a file for which the user must choose the columns.
 */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBaken } from "../support/processes/baken-process.ts";
import { openFilesServer } from "../support/servers/files-page.ts";

const served = await openFilesServer();
beforeAll(() => served.startWork());
afterAll(() => served.close());

/** Exact, one of several, not found, empty, another country, letters, and cells that a spreadsheet would misread. */
const CSV = `klant;postcode;huisnummer;land;sinds
=1+1;1382KT;5;NL;2020-01-02
007;1382KT;12;NL;
"de ""Vries"";één";1382KT;999;NL;1-3
;;;;
x;1382KT;5a;NL;1e5
y;1382KT;5;BE;
`;

/** Returns the rows of all tables of a GeoPackage, without the time at which it was written. */
function rowsOfGeoPackage(path: string, bytes: Buffer): Record<string, unknown[]> {
  writeFileSync(path, bytes);
  const db = new Database(path, { readonly: true });
  const names = db.query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const tables = names.map(({ name }) => {
    const rows = db.query<Record<string, unknown>, []>(`SELECT * FROM "${name}" ORDER BY rowid`).all();
    return [name, rows.map(({ last_change: _, ...row }) => row)] as const;
  });
  db.close();
  expect(tables.length).toBeGreaterThan(5);
  return Object.fromEntries(tables);
}

const own = served.tab();
const columns = "postcode=postcode,number=huisnummer,country=land";
async function ofCommand(format: string): Promise<Buffer> {
  const input = join(served.dataDir, "rows.csv");
  writeFileSync(input, CSV);
  const out = join(served.dataDir, `geocoded.${format}`);
  const words = ["geocode", input, "--out", out, "--columns", columns, "--data", served.dataDir];
  const { exitCode, stderr } = await runBaken(words);
  expect(exitCode, stderr).toBe(0);
  return readFileSync(out);
}

test("an xlsx file is that of the command, byte for byte", async () => {
  await own.send(CSV);
  const uses = [
    { role: "postcode", index: 1 },
    { role: "number", index: 2 },
    { role: "country", index: 3 },
  ];
  expect((await own.post("/files/session/columns", { uses })).status).toBe(200);
  await own.start();
  expect((await own.finish()).phase).toBe("review");
  expect((await own.download({ format: "xlsx" })).equals(await ofCommand("xlsx"))).toBe(true);
});

test("a GeoPackage has the same rows in all of its tables: only the time at which it was written differs", async () => {
  const ofPage = await own.download({ format: "gpkg" });
  const [page, command] = [ofPage, await ofCommand("gpkg")].map((bytes, i) =>
    rowsOfGeoPackage(join(served.dataDir, `${i}.gpkg`), bytes),
  );
  expect(page).toEqual(command!);
});

test("a file in which nothing is recognised shows its columns, and starts when a person has chosen some", async () => {
  const odd = served.tab();
  const sent = await odd.send("waar;welk;dorp\nKeurstraet;5;Weesp\nKeurstrat;999;Weesp\n");
  const { phase, exact_share, columns, first_rows } = sent.body.data;
  expect([sent.status, phase, exact_share]).toEqual([201, "preview", null]);
  expect(columns.map(({ role, unused }: Record<string, unknown>) => [role, unused])).toEqual(
    Array.from({ length: 3 }, () => [null, "not_recognised"]),
  );
  expect(first_rows[0]).toEqual(["Keurstraet", "5", "Weesp"]);
  const early = await odd.start();
  expect([early.status, early.body.reason]).toEqual([422, "no_addresses"]);
  expect(early.body.errors.uses[0]).toContain("postcode and number");
  const uses = ["street", "number", "place"].map((role, index) => ({ role, index }));
  expect((await odd.post("/files/session/columns", { uses })).body.data.exact_share).toBe(0);
  expect((await odd.start()).status).toBe(200);
  expect((await odd.finish()).by_match).toMatchObject({ corrected: 1, none: 1 });
  await odd.end();
});
