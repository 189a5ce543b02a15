/** Tests that the form component stays a plain form when the service cannot answer. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { openShopHarness, type ShopHarness } from "../../support/browser/shop-harness.ts";
import { until } from "../../support/processes/until.ts";

const FORM = '<baken-address key="KEY" required></baken-address>';
const UNAVAILABLE = "Het adres kan nu niet worden aangevuld. Vul het zelf in.";
const TYPED = {
  postcode: "1382KT",
  number: "5",
  street: "Keurstr.",
  city: "Weesp",
  certainty: "unchecked",
  id: "",
};

/** Fills in a whole address by hand, the place before the service has been asked. */
async function typeAll(page: Page): Promise<void> {
  await page.getByLabel("Plaats").fill(TYPED.city);
  await page.getByLabel("Postcode").fill(TYPED.postcode);
  await page.getByLabel("Huisnummer").fill(TYPED.number);
  await page.getByText(UNAVAILABLE).waitFor();
  await page.getByLabel("Straat").fill(TYPED.street);
}

describe.skipIf(!HAS_BROWSER)("the form component without an answer", () => {
  let harness: ShopHarness;
  beforeAll(async () => {
    harness = await openShopHarness();
  });
  afterAll(() => harness.close());

  test("with a wrong key it asks once, and submits what was typed", async () => {
    const wrong = `${harness.key.slice(0, -8)}00000000`;
    const { page, requests, order, changes, faults, close } = await harness.open(FORM.replace("KEY", wrong));
    await typeAll(page);
    await page.getByLabel("Huisnummer").fill("7");
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByText(UNAVAILABLE).waitFor();
    expect(requests).toHaveLength(1);
    expect((await changes()).at(-1)).toMatchObject({ reason: "refused", problem: { status: 401 } });
    expect(await order()).toMatchObject(TYPED);
    // The developer of the shop reads why, once.
    expect(faults).toHaveLength(1);
    expect(faults[0]).toStartWith("console: <baken-address> was refused by its service: ");
    await close();
  });

  test("the right key, set later, ends that", async () => {
    const { page, close } = await harness.open(FORM.replace("KEY", "1|bkn_wrong"));
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByText(UNAVAILABLE).waitFor();
    await page
      .locator("baken-address")
      .evaluate((element, key) => Object.assign(element, { apiKey: key }), harness.key);
    await page.getByText("Gevonden: Keurstraat 5").waitFor();
    await close();
  });

  test("a key that does not approve the shop", async () => {
    const other = harness.issue({ origin: "https://another.example" });
    const { page, order, changes, faults, close } = await harness.open(FORM.replace("KEY", other));
    await typeAll(page);
    expect((await changes()).at(-1)).toMatchObject({ certainty: "unchecked" });
    expect(await order()).toMatchObject(TYPED);
    const told = faults.filter((fault) => fault.includes("<baken-address>"));
    expect(told).toEqual([
      `console: <baken-address> got no answer: the service is away, or its key does not approve the origin ${harness.shop.origin}.`,
    ]);
    await close();
  });

  test("without a key it is a plain form that asks nothing", async () => {
    const { page, requests, order, faults, close } = await harness.open(
      "<baken-address required></baken-address>",
    );
    await typeAll(page);
    expect(faults).toEqual(["console: <baken-address> has no api-key."]);
    expect(requests).toEqual([]);
    expect(await order()).toMatchObject(TYPED);
    await close();
  });

  test("at the limit of a visitor it waits for the time that the service gives", async () => {
    const limited = harness.issue({ visitorRate: 1 });
    const { page, requests, order, changes, close } = await harness.open(FORM.replace("KEY", limited));
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByText("Gevonden: Keurstraat 5").waitFor();
    await page.getByLabel("Huisnummer").fill("5a");
    await page.getByText(UNAVAILABLE).waitFor();
    await page.getByLabel("Huisnummer").fill("11");
    await until(async () => (await changes()).at(-1).reason === "limited");
    expect(requests).toHaveLength(2);
    expect(await order()).toMatchObject({ number: "11", street: "Keurstraat", certainty: "unchecked" });
    await close();
  });

  test("strict lets in confirmed addresses only", async () => {
    const { page, order, close } = await harness.open(
      '<baken-address key="KEY" required strict></baken-address>',
    );
    const before = harness.shop.orders.length;
    const press = () => page.getByRole("button", { name: "Order" }).click();
    await page.getByLabel("Postcode").fill("1381AG");
    await page.getByLabel("Huisnummer").fill("9999");
    await page.getByLabel("Straat").fill("Straat");
    await page.getByLabel("Plaats").fill("Weesp");
    await page.getByText("staat niet in het register").waitFor();
    await press();
    await page.getByText("staat niet in het register. Controleer").waitFor();
    await page.getByLabel("Huisnummer").fill("3");
    await page.getByRole("radio", { name: "3d" }).waitFor();
    await press();
    expect(harness.shop.orders.length).toBe(before);
    await page.getByRole("radio", { name: "3d" }).check();
    await page.getByRole("button", { name: "Overnemen" }).click();
    expect(await order()).toMatchObject({ number: "3", addition: "d", certainty: "confirmed" });
    await close();
  });

  test("while the service is away all can be typed and submitted; when it is back it fills in again", async () => {
    const { page, order, changes, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").fill("1381AG");
    await page.getByLabel("Huisnummer").fill("3a");
    await page.getByText("Gevonden").waitFor();
    await harness.stopService();
    await page.getByLabel("Straat").fill("");
    await typeAll(page);
    expect((await changes()).at(-1)).toMatchObject({ reason: "away", values: { city: "Weesp" } });
    await page.getByRole("button", { name: "Zoek op straat" }).click();
    await page.getByRole("combobox").fill("keur");
    await page.getByText(UNAVAILABLE).waitFor();
    expect(await page.getByLabel("Straat").inputValue()).toBe(TYPED.street);
    expect(await order()).toMatchObject(TYPED);

    await harness.startService();
    await page.goBack();
    await page.getByText("Volgens het register: Keurstraat 5").waitFor();
    await close();
  });
});
