/**
 * Tests the form component as a shopper meets it: in a plain form of a shop on another origin, with a strict policy.
 * Addresses are of the real Weesp: Keurstraat 5 (1382KT); number 3 of 1381AG, which exists as 3a to 3e only.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { openShopHarness, type ShopHarness } from "../../support/browser/shop-harness.ts";
import { until } from "../../support/processes/until.ts";

/** Function by which the page reports a press of the button to this test. */
declare function tellPressed(): Promise<void>;

const FORM = '<baken-address key="KEY" name="shipping" required></baken-address>';
const KEURSTRAAT_5 = {
  "shipping.postcode": "1382KT",
  "shipping.number": "5",
  "shipping.addition": "",
  "shipping.street": "Keurstraat",
  "shipping.city": "Weesp",
  "shipping.certainty": "confirmed",
  "shipping.id": "0457200000521749",
};

describe.skipIf(!HAS_BROWSER)("the form component in a shop", () => {
  let harness: ShopHarness;
  beforeAll(async () => {
    harness = await openShopHarness();
  });
  afterAll(() => harness.close());

  test("postcode and number fill in street and place; the shop receives them", async () => {
    const { page, requests, faults, order, changes, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").pressSequentially("1382 kt");
    await page.getByLabel("Huisnummer").pressSequentially("5");
    await page.getByText("Gevonden: Keurstraat 5, 1382 KT Weesp").waitFor();
    expect(await page.getByLabel("Straat").inputValue()).toBe("Keurstraat");
    expect(await page.getByLabel("Plaats").inputValue()).toBe("Weesp");
    expect(requests).toEqual(["/addresses/lookup?postcode=1382KT&number=5"]);
    const told = await changes();
    expect(told.map(({ certainty, reason }) => [certainty, reason])).toEqual([
      ["unchecked", "pending"],
      ["confirmed", null],
    ]);
    expect(told.at(-1).address.nummeraanduiding_id).toBe("0457200000521749");
    expect(await order()).toEqual(KEURSTRAAT_5);
    expect(faults).toEqual([]);
    await close();
  });

  test("another number leaves no addition that was chosen for the number before, but one that was typed", async () => {
    const { page, close } = await harness.open(FORM);
    const addition = page.getByRole("textbox", { name: "Toevoeging" });
    await page.getByLabel("Postcode").fill("1381AG");
    await page.getByLabel("Huisnummer").fill("3");
    await page.getByRole("radio", { name: "3b" }).check();
    expect(await addition.inputValue()).toBe("b");
    await page.getByLabel("Huisnummer").fill("999");
    expect(await addition.inputValue()).toBe("");
    await addition.fill("c");
    await page.getByLabel("Huisnummer").fill("3");
    await page.getByText("Gevonden: Prinses Beatrixlaan 3c").waitFor();
    expect(await addition.inputValue()).toBe("c");
    await close();
  });

  test("the button waits for the answer to what was typed just before", async () => {
    const { page, order, close } = await harness.open(FORM.replace(" key=", " api-key="));
    await page.route(/addresses\/lookup/, async (route) => {
      // The button is pressed while the answer is under way.
      await pressed.promise;
      await route.continue();
    });
    const pressed = Promise.withResolvers<void>();
    await page.exposeFunction("tellPressed", () => pressed.resolve());
    await page
      .getByRole("button", { name: "Order" })
      .evaluate((button) => button.addEventListener("pointerup", () => void tellPressed()));
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    expect(await order()).toEqual(KEURSTRAAT_5);
    await close();
  });

  test("an addition that does not exist is named, with the number as it does exist", async () => {
    const { page, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("17");
    await page.getByLabel("Toevoeging", { exact: true }).fill("hs");
    await page.getByText("Nummer 17 bestaat niet met “hs”. Kies een die wel bestaat:").waitFor();
    await page.getByRole("radio", { name: "17", exact: true }).check();
    await page.getByText("Gevonden: Keurstraat 17, 1382 KT Weesp").waitFor();
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByLabel("Toevoeging", { exact: true }).fill("hs");
    await page.getByText("Nummer 5 bestaat niet met “hs”. Kies een die wel bestaat:").waitFor();
    expect(await page.getByRole("radiogroup").locator("label").allTextContents()).toEqual(["5", "5a"]);
    await close();
  });

  test("a number that exists only with letters offers them; arrow keys go through them", async () => {
    const { page, requests, order, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").pressSequentially("1381ag");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3");
    await page.getByText("Nummer 3 bestaat alleen met een toevoeging").waitFor();
    const choices = page.getByRole("radiogroup").getByRole("radio");
    expect(await choices.count()).toBe(5);
    expect(await page.locator("baken-address").ariaSnapshot()).toBe(`- group "Adres":
  - text: Adres Postcode
  - textbox "Postcode": 1381 AG
  - text: Huisnummer
  - textbox "Huisnummer": "3"
  - text: Toevoeging
  - textbox "Toevoeging"
  - status: "Nummer 3 bestaat alleen met een toevoeging. Kies de juiste:"
  - radiogroup "Toevoegingen die bestaan":
    - radio "3a"
    - text: 3a
    - radio "3b"
    - text: 3b
    - radio "3c"
    - text: 3c
    - radio "3d"
    - text: 3d
    - radio "3e"
    - text: 3e
  - text: Straat
  - textbox "Straat": Prinses Beatrixlaan
  - text: Plaats
  - textbox "Plaats": Weesp
  - button "Zoek op straat of plaats"
  - status`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.getByText("Gevonden: Prinses Beatrixlaan 3b").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByText("Gevonden: Prinses Beatrixlaan 3c").waitFor();
    expect(requests).toEqual(["/addresses/lookup?postcode=1381AG&number=3"]);
    expect(await order()).toMatchObject({
      "shipping.number": "3",
      "shipping.addition": "c",
      "shipping.certainty": "confirmed",
    });
    await close();
  });

  test.each(["3c", "3 C", "3-c"])("takes %s in the field of the number", async (number) => {
    const { page, order, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").fill("1381AG");
    await page.getByLabel("Huisnummer").pressSequentially(number);
    await page.getByText("Gevonden: Prinses Beatrixlaan 3c").waitFor();
    await page.keyboard.press("Tab");
    expect(await page.getByLabel("Huisnummer").inputValue()).toBe("3");
    expect(await order()).toMatchObject({ "shipping.number": "3", "shipping.certainty": "confirmed" });
    await close();
  });

  test("what was typed by hand stays, and the register's version can be taken", async () => {
    const { page, order, close } = await harness.open(FORM);
    await page.getByLabel("Straat").fill("Achter de Keurstraat");
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByText("Volgens het register: Keurstraat 5").waitFor();
    expect(await page.getByLabel("Straat").inputValue()).toBe("Achter de Keurstraat");
    expect(await page.getByLabel("Plaats").inputValue()).toBe("Weesp");
    expect(await order()).toMatchObject({
      "shipping.street": "Achter de Keurstraat",
      "shipping.certainty": "edited",
      "shipping.id": "",
    });
    await page.goBack();
    await page.getByText("Volgens het register: Keurstraat 5").waitFor();
    await page.getByRole("button", { name: "Overnemen" }).click();
    expect(await order()).toEqual(KEURSTRAAT_5);
    await close();
  });

  test("an unknown number blocks nothing; another postcode takes its street away", async () => {
    const { page, order, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByText("Gevonden").waitFor();
    await page.getByLabel("Huisnummer").fill("9999");
    await page.getByText("staat niet in het register").waitFor();
    expect(await page.getByLabel("Straat").inputValue()).toBe("Keurstraat");
    await page.getByLabel("Postcode").fill("9999ZZ");
    await page.keyboard.press("Tab");
    await until(async () => (await page.getByLabel("Straat").inputValue()) === "");
    await page.getByLabel("Straat").fill("Nieuwe weg");
    await page.getByLabel("Plaats").fill("Nergens");
    expect(await order()).toMatchObject({
      "shipping.postcode": "9999ZZ",
      "shipping.number": "9999",
      "shipping.street": "Nieuwe weg",
      "shipping.city": "Nergens",
      "shipping.certainty": "unknown",
    });
    await close();
  });

  test("by keyboard alone: Enter waits for the answer and submits", async () => {
    const { page, close } = await harness.open(FORM);
    const before = harness.shop.orders.length;
    await page.keyboard.press("Tab");
    await page.keyboard.type("1382KT");
    await page.keyboard.press("Tab");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await until(() => harness.shop.orders.length > before);
    expect(Object.fromEntries(harness.shop.orders.at(-1)!)).toEqual(KEURSTRAAT_5);
    await close();
  });

  test("a form with faults is not submitted; the first faulty field has the focus and says why", async () => {
    const { page, close } = await harness.open(FORM);
    const before = harness.shop.orders.length;
    const focused = () =>
      page.locator("baken-address").evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.id);
    await page.getByRole("button", { name: "Order" }).click();
    expect(await focused()).toBe("postcode");
    await page.getByRole("status").getByText("Vul de postcode in.").waitFor();
    expect(await page.getByLabel("Postcode").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Postcode").fill("1382");
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByRole("status").getByText("vier cijfers en twee letters").waitFor();
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByRole("button", { name: "Order" }).click();
    expect(await focused()).toBe("number");
    await page.getByRole("status").getByText("Vul het huisnummer in.").waitFor();
    expect(harness.shop.orders.length).toBe(before);
    await close();
  });
});
