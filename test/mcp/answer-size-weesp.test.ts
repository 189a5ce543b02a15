/** Measures the answers about real buildings: the official extract of Weesp. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { getBuildingInfo } from "../../src/mcp/tools/buildings.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";

setDefaultTimeout(60_000);

const MAX_ANSWER_BYTES = 8 * 1024;
const dataDir = await makeWeespFolder();
afterAll(() => rmSync(dataDir, { recursive: true }));

test("no pand of Weesp takes more than 8 KB, with footprint and addresses", () => {
  const registry = openRegistry(dataDir);
  const snapshot = registry.current()!;
  const panden = snapshot.db.query<{ fid: number }, []>("SELECT fid FROM pand").all();
  const sizes = panden.map(({ fid }) => {
    const given = { pand_id: String(fid).padStart(16, "0"), include_geometry: true };
    const result = getBuildingInfo.call(snapshot, given);
    expect(result.isError).toBeUndefined();
    return Buffer.byteLength(JSON.stringify({ result, jsonrpc: "2.0", id: 1 }));
  });
  registry.close();
  const largest = Math.max(...sizes);
  process.stdout.write(`  the largest of ${sizes.length} panden: ${largest} bytes\n`);
  expect(largest).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
});
