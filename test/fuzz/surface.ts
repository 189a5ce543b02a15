/** Input space of the fuzzer: the operations of the served OpenAPI document, and keys of every kind. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyEndpoint } from "../../src/http/endpoint.ts";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { TILE_ENDPOINTS } from "../../src/http/endpoints/tiles.ts";
import { INTERFACES } from "../../src/interfaces/index.ts";
import { buildAssets } from "../../src/pages/kit/server/assets.ts";
import { OPERATIONS } from "../../src/pages/operator/server/operations/index.ts";
import { pageEndpoints } from "../../src/pages/page-endpoints.ts";
import { type Operation, parseDocument } from "../support/servers/openapi-document.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

export interface FuzzInput {
  readonly operations: readonly Operation[];
  /** Key for at most 1,000,000 requests per minute, without other limits. */
  readonly token: string;
  /** Values of the Authorization header: valid ones of every kind, and invalid ones. */
  readonly authorizations: readonly string[];
  readonly approvedOrigin: string;
  /** Paths below the root of the server, with `{name}` for parameters: pages, assets, tiles. */
  readonly rootPaths: readonly string[];
  /** Paths of interfaces of other services, in the same form. */
  readonly interfacePaths: readonly string[];
  /** True when no other paths are asked. */
  readonly hasInterfacesOnly?: boolean;
  /** Operations of the admin port, `GET /api/keys`, and the cookie of a session there. */
  readonly adminOperations: readonly string[];
  readonly adminCookie: string;
}

/** Logs in to the admin port; returns the cookie of the session. */
export async function logInToAdmin(port: number, dataDir: string): Promise<string> {
  const token = readFileSync(join(dataDir, "admin-token"), "utf8").trim();
  const answer = await fetch(`http://localhost:${port}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ token }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) {
    throw new Error(`no session on the admin port: ${answer.status} ${await answer.text()}`);
  }
  return cookie;
}

const APPROVED_ORIGIN = "https://winkel.example";

/** Creates the keys; the server finds them within a second. */
export function makeKeys(dataDir: string): Pick<FuzzInput, "token" | "authorizations"> {
  const keys = openKeyStore(dataDir);
  const create = (settings: Partial<Parameters<typeof keys.create>[0]>) =>
    keys.create({ name: "fuzz", kind: "server", ratePerMinute: 1_000_000, ...settings });
  const { token } = create({});
  const browser = create({ kind: "browser", origins: [APPROVED_ORIGIN] }).token;
  const slow = create({ ratePerMinute: 60 }).token;
  const short = create({ monthlyQuota: 500 }).token;
  const elsewhere = create({ ipRanges: ["203.0.113.0/24"] }).token;
  const revoked = create({});
  keys.revoke(revoked.key.id);
  keys.close();
  const tokens = [
    browser,
    slow,
    short,
    elsewhere,
    revoked.token,
    `${token}x`,
    "1|",
    "|",
    "99999999999|x",
    "é",
  ];
  const forms = [
    "",
    "Bearer",
    "Bearer  ",
    `bearer ${token}`,
    `Basic ${btoa(`x:${token}`)}`,
    `Bearer ${"a".repeat(9_000)}`,
  ];
  return { token, authorizations: [...tokens.map((one) => `Bearer ${one}`), ...forms] };
}

/** Reads the operations; the example of `jobId` becomes a finished export, so that downloads are requested too. */
export async function readFuzzInput(
  url: string,
  keys: Pick<FuzzInput, "token" | "authorizations" | "adminCookie">,
): Promise<FuzzInput> {
  const headers = { authorization: `Bearer ${keys.token}` };
  const { operations } = parseDocument(await (await fetch(`${url}/openapi.yaml`, { headers })).text());
  const jobId = await finishExport(url, headers);
  const withJob = operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) =>
      parameter.name === "jobId" ? { ...parameter, example: jobId } : parameter,
    ),
  }));
  const endpoints: readonly AnyEndpoint[] = [
    ...ENDPOINTS,
    ...TILE_ENDPOINTS,
    ...pageEndpoints(await buildAssets()),
  ];
  const rootPaths = endpoints.filter(({ root }) => root).map(({ path }) => path);
  const adminOperations = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  const interfacePaths = INTERFACES.flatMap(({ endpoints }) => endpoints.map(({ path }) => path));
  const paths = { rootPaths, interfacePaths, adminOperations };
  return { ...keys, ...paths, operations: withJob, approvedOrigin: APPROVED_ORIGIN };
}

const EXPORT_TIMEOUT_MS = 30_000;
const POLL_MS = 50;

async function finishExport(url: string, headers: Record<string, string>): Promise<string> {
  interface Job {
    data: { job_id: string; status: string };
  }
  const asked = await fetch(`${url}/export/addresses?format=csv`, { method: "POST", headers });
  const { job_id: jobId } = ((await asked.json()) as Job).data;
  const until = performance.now() + EXPORT_TIMEOUT_MS;
  while (performance.now() < until) {
    const { data } = (await (await fetch(`${url}/export/${jobId}`, { headers })).json()) as Job;
    if (data.status === "completed") {
      return jobId;
    }
    await Bun.sleep(POLL_MS);
  }
  throw new Error(`the export ${jobId} is not completed within ${EXPORT_TIMEOUT_MS} ms`);
}
