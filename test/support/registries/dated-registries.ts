/** A data folder in which tests publish registries of given dates, and `./baken use` on it. */
import { afterAll, beforeAll, beforeEach } from "bun:test";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openScratch } from "../../../src/base/sqlite.ts";
import { openImportFolder } from "../../../src/import/publish.ts";
import { sealRegistry } from "../../../src/registry/file/seal.ts";
import { makeDemoFolder } from "../countries/import-data-folders.ts";
import { type CommandOutcome, runBaken } from "../processes/baken-process.ts";

export interface DatedRegistries {
  /** Folder for further files of the test file. */
  readonly root: string;
  /** Data folder of the test that runs. */
  readonly dataDir: string;
  /** Data folder with the demo that is published; not to be changed. */
  readonly demo: string;
  /** Registry whose copies are published. */
  readonly template: string;
  /** Publishes a copy of the demo as an import of that date does; returns its file name. */
  publish(date: string, keep?: number): string;
  /** Runs `./baken use`. */
  use(...args: string[]): Promise<CommandOutcome>;
  current(): string;
  /** Names of the registries in the data folder, sorted. */
  registries(): string[];
}

/** Makes an empty data folder before each test of the calling file, and removes them all at its end. */
export function useDatedRegistries(): DatedRegistries {
  const root = mkdtempSync(join(tmpdir(), "baken-use-"));
  let [demo, template, dataDir] = ["", "", ""];
  let publishes = 0;
  beforeAll(async () => {
    demo = await makeDemoFolder(500);
    template = join(demo, readFileSync(join(demo, "current"), "utf8").trim());
  }, 60_000);
  beforeEach(() => {
    dataDir = mkdtempSync(join(root, "data-"));
  });
  afterAll(() => {
    rmSync(root, { recursive: true });
    rmSync(demo, { recursive: true });
  });
  return {
    root,
    get dataDir() {
      return dataDir;
    },
    get demo() {
      return demo;
    },
    get template() {
      return template;
    },
    publish(date, keep = 2) {
      const folder = openImportFolder(dataDir, { keepRegistries: keep });
      try {
        copyFileSync(template, folder.draft);
        using db = openScratch(folder.draft);
        db.query("UPDATE registry SET value = ? WHERE key = 'reference_date'").run(date);
        db.query("UPDATE registry SET value = ? WHERE key = 'data_version'").run(`${date}-${++publishes}`);
        db.close();
        sealRegistry(folder.draft);
        return folder.publish(date);
      } finally {
        folder.close();
      }
    },
    use: (...args) => runBaken(["use", "--data", dataDir, ...args]),
    current: () => readFileSync(join(dataDir, "current"), "utf8").trim(),
    registries: () =>
      readdirSync(dataDir)
        .filter((name) => name.startsWith("registry-"))
        .toSorted(),
  };
}
