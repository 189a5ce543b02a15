/** Tests that every state of the explorer is accessible, fits a phone, and exists in both languages and themes. */
import { describe, expect, test } from "bun:test";
import { typeSearch, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { expectAccessible, HAS_BROWSER } from "../../support/browser/open-browser.ts";

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true };

/** States with their headings in both languages. */
const STATES = [
  ["/", "Weesp: 12.034 adressen", "Weesp: 12,034 addresses"],
  ["/?q=keurstrat+5a+weesp", "Keurstraat 5a", "Keurstraat 5a"],
  ["/?q=keurstraat+5+c+weesp", "keurstraat 5 c weesp", "keurstraat 5 c weesp"],
  ["/?residence=0457010000005191", "Pampuslaan 42", "Pampuslaan 42"],
  ["/?street=3631/Keurstraat", "Keurstraat", "Keurstraat"],
  ["/?postcode=1382KT", "1382 KT", "1382 KT"],
  ["/?postcode=1382", "1382", "1382"],
  ["/?place=3631", "Weesp", "Weesp"],
  ["/?municipality=0457", "Weesp", "Weesp"],
  ["/?address=0457200009999999", "Niet gevonden", "Not found"],
] as const;

describe.skipIf(!HAS_BROWSER)("look", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test.each(STATES)("%s is accessible in Dutch and light, on a desktop", async (path, dutch) => {
    const page = await explorer.open(path, { colorScheme: "light" });
    await untilHeading(page, dutch);
    await page.waitForLoadState("networkidle");
    await expectAccessible(page);
  });

  test.each(STATES)(
    "%s is accessible in English and dark, and fits a phone",
    async (path, _dutch, english) => {
      const page = await explorer.open(path, { colorScheme: "dark", locale: "en-GB", ...PHONE });
      await untilHeading(page, english);
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      await expectAccessible(page);
    },
  );

  test("the header fits a phone in Dutch too", async () => {
    const page = await explorer.open("/", PHONE);
    await untilHeading(page, "Weesp: 12.034 adressen");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
  });

  test("a suggestion is chosen by touch on a phone", async () => {
    const page = await explorer.open("/", PHONE);
    await typeSearch(page, "keurstraat 5a");
    await page.getByRole("option", { name: "Keurstraat 5a" }).first().tap();
    await untilHeading(page, "Keurstraat 5a");
  });

  test("the language is switched in place and stays", async () => {
    const page = await explorer.open("/?place=3631");
    await untilHeading(page, "Weesp");
    await page.getByText("Panden naar bouwjaar").waitFor();
    await page.getByRole("link", { name: "English" }).click();
    await page.getByText("Buildings by year of construction").waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("en");
    await page.reload();
    await page.getByText("Buildings by year of construction").waitFor();
  });

  test("the theme is switched in place", async () => {
    const page = await explorer.open("/", { colorScheme: "light" });
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await page.getByRole("button", { name: "Licht of donker" }).click();
    expect(await ground()).not.toBe(light);
  });

  test("the script and style before the map stay below 60 KB", async () => {
    const page = await explorer.open("/");
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /explorer-/.test(name))
        .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
    );
    expect(sizes).toHaveLength(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  });
});
