/**
 * 404 of keys with `valid_on`: the reason why no address had the key that day, and the addresses that had it earlier.
 * The voorkomens in the XML of Weesp give the days.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness(await makeWeespPastFolder());
afterAll(() => harness.close());

const ask = async (path: string) => await harness.askJson(path);

/** Number 1 had this postcode until 2016-01-14. Until 2016 it was on a street of Muiden, which the extract lacks. */
const OLD_POSTCODE = { valid_from: "2016-01-01", valid_until: "2016-01-14" };
/** Hogeweyselaan 131 was renumbered to 145; the nummeraanduiding continues. */
const RENUMBERED = { valid_from: "2010-09-29", valid_until: "2014-04-28" };

describe.each(["/addresses/lookup", "/buildings/at-address"])("%s", (path) => {
  test.each([
    ["1398PL", 1, "2021-01-01", { why: "ended", ...OLD_POSTCODE }],
    ["1398PL", 1, "2015-12-31", { why: "no_street", ...OLD_POSTCODE }],
    ["1382JK", 131, "2014-04-28", { why: "ended", ...RENUMBERED }],
    // Two numbers had the key; the one nearer to the day is reported.
    ["1381BK", 3, "2005-01-01", { why: "not_yet", valid_from: "2010-09-29", valid_until: "2011-03-29" }],
    // Its letters are addresses of the day; the plain number is not.
    ["1382CH", 84, "2018-01-01", { why: "ended", valid_from: "2010-09-29", valid_until: "2016-01-08" }],
    ["1381BK", 99_998, "2018-01-01", undefined],
  ])("says of %s %d on %s why there is no address", async (postcode, number, day, reason) => {
    const { status, body } = await ask(`${path}?postcode=${postcode}&number=${number}&valid_on=${day}`);
    expect({ status, code: body.code, reason: body.reason }).toEqual({
      status: 404,
      code: "not_found",
      reason,
    });
  });

  test("names who had the key before the day, as without a day", async () => {
    const key = `${path}?postcode=1398PL&number=1`;
    const today = (await ask(key)).body.former;
    expect(today).toMatchObject([{ nummeraanduiding_id: "0424200000017336", valid_until: "2016-01-14" }]);
    expect((await ask(`${key}&valid_on=2016-01-14`)).body.former).toEqual(today);
    expect((await ask(`${key}&valid_on=2015-12-31`)).body.former).toBeUndefined();
  });

  test("matches letters in any case, as the lookup does", async () => {
    const { body } = await ask(`${path}?postcode=1382CH&number=84&letter=A&valid_on=2015-12-31`);
    expect(body.reason).toMatchObject({ why: "not_yet", valid_from: "2016-02-01" });
  });
});

test.each([
  ["1398PL", "2021-01-01", { why: "ended", ...OLD_POSTCODE }],
  ["1398PL", "2015-12-31", { why: "no_street", ...OLD_POSTCODE }],
  ["1382CG", "2005-01-01", { why: "not_yet", valid_from: "2010-09-29" }],
  ["9999ZZ", "2021-01-01", undefined],
])("a postcode %s on %s has the reason of its nearest number", async (postcode, day, reason) => {
  const { status, body } = await ask(`/postcodes/${postcode}?valid_on=${day}`);
  expect({ status, code: body.code }).toEqual({ status: 404, code: "not_found" });
  reason === undefined ? expect(body.reason).toBeUndefined() : expect(body.reason).toMatchObject(reason);
});
