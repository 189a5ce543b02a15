/**
 * Measures files for static hosts: time, memory and sizes of `./baken static`, and what the addresses that one visitor
 * completes cost from cold: requests, and bytes with gzip, every keystroke counted. Drawn addresses are compared with the
 * registry; a difference is printed, and the bench ends with 1.
 *
 *   node_modules/.bin/bun bench/static.ts --data DIR [--folder DIR] [--draws 2000] [--compared 50000] [--typed 200]
 *
 * `--folder` names files of this registry that are there already; without it they are written, and removed at the end.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createStaticClient, type StaticClient } from "../src/http/client/static/static-client.ts";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { ADRES_COLUMNS, type AdresRow, toAdresRecord } from "../src/registry/read/adres-record.ts";
import { lookupAdres } from "../src/registry/read/adressen.ts";
import type { AdresRecord } from "../src/registry/read/records.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "./data" },
    folder: { type: "string" },
    draws: { type: "string", default: "2000" },
    compared: { type: "string", default: "50000" },
    typed: { type: "string", default: "200" },
  },
});
const registry = openRegistry(values.data);
const snapshot = registry.current()!;
const out = values.folder ?? mkdtempSync(join(tmpdir(), "baken-bench-static-"));

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes the folder as users do, in a process of its own. */
function write(): void {
  const startMs = performance.now();
  const { exitCode, resourceUsage, stderr } = Bun.spawnSync([
    join(import.meta.dir, "../baken"),
    ...["static", "--data", values.data, "--out", out],
  ]);
  if (exitCode !== 0) {
    throw new Error(stderr.toString());
  }
  const seconds = (performance.now() - startMs) / 1000;
  print(`written in ${seconds.toFixed(1)} s, ${Math.round(resourceUsage.maxRSS / 1e6)} MB of memory at most`);
}

const { folder } = (() => {
  if (values.folder === undefined) {
    write();
  }
  return JSON.parse(readFileSync(join(out, "latest.json"), "utf8"));
})();
const gzipped = new Map<string, number>();

function gzipBytes(path: string): number {
  const known = gzipped.get(path) ?? Bun.gzipSync(readFileSync(join(out, path)), { level: 6 }).length;
  gzipped.set(path, known);
  return known;
}

/** Prints files and bytes of each kind of file. */
function tellSizes(): void {
  const paths = readdirSync(join(out, folder), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".json"),
  );
  const kinds = Map.groupBy(paths, (path) => path.replace(/\/?[^/]*$/, "") || "(folder)");
  print("\nkind            files       bytes     gzipped  largest gzipped");
  for (const [kind, ofKind] of [...kinds].sort()) {
    const sizes = ofKind.map((path) => gzipBytes(join(folder, path)));
    const bytes = ofKind.reduce((sum, path) => sum + statSync(join(out, folder, path)).size, 0);
    const columns = [ofKind.length, bytes, sizes.reduce((a, b) => a + b, 0), Math.max(...sizes)];
    print(kind.padEnd(12) + columns.map((column) => column.toLocaleString("en").padStart(12)).join(""));
  }
  const total = paths.reduce((sum, path) => sum + gzipBytes(join(folder, path)), 0);
  const { adressen } = snapshot.meta.counts;
  print(
    `${paths.length} files, ${total.toLocaleString("en")} bytes gzipped, ${(total / adressen).toFixed(2)} an address`,
  );
}

interface Visit {
  readonly client: StaticClient;
  readonly paths: string[];
}

/** Opens a client without memory that notes the files it reads. */
function visit(): Visit {
  const paths: string[] = [];
  const client = createStaticClient({
    baseUrl: "",
    retries: 0,
    fetch: async (url) => {
      const path = url.slice(1);
      const file = Bun.file(join(out, path));
      if (!(await file.exists())) {
        return new Response(null, { status: 404 });
      }
      paths.push(path);
      return new Response(file);
    },
  });
  return { client, paths };
}

const ANY = `SELECT ${ADRES_COLUMNS} FROM adres WHERE fid >= ? ORDER BY fid LIMIT 1`;

/** Draws addresses with a postcode by rank, evenly spread. */
function drawAddresses(count: number): AdresRecord[] {
  const ids = snapshot.db
    .query<{ fid: number }, []>("SELECT fid FROM adres WHERE postcode IS NOT NULL ORDER BY fid")
    .all();
  const step = Math.max(1, ids.length / count);
  return Array.from({ length: Math.min(count, ids.length) }, (_, i) => {
    const row = snapshot.statement<AdresRow>(ANY).get(ids[Math.floor(i * step)]!.fid)!;
    return toAdresRecord(snapshot, row);
  });
}

