/**
 * Measures the latency of lookups while another client sends the most expensive requests without a pause: a box
 * across the whole country, 20 km around the densest city, a filter of one letter. A server of two threads in a
 * process of its own; lookups on four connections, at rest and during each of the expensive requests, in the same
 * run.
 *
 *   node_modules/.bin/bun bench/latency-under-load.ts --data DIR [--seconds 3]
 *
 * Prints milliseconds over sockets, client and server on the same cores; asserts nothing.
 */
import { parseArgs } from "node:util";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { startBaken } from "./run/servers.ts";
import { makeBenchFolder } from "./shared/bench-app.ts";
import { openPlaces } from "./shared/places.ts";

const { values } = parseArgs({
  options: { data: { type: "string" }, seconds: { type: "string", default: "3" } },
});
const data = values.data!;
const folder = makeBenchFolder(data);
const headers = { authorization: `Bearer ${folder.token}` };
const snapshot = openRegistry(data).current()!;
const places = openPlaces(snapshot);
const city = places.densestPlace;
const COUNTRY = "north=53.7&south=50.7&west=3.3&east=7.3";
const EXPENSIVE = {
  "nothing else": undefined,
  "1,000 addresses in the whole country": `/addresses/within-bbox?${COUNTRY}&limit=1000`,
  "500 buildings in the whole country": `/buildings/within-bbox?${COUNTRY}&limit=500`,
  "20 km in the densest city": `/addresses/nearby?lat=${city.latitude}&lng=${city.longitude}&radius_km=20&limit=100`,
  "streets with an a": "/streets?filter%5Bnaam%5D=a&per_page=100",
};

const server = await startBaken(folder.dataDir, 2);
const url = `http://127.0.0.1:${server.port}/api/v1`;
process.stdout.write(`${"lookups during".padEnd(40)}     p50     p99     max\n`);
for (const [name, expensive] of Object.entries(EXPENSIVE)) {
  const times = (await Promise.all(measureLookupsBeside(expensive))).flat().sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))]!.toFixed(2).padStart(8);
  process.stdout.write(`${name.padEnd(40)}${at(0.5)}${at(0.99)}${at(1)}\n`);
}
await server.stop();
snapshot.close();
folder.remove();

function measureLookupsBeside(expensive: string | undefined): Promise<number[]>[] {
  const endMs = performance.now() + Number(values.seconds) * 1000;
  const others = expensive === undefined ? [] : [requestUntil(endMs, () => expensive)];
  const lookups = Array.from({ length: 4 }, () =>
    requestUntil(endMs, () => `/postcodes/${places.somePlace().postcode}/range`),
  );
  return [...lookups, ...others.map((other) => other.then(() => []))];
}

/** Sends one request after the other; returns the milliseconds of each. */
async function requestUntil(endMs: number, path: () => string): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < endMs) {
    const request = `${url}${path()}`;
    const startedMs = performance.now();
    const response = await fetch(request, { headers });
    await response.arrayBuffer();
    if (!response.ok) {
      throw new Error(`${request}: ${response.status}`);
    }
    times.push(performance.now() - startedMs);
  }
  return times;
}
