/** Tests rows that name a former address of Weesp on the page for files. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openFilesServer } from "../support/servers/files-page.ts";

const served = await openFilesServer({}, await makeWeespPastFolder());
beforeAll(() => served.startWork());
afterAll(() => served.close());

test("a row that names a former address tells its days, and offers its number of today", async () => {
  const own = served.tab();
  const state = await own.geocode("adres\nKeurstraat 5a Weesp\nLoevesteingracht 21 Weesp\n");
  expect(state.by_reason).toEqual({ former: 1 });
  const [row] = (await own.rows()).body.data;
  expect(row).toMatchObject({
    match: "none",
    reason: { why: "former", address: "Loevesteingracht 21, 1384GA Weesp", valid_until: "2021-06-09" },
    former: {
      text: "Loevesteingracht 21, 1384GA Weesp",
      valid_from: "2021-04-28",
      valid_until: "2021-06-09",
      today: "Loevesteinkade 21, 1384GA Weesp",
    },
  });
  const [{ id, text }] = row.suggestions;
  expect(text).toBe(row.former.today);
  expect((await own.post("/files/session/rows/3", { address: id })).status).toBe(200);
  const decided = (await own.download({ format: "csv" })).toString().split("\r\n");
  expect(decided[2] ?? "").toContain("Loevesteinkade");
  expect(decided[2]).toMatch(/hand$/);
  await own.end();
});
