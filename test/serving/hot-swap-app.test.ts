import { expect, test } from "bun:test";
import { join } from "node:path";
import { replaceFile } from "../support/processes/replace-file.ts";
import { until } from "../support/processes/until.ts";
import { writeRegistryFixture } from "../support/registries/registry-fixture.ts";
import { makeDataFolder, openHarness } from "../support/servers/http-harness.ts";

/** Points `current` at a registry as import/publish.ts does: by rename, after the file itself is in place. */
function publish(dataDir: string, name: string): void {
  replaceFile(join(dataDir, "current"), `${name}\n`);
}

async function etagAfter(
  harness: ReturnType<typeof openHarness>,
  before: string | null,
): Promise<string | null> {
  let etag = before;
  await until(() => {
    const response = harness.ask("/cities");
    expect(response.status).toBe(200);
    etag = response.headers.get("etag");
    return etag !== before;
  });
  return etag;
}

test("a published registry is served, and no request fails meanwhile", async () => {
  const dataDir = makeDataFolder();
  const harness = openHarness(dataDir);
  const first = harness.ask("/cities").headers.get("etag");
  writeRegistryFixture(join(dataDir, "registry-2021-11-15.gpkg"));
  publish(dataDir, "registry-2021-11-15.gpkg");
  const second = await etagAfter(harness, first);
  expect(second).toContain("registry-2021-11-15");
  expect(harness.ask("/cities", { headers: { "if-none-match": first! } }).status).toBe(200);

  await Bun.write(join(dataDir, "broken.gpkg"), "no registry");
  publish(dataDir, "broken.gpkg");
  await Bun.sleep(700);
  expect(harness.ask("/cities").headers.get("etag")).toBe(second);
  harness.close();
});
