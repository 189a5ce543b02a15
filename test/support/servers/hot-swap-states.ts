/** Makes registries that are served in turn while clients send requests, and the answers of each of them. */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../../src/app.ts";
import { writeExport } from "../../../src/exports/write-export.ts";
import { findSample } from "../../../src/http/sample.ts";
import { silentProgress } from "../../../src/import/progress.ts";
import { openImportFolder } from "../../../src/import/publish.ts";
import { runUpdate } from "../../../src/import/update/run-update.ts";
import { openRegistry } from "../../../src/registry/file/open-registry.ts";
import type { Snapshot } from "../../../src/registry/file/snapshot.ts";
import { generateDemo } from "../../../tools/country/generate-demo.ts";
import { importDemo } from "../countries/import-data-folders.ts";
import type { RawAnswer } from "./keep-alive-connection.ts";
import { issueKey } from "./serve-process.ts";

/** Fixed public address, so that links do not depend on the server that answers. */
export const PUBLIC_URL = "http://baken.example";

export interface TestRequest {
  readonly path: string;
  /** Body of a POST; without one the method is GET. */
  readonly body?: string;
}

/** Files of a country, and its registries before and after its mutations. */
export interface DemoCountry {
  readonly importArguments: readonly string[];
  readonly mutations: string;
  readonly imported: string;
  readonly updated: string;
}

/** Makes a country and its registries below `folder`. */
export async function makeCountry(folder: string, addresses: number, seed: number): Promise<DemoCountry> {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { recursive: true });
  const options = { addresses, seed, history: false, mutations: 200, out: join(folder, "demo.zip") };
  const { files } = await generateDemo(options);
  const { registry } = await importDemo(files, dataDir);
  const mutations = files.mutations!;
  const updated = await runUpdate({ dataDir, files: [mutations] }, silentProgress);
  return {
    importArguments: [files.extract, "--gemeenten", files.gemeenten, "--boundaries", `demo=${files.pc4}`],
    mutations,
    imported: join(dataDir, registry),
    updated: join(dataDir, updated.registry!),
  };
}

/** Publishes a copy of a registry as an import does; returns its version. */
export function publishCopy(dataDir: string, registry: string, referenceDate: string): string {
  const folder = openImportFolder(dataDir);
  copyFileSync(registry, folder.draft);
  const name = folder.publish(referenceDate);
  folder.close();
  return versionOf(name);
}

export function currentVersion(dataDir: string): string {
  return versionOf(readFileSync(join(dataDir, "current"), "utf8").trim());
}

function versionOf(file: string): string {
  return file.replace(/\.gpkg$/, "");
}

/** Answers of one registry to every request, and its export. */
export interface RegistryAnswers {
  readonly name: string;
  readonly answers: readonly string[];
  readonly csv: string;
}

/** Sends every request to a registry, without a server. */
export async function answersOf(
  name: string,
  registry: string,
  requests: readonly TestRequest[],
): Promise<RegistryAnswers> {
  const dataDir = join(registry, `../../${name}`);
  mkdirSync(dataDir);
  publishCopy(dataDir, registry, "2020-01-01");
  const authorization = `Bearer ${issueKey(dataDir, {})}`;
  const app = createApp({ dataDir, publicUrl: PUBLIC_URL });
  const answers: string[] = [];
  for (const { path, body } of requests) {
    const init = body === undefined ? {} : { method: "POST", body };
    const headers = { authorization, "content-type": "application/json" };
    const response = await app.fetch(new Request(`${PUBLIC_URL}${path}`, { ...init, headers }));
    answers.push(withoutRequestId({ status: response.status, body: await response.text() }));
  }
  const csv = await csvOf(app.registry.current()!);
  app.close();
  return { name, answers, csv };
}

/** Returns an answer without its request id, which differs between requests. */
export function withoutRequestId({ status, body }: Pick<RawAnswer, "status" | "body">): string {
  return `${status} ${body.replace(/"request_id":"[^"]*"/, "")}`;
}

async function csvOf(snapshot: Snapshot): Promise<string> {
  let csv = "";
  const write = async (bytes: Uint8Array) => {
    csv += Buffer.from(bytes).toString();
  };
  await writeExport(snapshot, { filter: {}, format: "csv" }, { write, makeScratchFolder: tmpdir });
  return csv;
}

/** Makes requests of every kind from the objects of a registry. */
export function makeTestRequests(dataDir: string): TestRequest[] {
  const registry = openRegistry(dataDir);
  const { adres, lettered, street, pand } = findSample(registry.current()!)!;
  const { postcode, woonplaats_id: city, gemeente_code: gemeente, provincie_naam: provincie } = adres;
  const point = `lat=${adres.latitude}&lng=${adres.longitude}`;
  const words = encodeURIComponent(`${adres.straatnaam} ${adres.huisnummer} ${adres.woonplaats_naam}`);
  const letters = encodeURIComponent(adres.straatnaam.slice(0, 4));
  registry.close();
  const paths = [
    `/addresses/lookup?postcode=${postcode}&number=${adres.huisnummer}`,
    `/addresses/${lettered.nummeraanduiding_id}?include=geometry`,
    `/cities/${city}?include=counts`,
    `/cities/${city}/streets?per_page=50`,
    "/cities?per_page=100&include=counts",
    `/municipalities/${gemeente}?include=counts`,
    `/provinces/${provincie}?include=counts`,
    "/statistics/overview",
    "/statistics/purposes",
    "/statistics/construction-years",
    `/statistics/city/${city}`,
    `/statistics/municipality/${gemeente}`,
    `/statistics/postcode-area/${postcode!.slice(0, 4)}`,
    `/addresses/search?q=${words}`,
    `/addresses/autocomplete?q=${letters}`,
    `/geocode/forward?q=${words}`,
    `/geocode/reverse?${point}`,
    `/addresses/nearby?${point}&radius_km=1&limit=100`,
    `/postcodes/${postcode}`,
    `/postcodes/nearby?${point}&radius_km=1`,
    `/streets?per_page=100&page=1`,
    `/streets/${street.identificatie}/addresses?per_page=100`,
    `/buildings/${pand.identificatie}?include=addresses`,
    `/buildings/by-year?min_year=1900&max_year=${adres.bouwjaar ?? 2000}`,
    `/residences/by-purpose?purpose=woonfunctie&per_page=50`,
  ];
  const call = { name: "lookup_address", arguments: { postcode, number: adres.huisnummer } };
  const mcp = {
    path: "/api/v1/mcp",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  };
  return [...paths.map((path) => ({ path: `/api/v1${path}` })), mcp];
}
