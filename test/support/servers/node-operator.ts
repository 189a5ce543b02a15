/** Changes keys through the operator's pages of one node of a cluster. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterNode } from "./node-cluster.ts";
import { cookieOf } from "./operator-harness.ts";

export interface ClusterKey {
  readonly id: number;
  readonly name: string;
  readonly token: string;
}

/** Limits of a new key; null: none. */
export interface ClusterKeyLimits {
  readonly ratePerMinute?: number | null;
  readonly monthlyQuota?: number | null;
}

const HANG_MS = 20_000;

/** Logs in and sends one request; throws an Error that names an answer other than 2xx. */
async function send(node: ClusterNode, method: string, path: string, body?: unknown) {
  const origin = `http://127.0.0.1:${node.adminPort}`;
  const token = readFileSync(join(node.dataDir, "admin-token"), "utf8").trim();
  const ask = async (askMethod: string, askPath: string, value: unknown, cookie = "") => {
    const response = await fetch(origin + askPath, {
      method: askMethod,
      headers: { origin, cookie, "content-type": "application/json" },
      ...(value === undefined ? {} : { body: JSON.stringify(value) }),
      signal: AbortSignal.timeout(HANG_MS),
    });
    if (!response.ok) {
      throw new Error(`${node.name} answered ${response.status} to ${askPath}: ${await response.text()}`);
    }
    return response;
  };
  const cookie = cookieOf((await ask("POST", "/api/login", { token })).headers);
  const text = await (await ask(method, path, body, cookie)).text();
  return text === "" ? undefined : JSON.parse(text);
}

export async function createKeyOn(
  node: ClusterNode,
  name: string,
  limits: ClusterKeyLimits = { ratePerMinute: null },
): Promise<ClusterKey> {
  const { key, token } = await send(node, "POST", "/api/keys", { name, kind: "server", ...limits });
  return { id: key.id, name, token };
}

export async function revokeKeyOn(node: ClusterNode, { id, name }: ClusterKey): Promise<void> {
  await send(node, "POST", `/api/keys/${id}/revoke`, { name });
}

/** Returns the requests of this month that are written. */
export async function usageOn(node: ClusterNode, { id }: ClusterKey): Promise<number> {
  return (await send(node, "GET", `/api/keys/${id}`)).requestsThisMonth;
}
