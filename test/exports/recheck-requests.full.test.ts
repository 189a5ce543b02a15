/** Tests what POST /geocode/csv and /geocode/jobs refuse of a list of ids. */
import { afterAll, describe, expect, test } from "bun:test";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { bodyOf, openGeocodeServer } from "../support/servers/geocode-files.ts";

const withPast = openGeocodeServer({ dataDir: await makeWeespPastFolder() });
const withoutPast = openGeocodeServer();
afterAll(async () => {
  await withPast.close();
  await withoutPast.close();
});

const LIST = "klant,id\n1,0457200000198330\n2,0457200000521205\n";
const PATHS = ["/geocode/csv", "/geocode/jobs"];

describe.each(PATHS)("%s", (path) => {
  const refusalOf = async (query: string, body = LIST) => {
    const response = await withPast.post(`${path}?${query}`, body);
    const { code, errors } = await bodyOf(response);
    return [response.status, code, ...Object.values(errors ?? {}).flat()];
  };

  test.each(["since=2015-01-01", "columns=id=id,day=klant"])(
    "%s is 404 history_not_kept without a history, before the file is read",
    async (query) => {
      const response = await withoutPast.post(`${path}?${query}`, "");
      expect([response.status, (await bodyOf(response)).code]).toEqual([404, "history_not_kept"]);
    },
  );

  test("without a day, or without ids, the file is 422 with what to write", async () => {
    expect(await refusalOf("columns=id=id")).toEqual([
      ...[422, "validation_failed", expect.stringContaining("Write since YYYY-MM-DD")],
    ]);
    expect(await refusalOf("since=2015-01-01", "klant,plaats\n1,Weesp\n")).toEqual([
      ...[422, "validation_failed", expect.stringContaining("for example columns=id=bag_id")],
    ]);
  });

  test.each([
    ["only_changed=1", "Only for a list of ids: send since, or columns=id=…."],
    ["since=2015-01-01&former=1", "Only for addresses: a list of ids is rechecked without it."],
    ["since=2015-01-01&dedupe=1", "Only for addresses: a list of ids is rechecked without it."],
    ["since=2015-01-01&strict=1", "Only for addresses: a list of ids is rechecked without it."],
    ["since=2015-13-01", expect.any(String)],
  ])("%s is 422", async (query, message) => {
    expect(await refusalOf(query)).toEqual([422, "validation_failed", message]);
  });
});

test("rows cost quota as geocoded ones do", async () => {
  const token = withPast.issue({ monthlyQuota: 5 });
  const first = await withPast.post("/geocode/csv?since=2015-01-01", LIST, {}, token);
  expect([first.status, first.headers.get("x-quota-cost")]).toEqual([200, "2"]);
  expect((await first.text()).split("\n")[1]).toStartWith("1,0457200000198330,unchanged,");
  await withPast.post("/geocode/csv?since=2015-01-01", LIST, {}, token);
  const third = await withPast.post("/geocode/csv?since=2015-01-01", LIST, {}, token);
  expect([third.status, (await bodyOf(third)).code]).toEqual([429, "quota_exceeded"]);
});