/** Returns the number of addresses that the client does not find as the registry does. */
async function compare(addresses: readonly AdresRecord[]): Promise<number> {
  const { client } = visit();
  let differences = 0;
  for (const record of addresses) {
    const { postcode, huisnummer, huisletter, huisnummertoevoeging } = record;
    const found = lookupAdres(snapshot, { ...record, postcode: postcode! });
    const plain = lookupAdres(snapshot, { postcode: postcode!, huisnummer });
    const letter = huisletter ?? undefined;
    const addition = huisnummertoevoeging ?? undefined;
    const mine = await client.lookup({ postcode: postcode!, number: huisnummer, letter, addition });
    const ofNumber = await client.lookup({ postcode: postcode!, number: huisnummer });
    const isSame =
      "adres" in found &&
      mine.address !== null &&
      Object.entries(mine.address).every(([name, value]) =>
        isSameValue(value, found.adres[name as keyof AdresRecord]),
      ) &&
      ("adres" in plain
        ? ofNumber.address?.nummeraanduiding_id === plain.adres.nummeraanduiding_id
        : ofNumber.candidates.map(idOf).join() === plain.candidates.map(idOf).join());
    if (!isSame) {
      differences++;
      print(`differs: ${record.full_address}`);
    }
  }
  return differences;
}

function idOf({ nummeraanduiding_id }: { readonly nummeraanduiding_id: string }): string {
  return nummeraanduiding_id;
}

/** Coordinates are rounded to 0.00001 degrees. */
function isSameValue(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number" ? Math.abs(a - b) < 0.000_005_1 : a === b;
}

interface Cost {
  readonly requests: number;
  readonly bytes: number;
}

function costOf({ paths }: Visit): Cost {
  return { requests: paths.length, bytes: paths.reduce((sum, path) => sum + gzipBytes(path), 0) };
}

function tellCosts(name: string, costs: readonly Cost[]): void {
  const at = (part: keyof Cost, share: number) => {
    const sorted = costs.map((cost) => cost[part]).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toLocaleString("en");
  };
  const shares = [0.5, 0.99, 1];
  print(
    `${name}: requests p50/p99/max ${shares.map((share) => at("requests", share)).join(" / ")}, ` +
      `bytes ${shares.map((share) => at("bytes", share)).join(" / ")}`,
  );
}

/** Types street, number and place letter by letter; returns whether the address was suggested. */
async function type(
  { client }: Visit,
  { straatnaam, huisnummer, woonplaats_naam, nummeraanduiding_id }: AdresRecord,
) {
  const line = `${straatnaam} ${huisnummer}, ${woonplaats_naam}`;
  for (let length = 2; length < line.length; length++) {
    await client.autocomplete(line.slice(0, length));
  }
  const suggestions = await client.autocomplete(line, { limit: 1_000 });
  return suggestions.some((each) => each.kind === "address" && idOf(each.address) === nummeraanduiding_id);
}

async function measureTyping(addresses: readonly AdresRecord[]): Promise<void> {
  const whole: Cost[] = [];
  const chosen: Cost[] = [];
  let missed = 0;
  for (const record of addresses) {
    const typed = visit();
    if (!(await type(typed, record))) {
      missed++;
      print(`not suggested: ${record.full_address}`);
    }
    whole.push(costOf(typed));
    const choosing = visit();
    const { straatnaam, woonplaats_naam, huisnummer } = record;
    for (let length = 2; length <= straatnaam.length; length++) {
      await choosing.client.autocomplete(straatnaam.slice(0, length));
    }
    await choosing.client.autocomplete(`${straatnaam} ${woonplaats_naam}`);
    await choosing.client.autocomplete(`${straatnaam} ${huisnummer}, ${woonplaats_naam}`);
    chosen.push(costOf(choosing));
  }
  tellCosts("street, number and place, letter by letter", whole);
  tellCosts("street, then its place, then the number", chosen);
  print(`${missed} of ${addresses.length} typed addresses were not suggested`);
}

tellSizes();
const postcodes: Cost[] = [];
for (const { postcode, huisnummer } of drawAddresses(Number(values.draws))) {
  const cold = visit();
  await cold.client.lookup({ postcode: postcode!, number: huisnummer });
  postcodes.push(costOf(cold));
}
print("");
tellCosts("postcode and number", postcodes);
await measureTyping(drawAddresses(Number(values.typed)));
const compared = drawAddresses(Number(values.compared));
const differences = await compare(compared);
print(`${compared.length} addresses compared with the registry, ${differences} differ`);
registry.close();
if (values.folder === undefined) {
  rmSync(out, { recursive: true });
}
process.exitCode = differences === 0 ? 0 : 1;
