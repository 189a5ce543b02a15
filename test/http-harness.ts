/** The real app on the registry fixture, with a key, asked without a socket. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeyStore } from "../src/accounts/key-store.ts";
import { createApp } from "../src/app.ts";
import { writeRegistryFixture } from "./registry-fixture.ts";

export const ORIGIN = "https://adres.example";
const REGISTRY = "registry-2021-10-15.gpkg";

/** A data folder that serves the fixture. */
export function makeDataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "baken-http-"));
  writeRegistryFixture(join(dataDir, REGISTRY));
  writeFileSync(join(dataDir, "current"), `${REGISTRY}\n`);
  return dataDir;
}

/** A data folder without a registry. */
export function makeEmptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "baken-http-"));
}

export function openHarness(dataDir = makeDataFolder(), publicUrl?: string) {
  const app = createApp({ dataDir, publicUrl });
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000 });
  keys.close();

  /** Everything behind these requests is in memory, so the answer is there at once. */
  function fetchNow(request: Request): Response {
    const response = app.fetch(request);
    if (response instanceof Promise) throw new Error(`${request.url} is not answered at once`);
    return response;
  }

  /** GET with the key unless `init` says otherwise; the path begins below /api/v1. */
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
