/** Opens the real app on the registry fixture, with a key, and sends it requests without a socket. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../../src/app.ts";
import { writeRegistryFixture } from "../registries/registry-fixture.ts";
import { openKeyStore } from "../stores/open-key-store.ts";

export const ORIGIN = "https://adres.example";
const REGISTRY = "registry-2021-10-15.gpkg";

/** Creates a data folder that serves the fixture. */
export function makeDataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "baken-http-"));
  writeRegistryFixture(join(dataDir, REGISTRY));
  writeFileSync(join(dataDir, "current"), `${REGISTRY}\n`);
  return dataDir;
}

/** Creates a data folder without a registry. */
export function makeEmptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "baken-http-"));
}

export function openHarness(dataDir = makeDataFolder(), publicUrl?: string) {
  const app = createApp({ dataDir, publicUrl });
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000 });
  keys.close();

  /** Sends a request that is answered synchronously from memory; throws an Error otherwise. */
  function fetchNow(request: Request): Response {
    const response = app.fetch(request);
    if (response instanceof Promise) {
      throw new Error(`${request.url} is not answered at once`);
    }
    return response;
  }

  /** Makes a GET with the key unless `init` says otherwise; `path` is relative to /api/v1. */
  function requestFor(path: string, init: RequestInit = {}): Request {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    return new Request(`${ORIGIN}/api/v1${path}`, { ...init, headers });
  }

  function ask(path: string, init?: RequestInit): Response {
    return fetchNow(requestFor(path, init));
  }

  return {
    app,
    token,
    fetchNow,
    requestFor,
    ask,
    async askJson(path: string, init?: RequestInit) {
      const response = ask(path, init);
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    close() {
      app.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
