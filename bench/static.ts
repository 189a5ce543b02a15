/**
 * Measures files for static hosts: time, memory and sizes of `./baken static`, and the costs of a visitor who
 * completes one address with an empty cache: requests, and bytes with gzip, for all keystrokes together.
 *
 *   node_modules/.bin/bun bench/static.ts --data DIR [--folder DIR] [--draws 2000] [--typed 200]
 *
 * `--folder` names files of this registry that are there already; without it they are written, and removed at the end.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createStaticClient, type StaticClient } from "../src/http/client/static/static-client.ts";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import type { AdresRecord } from "../src/registry/read/records.ts";
import { drawAdressen } from "./run/drawn-adressen.ts";
import { print, quantile } from "./shared/figures.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "./data" },
    folder: { type: "string" },
    draws: { type: "string", default: "2000" },
    typed: { type: "string", default: "200" },
  },
});
const registry = openRegistry(values.data);
const snapshot = registry.current()!;
const out = values.folder ?? mkdtempSync(join(tmpdir(), "baken-bench-static-"));

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

/** Opens a client with an empty cache that records the files it reads. */
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

interface Cost {
  readonly requests: number;
  readonly bytes: number;
}

function costOf({ paths }: Visit): Cost {
  return { requests: paths.length, bytes: paths.reduce((sum, path) => sum + gzipBytes(path), 0) };
}

function tellCosts(name: string, costs: readonly Cost[]): void {
  const shares = (part: keyof Cost) =>
    [0.5, 0.99, 1].map((share) =>
      quantile(
        costs.map((cost) => cost[part]),
        share,
      ).toLocaleString("en"),
    );
  const [requests, bytes] = [shares("requests"), shares("bytes")].map((figures) => figures.join(" / "));
  print(`${name}: requests p50/p99/max ${requests}, bytes ${bytes}`);
}

/** Returns the costs of a visitor for each address; `act` does what the visitor does. */
async function costsOf(
  count: string,
  act: (client: StaticClient, address: AdresRecord) => Promise<unknown>,
): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const address of drawAdressen(snapshot, Number(count))) {
    const cold = visit();
    await act(cold.client, address);
    costs.push(costOf(cold));
  }
  return costs;
}

async function typeLetters(client: StaticClient, text: string): Promise<void> {
  for (let length = 2; length <= text.length; length++) {
    await client.autocomplete(text.slice(0, length));
  }
}

tellSizes();
print("");
tellCosts(
  "postcode and number",
  await costsOf(values.draws, (client, { postcode, huisnummer }) =>
    client.lookup({ postcode: postcode!, number: huisnummer }),
  ),
);
tellCosts(
  "street, number and place, letter by letter",
  await costsOf(values.typed, (client, { straatnaam, huisnummer, woonplaats_naam }) =>
    typeLetters(client, `${straatnaam} ${huisnummer}, ${woonplaats_naam}`),
  ),
);
tellCosts(
  "street, then its place, then the number",
  await costsOf(values.typed, async (client, { straatnaam, huisnummer, woonplaats_naam }) => {
    await typeLetters(client, straatnaam);
    await client.autocomplete(`${straatnaam} ${woonplaats_naam}`);
    await client.autocomplete(`${straatnaam} ${huisnummer}, ${woonplaats_naam}`);
  }),
);
registry.close();
if (values.folder === undefined) {
  rmSync(out, { recursive: true });
}
