/** Verifies that the sampled requests, typed by hand, forget no endpoint. */
import { expect, test } from "bun:test";
import type { AnyEndpoint } from "../../src/http/endpoint.ts";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { currentOf } from "../support/update-oracle/demo-chain.ts";
import { Dice } from "../support/update-oracle/dice.ts";
import { sampleRequests } from "../support/update-oracle/sample-requests.ts";

/**
 * Paths that are not sampled: their answers differ between imports and updates, do not come from the registry, belong to
 * the lookup, or need a history (past-requests.ts samples these).
 */
const NOT_SAMPLED = [
  ...["/version", "/status", "/openapi.yaml", "/problems/{problem}", "/demo/lookup"],
  ...[
    "/changes/addresses",
    "/changes/buildings",
    "/changes/residences",
    "/addresses/former",
    "/addresses/{nummeraanduidingId}/history",
  ],
  ...["/buildings/{pandId}/history", "/residences/{verblijfsobjectId}/history"],
  ...["/streets/{openbareRuimteId}/history", "/cities/{woonplaatsId}/history"],
  ...["/municipalities/{gemeenteCode}/history", "/changes/objects", "/statistics/timeline"],
];

test("sampled requests reach every endpoint that answers from the registry", async () => {
  const endpoints: readonly AnyEndpoint[] = ENDPOINTS;
  const paths = endpoints
    .filter(({ method, changesWith }) => method === "GET" && changesWith === "data")
    .map(({ path }) => path);
  const requests = sampleRequests([currentOf(await makeDemoFolder(500))], 2_000, new Dice(1));
  const reached = new Set(requests.map((request) => pathOf(request.split("?")[0]!, paths)));
  expect(paths.length).toBeGreaterThan(35);
  expect(paths.filter((path) => !reached.has(path)).sort()).toEqual(NOT_SAMPLED.toSorted());
});

/** Returns the path of the endpoint that answers; literal paths come before those with parameters. */
function pathOf(asked: string, paths: readonly string[]): string | undefined {
  const matches = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(asked);
  return paths.find((path) => path === asked) ?? paths.find(matches);
}
