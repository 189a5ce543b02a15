/** Tests the files of a street, postcode and building that the explorer's downloads ask for. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createApp } from "../../../src/app.ts";
import { buildAssets } from "../../../src/pages/kit/server/assets.ts";
import { makeWeespFolder } from "../../support/countries/import-data-folders.ts";
import { ORIGIN } from "../../support/servers/http-harness.ts";
import { openKeyStore } from "../../support/stores/open-key-store.ts";

const dataDir = await makeWeespFolder();
const app = createApp({ dataDir, assets: await buildAssets() });
const keys = openKeyStore(dataDir);
const { token } = keys.create({ name: "test", kind: "server" });

afterAll(() => {
  keys.close();
  app.close();
  rmSync(dataDir, { recursive: true });
});

const ask = async (path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  app.fetch(new Request(`${ORIGIN}/list/${path}`, { headers }));

test.each([
  // Numbers of addresses in the extract.
  ["street/0457300000000125", 154],
  ["postcode/1382KT", 6],
  ["building/0457100000056230", 22],
])("%s has its addresses", async (list, count) => {
  const geojson = await ask(`${list}/download?format=geojson`);
  const { features } = (await geojson.json()) as { features: { id: string }[] };
  expect(features).toHaveLength(count);
  const csv = await ask(`${list}/download?format=csv`);
  expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="${list.replace("/", "-")}.csv"`);
  const [header, ...rows] = (await csv.text()).trimEnd().split("\r\n");
  expect(header).toStartWith("nummeraanduiding_id;");
  expect(rows.map((row) => /^"=""(\d{16})"""/.exec(row)![1]!)).toEqual(features.map(({ id }) => id));
});

test.each([
  ["street/0457300000999999/download?format=xlsx", 404],
  ["building/1/download?format=xlsx", 404],
  ["postcode/1000AA/download?format=csv", 404],
  ["place/3631/download?format=xlsx", 422],
  ["street/0457300000000125/download?format=pdf", 422],
  ["street/0457300000000125/download", 422],
])("%s is %d", async (path, status) => {
  expect((await ask(path)).status).toBe(status);
});

test("needs a key or the session of a page", async () => {
  expect((await ask("postcode/1382KT/download?format=csv", {})).status).toBe(401);
});

test("costs one request of quota for 100 addresses, and none when that is more than is left", async () => {
  const { token } = keys.create({ name: "three", kind: "server", monthlyQuota: 3 });
  const headers = { authorization: `Bearer ${token}` };
  const first = await ask("street/0457300000000125/download?format=csv", headers);
  expect([first.status, first.headers.get("x-quota-remaining")]).toEqual([200, "1"]);
  const second = await ask("street/0457300000000125/download?format=csv", headers);
  expect([second.status, second.headers.get("x-quota-remaining")]).toEqual([429, "1"]);
  expect((await ask("postcode/1382KT/download?format=csv", headers)).status).toBe(200);
});
