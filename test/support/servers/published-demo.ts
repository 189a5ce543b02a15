/** Serves copies of a small demo registry, which tests publish. */
import { afterAll, beforeAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRegistry } from "../../../src/registry/file/open-registry.ts";
import { makeDemoFolder } from "../countries/import-data-folders.ts";
import { createPublisher } from "../registries/publish-copies.ts";
import { type ServeProcess, startServe } from "./serve-process.ts";

export interface PublishedDemo {
  /** Empty folder for the data folders of a test file. */
  readonly root: string;
  /** Publishes another copy in a data folder; returns its file name. */
  publish(dataDir: string): string;
  /** Starts `serve` with one thread. */
  serve(dataDir: string): Promise<ServeProcess>;
}

/** Makes a demo of 500 addresses. Kills its servers and removes its folders after the tests of the calling file. */
export function usePublishedDemo(): PublishedDemo {
  let demo: string;
  let publish: PublishedDemo["publish"];
  const root = mkdtempSync(join(tmpdir(), "baken-hot-swap-"));
  beforeAll(async () => {
    demo = await makeDemoFolder(500);
    publish = createPublisher(openRegistry(demo).current()!.path);
  }, 30_000);
  const started: ServeProcess[] = [];
  afterAll(async () => {
    await Promise.all(started.map((server) => server.signal("SIGKILL")));
    for (const folder of [demo, root]) {
      rmSync(folder, { recursive: true });
    }
  });
  return {
    root,
    publish: (dataDir) => publish(dataDir),
    async serve(dataDir) {
      const server = await startServe(dataDir, ["--threads", "1", "--keep-registries", "100"]);
      started.push(server);
      return server;
    },
  };
}
