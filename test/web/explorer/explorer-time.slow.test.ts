/**
 * Tests how the explorer shows the history of Weesp. Expected values were read in the XML of the extract: voorkomens,
 * their days and documents.
 */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { searchBox, textsOf, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { expectAccessible, HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { makeWeespPastFolder } from "../../support/countries/import-data-folders.ts";
import { until } from "../../support/processes/until.ts";

/** Building with ten voorkomens. */
const MANY = "/?building=0457100000057563";
const DARK_PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "dark", locale: "en-GB" } as const;

function opener(page: Page, name: string) {
  return page.locator("summary", { hasText: name });
}

/** Opens the time line and returns its events as text, newest first. */
async function openTimeLine(page: Page, name = "Tijdlijn"): Promise<string[]> {
  await opener(page, name).click();
  await page.locator(".time-line").waitFor();
  return await textsOf(page.locator(".time-line > li"));
}

describe.skipIf(!HAS_BROWSER)("the past", () => {
  const explorer = useExplorer(["--public-page", "on"], makeWeespPastFolder);

  test("a time line is asked for when it is opened, by keyboard too, and says what changed", async () => {
    const page = await explorer.openWithoutMap(MANY);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await opener(page, "Tijdlijn").focus();
    expect(requests.filter((url) => url.includes("history"))).toEqual([]);
    await page.keyboard.press("Enter");
    await page.locator(".time-line").waitFor();
    const events = await textsOf(page.locator(".time-line > li"));
    expect(events).toHaveLength(10);
    expect(events[0]).toStartWith("13 januari 2017 Nu Omtrek gewijzigd Document Z.60458/D.32105");
    expect(events[4]).toStartWith("21 februari 2012 Bouwjaar 1984 → wordt 1967 Document Z.18013/D.12117");
    expect(events[9]).toBe(
      "12 november 2010 Begin Status Pand in gebruik (niet ingemeten) Bouwjaar 1984 " +
        "Document Z.8805/D.16265 van 12 november 2010 · geregistreerd op 26 november 2010",
    );
    await expectAccessible(page);
    const asked = requests.filter((url) => url.includes("history")).length;
    await page.keyboard.press("Enter");
    await page.locator(".time-line").waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await page.locator(".time-line").waitFor();
    expect(requests.filter((url) => url.includes("history"))).toHaveLength(asked);
  });

  test.each([
    ["address=0457200000201858", "28 april 2014 Huisnummer 131 → wordt 145", 3],
    [
      "building=0457100000054057",
      "5 oktober 2020 Correctie Deze registratie is vervangen en heeft nooit gegolden",
      6,
    ],
    ["street=0457300000000305", "23 april 2021 Nu Naam Loevensteinkade → wordt Loevesteinkade", 2],
    ["residence=0457010000000141", "8 januari 2016 Ingetrokken: dit verblijfsobject bestaat niet meer", 3],
  ])("%s tells %p", async (query, told, count) => {
    const page = await explorer.openWithoutMap(`/?${query}`);
    const events = await openTimeLine(page);
    expect(events.filter((text) => text.startsWith(told))).toHaveLength(1);
    expect(events).toHaveLength(count);
  });

  test("what could not be loaded says so, and is loaded on request", async () => {
    const page = await explorer.openWithoutMap(MANY);
    await opener(page, "Tijdlijn").waitFor();
    await page.route(/\/history/, (route) => route.abort());
    // Otherwise the page would notice by itself that the server is back.
    await page.route(/\/api\/v1\/status/, (route) => route.abort());
    await opener(page, "Tijdlijn").click();
    await page.getByText("Dit kon niet worden geladen.").waitFor();
    await page.unroute(/\/history/);
    await page.locator(".card-section").getByRole("button", { name: "Probeer opnieuw" }).click();
    await page.locator(".time-line").waitFor();
  });

  test.each(["place=3631", "municipality=0457"])(
    "%s has charts of its years, with their numbers",
    async (query) => {
      const page = await explorer.openWithoutMap(`/?${query}`);
      await opener(page, "Jaar na jaar").click();
      const charts = page.locator(".years figure");
      await charts.first().waitFor();
      for (const summary of await charts.locator("summary").all()) {
        await summary.click();
      }
      // Counted in the XML: taken into use, demolished, renamed.
      for (const [at, in2012, in2020] of [
        [0, 78, 372],
        [1, 15, 17],
        [2, 4, 10],
      ] as const) {
        const rows = await textsOf(charts.nth(at).locator("tbody tr"));
        expect(rows).toHaveLength(10);
        expect([rows[1], rows[9]]).toEqual([`2020 ${in2020}`, `2012 ${in2012}`]);
      }
      await (query === "place=3631" && expectAccessible(page));
    },
  );

  test("a street has charts of its own years, and says what did not happen", async () => {
    const page = await explorer.openWithoutMap("/?street=3631/Papelaan");
    await opener(page, "Jaar na jaar").click();
    const charts = page.locator(".years figure");
    await charts.first().waitFor();
    await charts.nth(1).locator("summary").click();
    // Counted by SQL in the history (timeline.full.test.ts): 7 demolished in 2012, 1 in 2013.
    const rows = await textsOf(charts.nth(1).locator("tbody tr"));
    expect(rows.slice(-2)).toEqual(["2013 1", "2012 7"]);
    await page.goto(explorer.urlOf("/?street=3631/Keurstraat"));
    await opener(page, "Jaar na jaar").click();
    await page
      .getByText("Niet voorgekomen sinds 2012: panden in gebruik genomen, panden gesloopt,")
      .waitFor();
    expect(await charts.count()).toBe(0);
  });

  test.each(["/?q=hogeweyselaan 131 weesp", "/?former=0457200000201858/2014-04-27"])(
    "the map goes to the former address of %s",
    async (path) => {
      const page = await explorer.open(path);
      const place = () => new URL(page.url()).hash.slice(1).split("/").map(Number);
      await until(() => (place()[0] ?? 0) > 14);
      const [, lat = 0, lng = 0] = place();
      // The position of the residence of the former number; it has another number today.
      expect([Math.abs(lat - 52.31325) < 0.001, Math.abs(lng - 5.02706) < 0.0015]).toEqual([true, true]);
    },
    90_000,
  );

  test("a search finds the former address with what it is today, and opens its card", async () => {
    const page = await explorer.openWithoutMap("/?q=hogeweyselaan 131 weesp");
    await page.getByText("Dit adres is op 28 april 2014 veranderd. Het gold vanaf").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Hogeweyselaan 131, 1382JK Weesp" }).click();
    await untilHeading(page, "Hogeweyselaan 131");
    await page.getByText("Voormalig adres", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("?former=0457200000201858/2014-04-27");
    expect(await searchBox(page).inputValue()).toBe("Hogeweyselaan 131, 1382JK Weesp");
    await page.getByRole("heading", { name: "Nu is het" }).waitFor();
    await page.getByRole("link", { name: "Hogeweyselaan 145" }).click();
    await untilHeading(page, "Hogeweyselaan 145");
    expect(new URL(page.url()).search).toBe("?address=0457200000201858");
  });

  test.each([
    ["0457200000198507", "Achtergracht 66", "Issued again: the address with this name today", "16 July 2014"],
    [
      "0457200000198596",
      "Achterherengracht 21a",
      "In the same building, by the same decision",
      "11 July 2018",
    ],
    ["0457200000203000", "Kastanjelaan 35", "No successor is known.", "18 August 2016"],
  ])(
    "the link of %s, which was withdrawn, shows %s, in English on a phone",
    async (id, heading, fate, day) => {
      const page = await explorer.openWithoutMap(`/?address=${id}`, DARK_PHONE);
      await untilHeading(page, heading);
      await page.getByText(`This address has not existed since ${day}.`).waitFor();
      await page.getByText(fate).waitFor();
      // The sheet has three heights; its handle steps to the whole one.
      await page.getByRole("button", { name: "Show all" }).click();
      expect((await openTimeLine(page, "Time line"))[0]).toStartWith(
        `${day} Withdrawn: this address no longer exists.`,
      );
      await expectAccessible(page);
    },
  );

  test.each([
    ["building=0424100000001574", "Pand gesloopt sinds 21 februari 2014"],
    ["residence=0457010000000101", "Verblijfsobject ingetrokken sinds 10 oktober 2017"],
    ["street=0457300000000332", "Naamgeving ingetrokken sinds 2 augustus 2021"],
  ])("the link of %s says %s", async (query, told) => {
    const page = await explorer.openWithoutMap(`/?${query}`);
    await page.getByText(told).waitFor();
  });

  test("a withdrawn residence, also as the line of a link, names its last address", async () => {
    const page = await explorer.openWithoutMap("/?q=0457010000000101");
    await page.getByText("Verblijfsobject ingetrokken sinds 10 oktober 2017").waitFor();
    await page.getByRole("link", { name: "Aetsveldseweg 2, 1383HS Weesp" }).waitFor();
  });

  test("an identifier that nothing ever had is not found", async () => {
    const page = await explorer.openWithoutMap("/?address=0457200009999999");
    await untilHeading(page, "Niet gevonden");
    await page.goto(explorer.urlOf("/?former=0457200000201858/2020-01-01"));
    await until(
      async () => (await page.getByRole("heading", { level: 1 }).textContent()) === "Niet gevonden",
    );
  });
});
