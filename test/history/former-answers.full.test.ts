/**
 * Former addresses in answers about today: geocoding, search, validation and geocoded rows of Weesp. Uses the addresses
 * that docs/time.md names; former-weesp.slow.test.ts tests all keys of all days.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { makeWeespFolder, makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const dataDir = await makeWeespPastFolder();
const harness = openHarness(dataDir);
afterAll(() => harness.close());

const ask = async (path: string) => await harness.askJson(path);
const forward = async (q: string, query = "") =>
  await ask(`/geocode/forward?q=${encodeURIComponent(q)}${query}`);

/** Number 21 of Loevesteinkade, which lay on Loevesteingracht for six weeks. */
const GRACHT = {
  valid_from: "2021-04-28",
  valid_until: "2021-06-09",
  today: { straatnaam: "Loevesteinkade" },
};
const GRACHT_LINE = "Loevesteingracht 21, Weesp";

describe("geocoding", () => {
  test("says what became of a former address, and answers it only when asked", async () => {
    const { status, body } = await forward(GRACHT_LINE);
    expect({ status, reason: body.reason }).toMatchObject({
      status: 404,
      reason: { why: "former", valid_until: "2021-06-09" },
    });
    expect(body.former).toMatchObject([GRACHT]);
    const { data } = (await forward(GRACHT_LINE, "&former=true")).body;
    expect(data).toMatchObject({
      match: "former",
      address: { straatnaam: "Loevesteingracht", huisnummer: 21 },
      former: GRACHT,
    });
  });

  test.each(["loevesteingracht 21 weesp", "Weesp, Loevesteingracht 21", "Loevesteingracht 21"])(
    "reads %s as any line",
    async (line) => {
      expect((await forward(line)).body.former).toMatchObject([GRACHT]);
    },
  );

  test("prefers an address of today with the key, also when former ones are asked for", async () => {
    for (const query of ["", "&former=true"]) {
      const { data } = (await forward("Achtergracht 3, 1381BK Weesp", query)).body;
      expect(data).toMatchObject({ match: "exact", address: { nummeraanduiding_id: "0457200000520676" } });
    }
  });

  test("corrects an old name to the same number's new one", async () => {
    const { data } = (await forward("Loevensteinkade 21, Weesp")).body;
    expect(data).toMatchObject({
      match: "corrected",
      address: { straatnaam: "Loevesteinkade", huisnummer: 21 },
    });
    expect((await forward("Loevensteinkade 21, Weesp", "&former=true")).body.data.match).toBe("former");
  });

  test("does not answer a former plain number by a letter of today", async () => {
    const { status, body } = await forward("Amstellandlaan 84, Weesp");
    expect(status).toBe(404);
    expect(body.candidates[0].huisletter).toBe("a");
    expect(body.former[0]).toMatchObject({ today: null, address: { huisnummer: 84, huisletter: null } });
    const { postcode } = body.former[0].address;
    const byKey = await ask(`/geocode/forward?postcode=${postcode}&number=84`);
    expect({ status: byKey.status, former: byKey.body.former }).toEqual({ status: 404, former: body.former });
    const { data } = (await ask(`/geocode/forward?postcode=${postcode}&number=84&former=true`)).body;
    expect(data).toMatchObject({ match: "former", address: { huisnummer: 84, huisletter: null } });
  });
});

describe("geocoding by postcode and number", () => {
  const key = "/geocode/forward?postcode=1398PL&number=1";

  test("says of a former address the same as of a line, with the address of today", async () => {
    const { status, body } = await ask(key);
    const byLine = (await forward("Oude Papelaan 1, 1398PL Weesp")).body;
    const { reason, message, candidates, candidates_total, former } = body;
    expect({ status, reason, message, candidates, candidates_total, former }).toEqual({
      status: 404,
      reason: {
        why: "former",
        address: "Oude Papelaan 1, 1398PL Weesp",
        valid_until: "2016-01-14",
      },
      message: "Oude Papelaan 1, 1398PL Weesp has not been an address since 2016-01-14.",
      candidates: byLine.candidates,
      candidates_total: 1,
      former: byLine.former,
    });
    expect(candidates).toMatchObject([{ postcode: "1384CA", huisnummer: 1 }]);
  });

  test("of a former address says what took its place", async () => {
    const { body } = await ask("/geocode/forward?postcode=1381CC&number=18");
    const { former, candidates, candidates_total } = body;
    expect(former).toMatchObject([{ today: null, successors: [{ relation: "same_document" }] }]);
    expect(candidates).toMatchObject([{ straatnaam: "Nieuwstad", huisnummer: 20 }]);
    expect(candidates_total).toBe(1);
  });

  test("of an address that never existed says only that there is none", async () => {
    const { body } = await ask("/geocode/forward?postcode=1381BK&number=99998");
    expect(body).toMatchObject({ message: "No address found for 1381BK 99998.", candidates: [] });
    expect(body.reason).toBeUndefined();
  });
});

test("search tells former addresses beside its first page, whatever it finds", async () => {
  const { meta } = (await ask(`/addresses/search?q=${encodeURIComponent(GRACHT_LINE)}`)).body;
  expect(meta.former).toMatchObject([GRACHT]);
  const second = (await ask(`/addresses/search?page=2&q=${encodeURIComponent(GRACHT_LINE)}`)).body;
  expect(second.meta.former).toBeUndefined();
  const today = (await ask("/addresses/search?q=Achtergracht%203%20Weesp")).body;
  expect(today.meta.former).toBeUndefined();
});

