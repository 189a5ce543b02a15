/** Tests that the explorer of one gemeente claims no more than its data show, and knows codes, names and places. */
import { describe, expect, test } from "bun:test";
import { searchBox, textsOf, typeSearch, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";

const ONLY_WEESP = "Deze server heeft alleen Weesp; de rest van Nederland is niet geladen.";

describe.skipIf(!HAS_BROWSER)("what is true", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("the first view and all that is not found say what is loaded", async () => {
    const page = await explorer.openWithoutMap("/");
    await untilHeading(page, "Weesp: 12.034 adressen");
    expect(await page.title()).toBe("baken: adressen van Weesp");
    await page.getByText(ONLY_WEESP).waitFor();
    await typeSearch(page, "dam 1 amsterdam");
    await page.locator(".no-options", { hasText: ONLY_WEESP }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".note.warn", { hasText: ONLY_WEESP }).waitFor();
    await page.goto(explorer.urlOf("/?postcode=1012JS"));
    await untilHeading(page, "Niet gevonden");
    await page.getByText(ONLY_WEESP).waitFor();
  });

  test("a postcode that exists is said to be of its street, though the number does not exist", async () => {
    const page = await explorer.openWithoutMap("/?q=1382KT+9999");
    const note = page.locator(".note.warn");
    await note.waitFor();
    expect(await textsOf(note)).toEqual([
      "Niets gevonden. 1382 KT is Keurstraat 5–39. De rest van de regel komt daar niet voor.",
    ]);
  });

  test("a code or a name in any case and Enter open what it is, before the suggestions and without them", async () => {
    const page = await explorer.openWithoutMap("/");
    for (const [line, keys, heading] of [
      ["3631", [], "Weesp"],
      ["1382", ["Escape"], "1382"],
      ["weesp", [], "Weesp"],
      ["1384", ["Escape"], "1384"],
      ["WEESP", ["Escape"], "Weesp"],
    ] as const) {
      await searchBox(page).fill(line);
      for (const key of [...keys, "Enter"]) {
        await page.keyboard.press(key);
      }
      await untilHeading(page, heading);
    }
    for (const position of ["52.3111, 5.0253", "5.0253 52.3111", "9F47826G+C4"]) {
      await searchBox(page).fill(position);
      await page.keyboard.press("Enter");
      await page.locator(".result .eyebrow", { hasText: "Plek op de kaart" }).waitFor();
      await untilHeading(page, "Pampuslaan 40a");
      await page.goto(explorer.urlOf("/"));
    }
    await page.goto(explorer.urlOf("/?q=3631"));
    await page.getByRole("link", { name: "Woonplaats Weesp" }).click();
    await untilHeading(page, "Weesp");
  });

  test("an outline around addresses is called so, on the card and in the legend", async () => {
    // The borders of 2022 have no 1384.
    const page = await explorer.open("/?postcode=1384");
    await page.getByText("De omtrek is geen officiële grens").waitFor();
    await page.getByText("postcodegebied (licht: getekend om de adressen)").waitFor();
    await searchBox(page).fill("1382");
    await page.keyboard.press("Enter");
    await untilHeading(page, "1382");
    expect(await page.getByText("De omtrek is geen officiële grens").count()).toBe(0);
  });

  test("a Dutch page has no English sentence about a link that is not right, nor in the steps", async () => {
    const page = await explorer.openWithoutMap("/?point=99,999");
    await untilHeading(page, "Deze link klopt niet");
    await page.getByText("De link bevat een ongeldige waarde").waitFor();
    await page.goto(explorer.urlOf("/?q=keurstrat+5a+weesp"));
    await page.getByText("Alle stappen van de zoekmachine").click();
    await page.getByText("één typefout: 1 gevonden").waitFor();
    expect(await page.locator('.trace [lang="en"]').count()).toBe(0);
  });
});
