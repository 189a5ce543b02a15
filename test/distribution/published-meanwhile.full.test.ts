/** Tests a registry published between a server's look at the source and its fetch: the server reports this one. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256OfFile } from "../../src/base/sha256.ts";
import { followSource } from "../../src/distribution/follow-source.ts";
import { readPointedName } from "../../src/registry/file/pointer.ts";
import { openFolderStore } from "../../src/storage/folder-store.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { publishInParts } from "../support/registries/publish-parts.ts";
import { makeCountry } from "../support/servers/hot-swap-states.ts";

const root = mkdtempSync(join(tmpdir(), "baken-meanwhile-"));
afterAll(() => rmSync(root, { recursive: true }));

test("a registry published between look and fetch is served and reported under its own name", async () => {
  const [source, next, dataDir] = ["source", "next", "data"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const country = await makeCountry(join(root, "country"), 1_500, 1);
  const first = await publishInParts(country.imported, openFolderStore(source));
  const second = await publishInParts(country.updated, openFolderStore(next));
  mkdirSync(dataDir);
  // Publishes the second registry before the first fetch, as another machine would at that moment.
  const publish = `mv -T "${next}" "${next}.published" 2>/dev/null && cp -a "${next}.published/." "${source}"; exec "$@"`;
  const fetch = [BAKEN, "fetch", "--hold", "--data", dataDir, "--registry-source", source];
  const reported: (string | undefined)[] = [];
  const follower = followSource({
    dataDir,
    source: { kind: "folder", path: source },
    registryKey: undefined,
    keepRegistries: 2,
    servedFile: () => readPointedName(dataDir) ?? "",
    fetchCommand: ["sh", "-c", publish, "sh", ...fetch],
    rollout: {
      async report(ready) {
        reported.push(ready?.sha256);
        return { sha256: ready?.sha256, switchInMs: 0 };
      },
      close: async () => {},
    },
    onBehind: () => {},
  });
  try {
    await until(() => readPointedName(dataDir) !== undefined);
    await until(() => follower.state.lastSuccessMs !== undefined);
  } finally {
    await follower.stop();
  }
  expect(await sha256OfFile(join(dataDir, readPointedName(dataDir)!))).toBe(second.sha256);
  expect(follower.state).toMatchObject({ failures: 0, fault: undefined, publishedMs: second.publishedAt });
  const sums = new Set(reported.filter((sum) => sum !== undefined));
  expect([...sums]).toEqual([second.sha256]);
  expect(first.sha256).not.toBe(second.sha256);
}, 120_000);