test("validation says since when an address no longer exists", async () => {
  const { former } = (await forward("Amstellandlaan 84, Weesp")).body;
  const { postcode } = former[0].address;
  const { data } = (await ask(`/addresses/validate?postcode=${postcode}&number=84`)).body;
  expect({ valid: data.valid, former: data.former }).toEqual({ valid: false, former });
  expect((await ask("/addresses/validate?postcode=1381BK&number=3")).body.data.former).toBeUndefined();
});

describe("geocoded rows", () => {
  const ROWS =
    'adres\n"Loevesteingracht 21, Weesp"\n"Achtergracht 3, Weesp"\n"Hugo de Grootlaan 30a, 1381DE Weesp"\n';
  const ROW_DAY = "2021-06-08";
  const geocode = async (query: string) => {
    const init = { method: "POST", body: ROWS, headers: { "Content-Type": "text/csv" } };
    const response = await harness.app.fetch(
      harness.requestFor(`/geocode/csv?columns=text=adres&${query}`, init),
    );
    const [header, ...lines] = (await response.text())
      .trim()
      .replace("\ufeff", "")
      .split("\r\n")
      .join("\n")
      .split("\n");
    return { header: header!, lines };
  };

  test("have the reason, and what it is today as suggestion", async () => {
    const { lines } = await geocode("add=match,suggestions");
    expect(lines[0]).toContain("none,,former,");
    expect(lines[0]).toContain("Loevesteinkade 21");
    expect(lines[1]).toContain("exact");
  });

  test("suggest the present addresses of the number when the former one has no successor", async () => {
    const { lines } = await geocode("add=match,suggestions");
    expect(lines[2]).toMatch(/,none,,former,.*"Hugo de Grootlaan 30a-100, 1381DE Weesp"/);
  });

  test("are former only where asked, with what became of them", async () => {
    const { header, lines } = await geocode("add=match&former=1");
    expect(header).toEndWith("result_former_today,result_former_successors");
    expect(lines[0]).toContain("former,");
    expect(lines[0]).toContain("2021-04-28,2021-06-09,");
  });

  test("have the stage of their last day", async () => {
    const { header, lines } = await geocode("add=stage,nummeraanduiding_id,cbs&former=1");
    const names = header.split(",");
    const cells = lines[0]!.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    const cellOf = (name: string) => cells[names.indexOf(`result_${name}`)];
    const id = cellOf("nummeraanduiding_id");
    const { data } = (await ask(`/addresses/${id}?valid_on=${ROW_DAY}&include=stage`)).body;
    // The houses were not finished when the street got its present name.
    expect(data).toMatchObject({ straatnaam: "Loevesteingracht", stage: "planned" });
    const { stage, object_status } = data;
    expect({ stage: cellOf("stage"), object_status: cellOf("object_status") }).toEqual({
      stage,
      object_status,
    });
    expect(cellOf("buurt_code")).toBe("");
  });
});

describe("baken find", () => {
  const find = async (...args: string[]) => await runBaken(["find", ...args, "--data", dataDir]);

  test.each([
    [
      GRACHT_LINE,
      0,
      "Loevesteingracht 21, 1384GA Weesp has not been an address since 2021-06-09. Today: Loevesteinkade 21, 1384GA Weesp.\n",
    ],
    ["Achtergracht 3, Weesp", 1, ""],
  ])("%s: says what became of it instead of why nothing is found", async (line, count, note) => {
    const { stdout, stderr } = await find(line);
    expect({ lines: stdout.split("\n").length - 1, stderr }).toEqual({ lines: count, stderr: note });
  });

  test("adds it to what it finds, with what took its place", async () => {
    const { stdout, stderr } = await find("Amstellandlaan 84 Weesp");
    expect(stdout).toContain("Amstellandlaan 84a, 1382CH Weesp");
    expect(stderr).toMatch(
      /Amstellandlaan 84, 1382CH Weesp has not been an address since 2016-01-08\. In its place: same_document: /,
    );
  });

  test("has it in its JSON as the search over HTTP", async () => {
    const { data, meta } = (await ask(`/addresses/search?q=${encodeURIComponent("Amstellandlaan 84 Weesp")}`))
      .body;
    const { stdout } = await find("Amstellandlaan 84 Weesp", "--json");
    expect(JSON.parse(stdout)).toEqual({
      addresses: data.slice(0, 10),
      total: meta.total,
      former: meta.former,
    });
    expect(JSON.parse((await find("Achtergracht 3, Weesp", "--json")).stdout).former).toBeUndefined();
  });
});

test("without history nothing is said of former addresses, and all else is the same", async () => {
  const without = openHarness(await makeWeespFolder());
  const geocode = `/geocode/forward?q=${encodeURIComponent(GRACHT_LINE)}`;
  const { status, body } = await without.askJson(geocode);
  expect({ status, former: body.former }).toEqual({ status: 404, former: undefined });
  const asked = await without.askJson(`${geocode}&former=true`);
  expect({ status: asked.status, code: asked.body.code }).toEqual({ status: 404, code: "history_not_kept" });
  for (const path of ["/geocode/csv?former=1", "/geocode/jobs?former=1"]) {
    const init = { method: "POST", body: "postcode,nr\n1381BK,3\n", headers: { "Content-Type": "text/csv" } };
    const response = await without.app.fetch(without.requestFor(path, init));
    const { code } = JSON.parse(await response.text());
    expect({ path, status: response.status, code }).toEqual({ path, status: 404, code: "history_not_kept" });
  }
  const search = (await without.askJson(`/addresses/search?q=${encodeURIComponent(GRACHT_LINE)}`)).body;
  expect(search.meta.former).toBeUndefined();
  without.close();
});
