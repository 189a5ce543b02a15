/** Tests the choice of columns of a table with as many columns as a file may have. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cellText } from "../../../src/batch/cells/address-cells.ts";
import { profileColumns } from "../../../src/batch/columns/column-profile.ts";
import { createRowGeocoder } from "../../../src/batch/geocode-row.ts";
import { openInput } from "../../../src/batch/run/open-input.ts";
import type { Cell, Row } from "../../../src/tables/table.ts";
import { type Adres, readWeesp, type Weesp } from "../../support/countries/weesp-in-memory.ts";

const COLUMNS = 1_000;
const ROWS = 2_000;
/** Columns of the address, among the decoys. */
const OWN: Readonly<Record<number, readonly [name: string, cell: (adres: Adres) => string]>> = {
  500: ["Postcode", ({ postcode }) => postcode ?? ""],
  501: ["Huisnummer", ({ huisnummer }) => `${huisnummer}`],
  502: ["Toevoeging", (adres) => (adres.huisletter ?? "") + (adres.huisnummertoevoeging ?? "")],
};
/** Values of decoy columns: of other addresses, or values that look like a part of an address. */
const DECOYS: readonly ((other: Adres, row: number) => string)[] = [
  ({ huisnummer }) => `${huisnummer}`,
  ({ huisletter }) => huisletter ?? "",
  ({ straatnaam }) => straatnaam,
  ({ woonplaats_naam }) => woonplaats_naam,
  (_, row) => `${row + 1}`,
  (_, row) => "ABCD"[row % 4]!,
  (_, row) => `${(row * 37) % 900},50`,
  (_, row) => `${1900 + (row % 120)}`,
  () => "",
];

let weesp: Weesp;
beforeAll(async () => {
  weesp = await readWeesp();
}, 120_000);
afterAll(() => weesp.close());

const columns = Array.from({ length: COLUMNS }, (_, i) => OWN[i]?.[0] ?? `veld ${i}`);

/** Returns the address of a row. The rows are spread over all addresses with a postcode. */
function addressOf(row: number): Adres {
  const listed = weesp.adressen.filter(({ postcode }) => postcode !== null);
  return listed[Math.floor((row * listed.length) / ROWS)]!;
}

function makeRow(own: Adres, row: number): string[] {
  const { adressen } = weesp;
  return columns.map((_, column) => {
    const other = adressen[(row * 131 + column * 977) % adressen.length]!;
    return OWN[column]?.[1](own) ?? DECOYS[column % DECOYS.length]!(other, row);
  });
}

test("the address is found among 997 other columns, and no row is wrongly exact", async () => {
  const own = Array.from({ length: ROWS }, (_, row) => addressOf(row));
  const lines = [columns, ...own.map(makeRow)].map((cells) => cells.map((cell) => `"${cell}"`).join(";"));
  const file = { name: "upload", bytes: Buffer.from(lines.join("\n")) };
  const { source, plan } = await openInput(file, {}, weesp);
  expect(plan.uses.map(({ role, name }) => `${role}=${name}`).slice(0, 2)).toEqual([
    "postcode=Postcode",
    "number=Huisnummer",
  ]);
  expect(plan.uses.map(({ name }) => name)).toContain("Toevoeging");
  const geocode = createRowGeocoder(weesp.snapshot, plan);
  const [exact, wrong]: [string[], string[]] = [[], []];
  const keyOf = (adres: Adres) => adres.full_address;
  let row = 0;
  for await (const batch of source.batches()) {
    for (const cells of batch.rows) {
      const { match, adres } = geocode(cells);
      const expected = own[row]!;
      expect(cellText(cells[500]!)).toBe(expected.postcode!);
      if (match === "exact") {
        exact.push(`${row}`);
        wrong.push(...(keyOf(adres!) === keyOf(expected) ? [] : [`${row}: ${keyOf(adres!)}`]));
      }
      row++;
    }
  }
  await source.close();
  expect(wrong).toEqual([]);
  expect(exact.length).toBeGreaterThan(0.97 * ROWS);
}, 60_000);

test("other work of the thread has its turn before each column", async () => {
  let [read, mostRead] = [0, 0];
  const counting = (cells: Row) =>
    new Proxy(cells, {
      get(target, key) {
        read += typeof key === "string" && /^\d+$/.test(key) ? 1 : 0;
        return Reflect.get(target, key) as Cell;
      },
    });
  const rows = Array.from({ length: 60 }, (_, row) => counting(makeRow(addressOf(row), row)));
  const pause = async () => {
    mostRead = Math.max(mostRead, read);
    read = 0;
  };
  const profiled = await profileColumns({ columns, hasHeader: true }, { ...weesp, rows, pause });
  await pause();
  expect(profiled).toHaveLength(COLUMNS);
  expect(mostRead).toBe(rows.length);
});
