/** Tests the messages of the form component for a former address of Weesp: 1382JK 131, 1382RA 35. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectAccessible, HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { openShopHarness, type ShopHarness } from "../../support/browser/shop-harness.ts";
import { makeWeespPastFolder } from "../../support/countries/import-data-folders.ts";

const FORM = '<baken-address key="KEY" name="shipping" required strict></baken-address>';

describe.skipIf(!HAS_BROWSER)("the form component and former addresses", () => {
  let harness: ShopHarness;
  beforeAll(async () => {
    harness = await openShopHarness({ makeFolder: makeWeespPastFolder });
  });
  afterAll(() => harness.close());

  test("says since when, and what it is today; the address stays unknown", async () => {
    const { page, changes, faults, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").fill("1382JK");
    await page.getByLabel("Huisnummer").fill("131");
    await page
      .getByText("Dit adres is op 28 april 2014 veranderd. Nu is het: Hogeweyselaan 145, 1382 JK Weesp.")
      .waitFor();
    expect((await changes()).at(-1)).toMatchObject({ certainty: "unknown", address: null });
    await expectAccessible(page);
    await page.getByLabel("Postcode").fill("1382RA");
    await page.getByLabel("Huisnummer").fill("35");
    await page.getByText("Dit adres bestaat sinds 18 augustus 2016 niet meer.").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test("says it before the additions that the number has today, and of an addition", async () => {
    const { page, changes, faults, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").fill("1382CH");
    await page.getByLabel("Huisnummer").fill("84");
    const gone = "Dit adres bestaat sinds 8 januari 2016 niet meer.";
    await page
      .getByText(`${gone} Nummer 84 bestaat alleen met een toevoeging. Kies de juiste:`, { exact: true })
      .waitFor();
    expect((await changes()).at(-1)).toMatchObject({ certainty: "ambiguous", address: null });
    await expectAccessible(page);
    await page.getByRole("radio").first().check();
    await page.getByText("Gevonden: Amstellandlaan 84", { exact: false }).waitFor();
    await page.getByLabel("Postcode").fill("1381AD");
    await page.getByLabel("Huisnummer").fill("24");
    await page.getByLabel("Toevoeging", { exact: true }).fill("b");
    await page
      .getByText(/^Dit adres .* Nummer 24 bestaat niet met “b”\. Kies een die wel bestaat:$/)
      .waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test("says so in English, when the order is refused for it", async () => {
    const { page, close } = await harness.open(FORM, { language: "en" });
    await page.getByLabel("Postcode").fill("1382RA");
    await page.getByLabel("House number").fill("35");
    await page.getByText("This address has not existed since 18 August 2016.").waitFor();
    await page.getByLabel("Street").fill("Kastanjelaan");
    await page.getByLabel("City").fill("Weesp");
    await page.getByRole("button", { name: "Order" }).click();
    await page
      .locator("[data-fault]", { hasText: "This address has not existed since 18 August 2016." })
      .waitFor();
    await close();
  });
});
