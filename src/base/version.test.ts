import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { buildId, hashSources } from "./version.ts";

const ROOT = join(import.meta.dir, "../..");
let copy: string;

/** Copies the sources as another machine has them: in another folder, with other modification times. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "baken-build-"));
  cpSync(join(ROOT, "src"), join(copy, "src"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(copy, "package.json"));
  utimesSync(join(copy, "src/app.ts"), 1, 1);
});
afterAll(() => rmSync(copy, { recursive: true }));

test("the same sources have the same build id in every folder and on every thread", async () => {
  expect(buildId()).toMatch(/^[0-9a-f]{12}$/);
  expect(hashSources(copy)).toBe(buildId());
  const code = `import { buildId } from ${JSON.stringify(join(import.meta.dir, "version.ts"))}; postMessage(buildId());`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.on("message", resolve).on("error", reject);
  expect(await promise).toBe(buildId());
  await worker.terminate();
});

test("a changed, renamed or removed source, and another dependency, make another build; a test does not", () => {
  const ids = [hashSources(copy)];
  const recordIdAfter = (change: () => void) => {
    change();
    ids.push(hashSources(copy));
  };
  writeFileSync(join(copy, "src/added.test.ts"), "");
  expect(hashSources(copy)).toBe(ids[0]!);
  recordIdAfter(() => writeFileSync(join(copy, "src/main.ts"), "// another release\n"));
  recordIdAfter(() => cpSync(join(copy, "src/main.ts"), join(copy, "src/second.ts")));
  recordIdAfter(() => rmSync(join(copy, "src/main.ts")));
  recordIdAfter(() => writeFileSync(join(copy, "package.json"), '{"version":"0.1.0"}'));
  expect(new Set(ids).size).toBe(ids.length);
});
