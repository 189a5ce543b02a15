/** Tests the search line of the form component: suggestions, keyboard, screen reader, switching to the fields. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { openShopHarness, type ShopHarness } from "../../support/browser/shop-harness.ts";
import { until } from "../../support/processes/until.ts";

const FORM = '<baken-address key="KEY" mode="search" required></baken-address>';

describe.skipIf(!HAS_BROWSER)("the search line of the form component", () => {
  let harness: ShopHarness;
  beforeAll(async () => {
    harness = await openShopHarness();
  });
  afterAll(() => harness.close());

  test("by keyboard: a street, then its number, then the address; choosing costs no request", async () => {
    const { page, requests, order, faults, close } = await harness.open(FORM);
    await page.keyboard.press("Tab");
    // Inserted at once: for letters typed with pauses the form would send a request each.
    await page.keyboard.insertText("keur");
    await page.getByRole("option", { name: "Keurstraat Weesp" }).waitFor();
    const search = page.getByRole("combobox");
    expect(await search.getAttribute("aria-activedescendant")).toBeNull();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("Vul het huisnummer aan.").waitFor();
    expect(await search.inputValue()).toBe("Keurstraat , Weesp");
    await page.keyboard.type("5");
    await page.getByRole("option", { name: "Keurstraat 5a 1382 KT Weesp" }).waitFor();
    await page.keyboard.press("ArrowUp");
    expect(await page.locator("baken-address").ariaSnapshot()).toBe(`- group "Adres":
  - text: Adres Zoek het adres
  - combobox "Zoek het adres" [expanded]: Keurstraat 5, Weesp
  - listbox "Zoek het adres":
    - option "Keurstraat 5 1382 KT Weesp"
    - option "Keurstraat 5a 1382 KT Weesp" [selected]
  - status: Straat, huisnummer en plaats, of een postcode.
  - button "Vul het adres zelf in"
  - status: 2 suggesties`);
    await page.keyboard.press("Enter");
    await page.getByText("Gevonden: Keurstraat 5a").waitFor();
    expect(await search.inputValue()).toBe("Keurstraat 5a, 1382 KT Weesp");
    expect(requests).toEqual([
      "/addresses/autocomplete?q=keur&limit=10&include=address",
      "/addresses/autocomplete?q=Keurstraat+5,+Weesp&limit=10&include=address",
    ]);
    expect(await order()).toMatchObject({
      postcode: "1382KT",
      number: "5",
      addition: "a",
      certainty: "confirmed",
    });
    expect(faults).toEqual([]);
    await close();
  });

  test("Escape closes the list and keeps the text; an arrow opens it again; a click chooses", async () => {
    const { page, close } = await harness.open(FORM);
    const search = page.getByRole("combobox");
    await search.pressSequentially("keurstraat 5");
    await page.getByRole("listbox").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("listbox").count()).toBe(0);
    expect(await search.getAttribute("aria-expanded")).toBe("false");
    expect(await search.inputValue()).toBe("keurstraat 5");
    await page.keyboard.press("Alt+ArrowDown");
    expect(await search.getAttribute("aria-expanded")).toBe("true");
    await page.getByRole("option").first().click();
    await page.getByText("Gevonden: Keurstraat 5,").waitFor();
    expect(await search.evaluate((input) => input.matches(":focus"))).toBe(true);
    await close();
  });

  test("a line that means one address is taken when it is left; other text is asked for", async () => {
    const { page, order, close } = await harness.open(FORM);
    const search = page.getByRole("combobox");
    await search.fill("keurstraat 5a weesp");
    await page.keyboard.press("Tab");
    await page.getByText("Gevonden: Keurstraat 5a").waitFor();
    expect(await order()).toMatchObject({ street: "Keurstraat", number: "5", addition: "a" });

    await page.goBack();
    await page.getByText("Gevonden: Keurstraat 5a").waitFor();
    const before = harness.shop.orders.length;
    await search.fill("ergens anders");
    await page.getByText("Geen adres gevonden.").waitFor();
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByRole("status").getByText("Kies een adres uit de lijst").waitFor();
    expect(await search.evaluate((input) => input.matches(":focus"))).toBe(true);
    expect(harness.shop.orders.length).toBe(before);
    await close();
  });

  test("Enter takes an address that is meant beyond doubt, with its typing errors, before the form goes", async () => {
    const { page, requests, close } = await harness.open(FORM);
    const before = harness.shop.orders.length;
    await page.getByRole("combobox").pressSequentially("kuerstr 5a wesp");
    await page.keyboard.press("Enter");
    await until(() => harness.shop.orders.length > before);
    expect(Object.fromEntries(harness.shop.orders.at(-1)!)).toMatchObject({
      ...{ postcode: "1382KT", number: "5", addition: "a", certainty: "confirmed", id: "0457200000521750" },
    });
    expect(requests.at(-1)).toBe("/geocode/forward?q=kuerstr+5a+wesp");
    await close();
  });

  test("a line that means a number with letters offers them; another line forgets the number", async () => {
    const { page, order, close } = await harness.open(FORM);
    const search = page.getByRole("combobox");
    await search.fill("prinses beatrixlaan 3 weesp");
    await page.keyboard.press("Tab");
    await page.getByText("Nummer 3 bestaat alleen met een toevoeging").waitFor();
    await page.getByRole("radio", { name: "3d" }).check();
    await page.getByText("Gevonden: Prinses Beatrixlaan 3d").waitFor();
    expect(await order()).toMatchObject({ postcode: "1381AG", number: "3", addition: "d" });

    await page.goBack();
    await page.getByText("Gevonden: Prinses Beatrixlaan 3d").waitFor();
    // Enter submits without another request for the line, because an address was already chosen.
    const orders = harness.shop.orders.length;
    await search.press("Enter");
    await until(() => harness.shop.orders.length > orders);
    expect(Object.fromEntries(harness.shop.orders.at(-1)!)).toMatchObject({ number: "3", addition: "d" });

    // The shop receives the order before the browser has loaded the answer. Going back needs the loaded page.
    await page.waitForURL("**/orders");
    await page.goBack();
    await page.getByText("Gevonden: Prinses Beatrixlaan 3d").waitFor();
    await search.fill("keurstraat weesp");
    await page.keyboard.press("Tab");
    await page.getByText("Het is niet duidelijk welk adres u bedoelt.").waitFor();
    expect(await page.locator("baken-address").evaluate((element) => Object(element).value)).toEqual({
      ...{ postcode: "", number: "", addition: "", street: "", city: "" },
    });
    await close();
  });

  test("a fault of a field that is not shown appears at the line", async () => {
    const { page, close } = await harness.open(FORM);
    await page.getByRole("button", { name: "Vul het adres zelf in" }).click();
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByRole("button", { name: "Zoek op straat of plaats" }).click();
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByRole("status").getByText("Vul het huisnummer in.").waitFor();
    expect(await page.getByRole("combobox").evaluate((input) => input.matches(":focus"))).toBe(true);
    await close();
  });

  test("from the search to the fields and back nothing typed is lost", async () => {
    const { page, order, close } = await harness.open(FORM);
    await page.getByRole("combobox").fill("keurstraat 5 weesp");
    await page.getByRole("option").first().click();
    await page.getByRole("button", { name: "Vul het adres zelf in" }).click();
    expect(await page.getByLabel("Postcode").inputValue()).toBe("1382 KT");
    await page.getByLabel("Straat").fill("Keurstraat (achter)");
    await page.getByRole("button", { name: "Zoek op straat of plaats" }).click();
    expect(await page.getByRole("combobox").inputValue()).toBe("Keurstraat 5, 1382 KT Weesp");
    expect(await order()).toMatchObject({ street: "Keurstraat (achter)", certainty: "edited" });
    await close();
  });

  test("a line that is not chosen yet does not send the address that the fields had before", async () => {
    const { page, order, close } = await harness.open(FORM);
    await page.getByRole("button", { name: "Vul het adres zelf in" }).click();
    for (const [label, text] of [
      ["Postcode", "1381AG"],
      ["Huisnummer", "999"],
      ["Straat", "Prinses Beatrixlaan"],
      ["Plaats", "Weesp"],
    ] as const) {
      await page.getByLabel(label).fill(text);
    }
    await page.getByRole("button", { name: "Zoek op straat of plaats" }).click();
    await page.getByRole("combobox").fill("keurstraat weesp");
    const before = harness.shop.orders.length;
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByRole("status").getByText("Kies een adres uit de lijst").waitFor();
    expect(harness.shop.orders.length).toBe(before);
    await page.getByRole("combobox").fill("keurstraat 5 weesp");
    await page.getByRole("option").first().click();
    expect(await order()).toMatchObject({ street: "Keurstraat", number: "5", certainty: "confirmed" });
    await close();
  });

  test("an answer that comes late does not replace a later one", async () => {
    const { page, close } = await harness.open(FORM);
    let isHeld = true;
    await page.route(/q=keurstraat/, async (route) => {
      await until(() => !isHeld);
      await route.continue().catch(() => {});
    });
    const search = page.getByRole("combobox");
    const first = page.waitForRequest(/q=keurstraat/);
    await search.fill("keurstraat");
    await first;
    await search.fill("prinses beatrixlaan 3c");
    await page.getByRole("option", { name: "Prinses Beatrixlaan 3c" }).waitFor();
    isHeld = false;
    await page.unrouteAll({ behavior: "wait" });
    expect(await page.getByRole("option").allTextContents()).toEqual([
      "Prinses Beatrixlaan 3c 1381 AG Weesp",
    ]);
    await close();
  });
});
