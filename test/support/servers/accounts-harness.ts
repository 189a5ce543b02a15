/**
 * Opens the real app on the registry fixture, with keys of every state, and sends it requests from any address without
 * a socket.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { NewKey } from "../../../src/accounts/key-store.ts";
import { createApp } from "../../../src/app.ts";
import { openKeyStore } from "../stores/open-key-store.ts";
import { makeDataFolder, ORIGIN } from "./http-harness.ts";

/** Request settings; the default is a GET from a fresh address, without a key. */
export interface RequestOptions {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly origin?: string | undefined;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function openAccounts(trustedProxies: readonly string[] = []) {
  const dataDir = makeDataFolder();
  const keys = openKeyStore(dataDir);
  const app = createApp({ dataDir, trustedProxies });
  let visitors = 0;

  /** Sends a request; `path` is relative to /api/v1. */
  async function ask(path: string, { method = "GET", token, origin, address, headers }: RequestOptions = {}) {
    const all = new Headers(headers);
    if (token !== undefined) {
      all.set("authorization", `Bearer ${token}`);
    }
    if (origin !== undefined) {
      all.set("origin", origin);
    }
    const request = new Request(`${ORIGIN}/api/v1${path}`, { method, headers: all });
    const from = address ?? `203.0.${Math.floor(visitors / 250)}.${visitors++ % 250}`;
    const response = await app.fetch(request, () => from);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
    const code: string | undefined = isJson ? JSON.parse(text).code : undefined;
    return { status: response.status, code, headers: response.headers, text };
  }

  return {
    app,
    keys,
    accountsPath: join(dataDir, "accounts.db"),
    ask,
    /** Creates a key for tests that send many requests; returns its token. */
    issue(settings: Partial<NewKey> = {}): string {
      const made = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000, ...settings });
      return made.token;
    },
    close() {
      app.close();
      keys.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
