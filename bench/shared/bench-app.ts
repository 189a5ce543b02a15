import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type App, createApp } from "../../src/app.ts";
import { isAttachedName } from "../../src/registry/file/attached-files.ts";
import { openKeyStore } from "../../test/support/stores/open-key-store.ts";
import { endWithProcess } from "./endings.ts";

export interface BenchFolder {
  readonly dataDir: string;
  /** Token of a key with a rate that no bench reaches and without a quota: every check is made, none refuses. */
  readonly token: string;
  remove(): void;
}

/** Makes a data folder with the registry of another one; keys, usage and exports stay out of that folder. */
export function makeBenchFolder(sourceDir: string): BenchFolder {
  const dataDir = mkdtempSync(join(tmpdir(), "baken-bench-"));
  const remove = endWithProcess(() => rmSync(dataDir, { recursive: true }));
  const name = readFileSync(join(sourceDir, "current"), "utf8").trim();
  for (const file of [name, ...readdirSync(sourceDir).filter(isAttachedName)]) {
    symlinkSync(resolve(sourceDir, file), join(dataDir, file));
  }
  writeFileSync(join(dataDir, "current"), `${name}\n`);
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "bench", kind: "server", ratePerMinute: 100_000_000 });
  keys.close();
  return { dataDir, token, remove };
}

export interface BenchApp {
  readonly app: App;
  /** Headers with a key without limits. */
  readonly headers: Readonly<Record<string, string>>;
  close(): void;
}

/** Opens the app on the registry of a data folder, with further options. */
export function openBenchApp(
  sourceDir: string,
  options: Omit<Parameters<typeof createApp>[0], "dataDir"> = {},
): BenchApp {
  const { dataDir, token, remove } = makeBenchFolder(sourceDir);
  const app = createApp({ dataDir, ...options });
  return {
    app,
    headers: { authorization: `Bearer ${token}` },
    close() {
      app.close();
      remove();
    },
  };
}
