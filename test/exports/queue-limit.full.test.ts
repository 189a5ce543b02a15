/** Tests the default queue limit of a key: the country, provincie by provincie. */
import { afterAll, expect, test } from "bun:test";
import { openExportHarness } from "../support/servers/export-harness.ts";

const harness = openExportHarness({});
const { ask, post, queue, jobOf, finish } = harness;
afterAll(() => harness.close());

/** Codes of the specification's twelve provincies, their names, and the number of the fixture's addresses there. */
const PROVINCES: readonly (readonly [code: string, name: string, addresses: number])[] = [
  ["DR", "drenthe", 0],
  ["FL", "flevoland", 0],
  ["FR", "friesland", 1],
  ["GE", "gelderland", 0],
  ["GR", "groningen", 0],
  ["LI", "limburg", 0],
  ["NB", "noord-brabant", 0],
  ["NH", "noord-holland", 16],
  ["OV", "overijssel", 0],
  ["UT", "utrecht", 0],
  ["ZE", "zeeland", 0],
  ["ZH", "zuid-holland", 0],
];

test("twelve provincies asked for in a row are all accepted, completed, and saved under names of their own", async () => {
  await harness.stopWork();
  const ids: string[] = [];
  for (const [code] of PROVINCES) {
    ids.push(await queue(`?provincie_naam=${code}`));
  }
  harness.startWork();
  for (const [i, [, name, addresses]] of PROVINCES.entries()) {
    expect(await finish(ids[i]!)).toMatchObject({ status: "completed", total_records: addresses });
    const { headers } = await ask(`/export/${ids[i]}/download`, { method: "HEAD" });
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="addresses-2021-10-15-provincie-${name}.csv"`,
    );
  }
});

test("a key has room for twenty: the twentieth is accepted, the next refused until one is done", async () => {
  await harness.stopWork();
  const ids: string[] = [];
  for (let i = 1; i <= 19; i++) {
    ids.push(await queue());
  }
  const twentieth = await post();
  expect(twentieth.status).toBe(202);
  ids.push(JSON.parse(await twentieth.text()).data.job_id);
  const refused = await post();
  expect(refused.status).toBe(429);
  expect(JSON.parse(await refused.text())).toMatchObject({
    code: "export_queue_full",
    message: "This API key already has 20 exports waiting or running.",
  });
  expect((await post("", {}, harness.issue())).status).toBe(202);
  harness.startWork();
  for (const id of ids) {
    expect((await finish(id)).status).toBe("completed");
  }
  expect(await jobOf(await queue())).toMatchObject({ total_records: 17 });
});
