import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openKeyStore } from "../../src/accounts/sqlite/sqlite-key-store.ts";
import { type App, createApp } from "../../src/app.ts";

export interface BenchApp {
  readonly app: App;
  /** Headers with a key without limits. */
  readonly headers: Readonly<Record<string, string>>;
  close(): void;
}

/** Opens the app on the registry of a data folder; keys and usage stay out of that folder. */
export function openBenchApp(dataDir: string): BenchApp {
  const folder = mkdtempSync(join(tmpdir(), "baken-bench-"));
  const name = readFileSync(join(dataDir, "current"), "utf8").trim();
  symlinkSync(resolve(dataDir, name), join(folder, name));
  writeFileSync(join(folder, "current"), `${name}\n`);
  const keys = openKeyStore(folder);
  const { token } = keys.create({ name: "bench", kind: "server", ratePerMinute: 100_000_000 });
  keys.close();
  const app = createApp({ dataDir: folder });
  return {
    app,
    headers: { authorization: `Bearer ${token}` },
    close() {
      app.close();
      rmSync(folder, { recursive: true });
    },
  };
}
