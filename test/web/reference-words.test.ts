/** Tests that readers find documentation by their own words, and that no page refers to files of the code. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createApp } from "../../src/app.ts";
import { buildAssets } from "../../src/pages/kit/server/assets.ts";
import { findEntries } from "../../src/pages/reference/client/search-match.ts";
import type { SearchEntry } from "../../src/pages/reference/page-data.ts";
import { listGuides } from "../../src/pages/reference/server/guides.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";

const ORIGIN = "http://adres.example:8080";
const dataDir = makeDataFolder();
const app = createApp({ dataDir, assets: await buildAssets() });
afterAll(() => {
  app.close();
  rmSync(dataDir, { recursive: true });
});

test("no guide names a file of the repository's code or tests", () => {
  const guides = listGuides().filter(({ group, name }) => group !== "background" && name !== "performance");
  const named = guides.flatMap(({ name, source }) =>
    [...source.matchAll(/^(?!<!--).*`[^`]*\b(?:src|test|bench)\/\w.*$/gm)].map(
      ([line]) => `${name}: ${line}`,
    ),
  );
  expect(guides.length).toBeGreaterThan(30);
  expect(named).toEqual([]);
});

test("ordinary words find the page that answers them among the first results", async () => {
  const entries = (await (
    await app.fetch(new Request(`${ORIGIN}/docs/search.json?lang=en`))
  ).json()) as SearchEntry[];
  const [first] = findEntries(entries, "postcode lookup");
  expect(first![1]).toEndWith("/lookup");
  const missed = Object.entries(WORDS).filter(([typed, page]) => {
    const found = findEntries(entries, typed).slice(0, 7);
    return !found.some(([, , address]) => new URL(address, ORIGIN).pathname === `/docs/${page}`);
  });
  expect(missed).toEqual([]);
});

/** Words typed by people who do not know the terms of this documentation, each with the page that they should find. */
const WORDS: Readonly<Record<string, string>> = {
  pagination: "records",
  authentication: "guides/keys",
  "api key": "guides/keys",
  token: "guides/keys",
  "rate limits": "guides/limits",
  "rate limit": "guides/http",
  "rate limmit": "guides/http",
  autocomplet: "addresses",
  kubernets: "guides/install",
  throttling: "guides/limits",
  quota: "errors",
  "429": "errors",
  "bounding box": "addresses",
  bulk: "guides/export",
  typo: "guides/search",
  fuzzy: "guides/search",
  csp: "guides/embed",
  etag: "guides/http",
  caching: "guides/http",
  cors: "guides/http",
  webhook: "guides/changes",
  sdk: "guides/clients",
  python: "guides/analysis",
  typescript: "guides/clients",
  docker: "guides/install",
  kubernetes: "guides/install",
  systemd: "guides/operations",
  restore: "guides/operations",
  upgrade: "guides/upgrade",
  monitoring: "guides/watch",
  prometheus: "guides/watch",
  logs: "guides/watch",
  tls: "guides/proxies",
  "reverse proxy": "guides/proxies",
  nginx: "guides/proxies",
  gdpr: "guides/security",
  privacy: "guides/security",
  epsg: "guides/coordinates",
  autocomplete: "addresses",
  zip: "postcodes",
  excel: "guides/export",
  shapefile: "guides/export",
  qgis: "guides/clients",
  "vector tiles": "guides/tiles",
  offline: "guides/static",
  chatgpt: "guides/mcp",
  swagger: "service",
  "error codes": "guides/http",
  retry: "guides/clients",
  "load balancer": "guides/proxies",
  "high availability": "guides/cluster",
  sleutel: "guides/keys",
  limiet: "guides/limits",
  typefout: "guides/search",
  kaart: "guides/tiles",
};
