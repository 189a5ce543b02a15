/** Tests that the form component understands what the browser's own autofill puts into it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { openShopHarness, type ShopHarness } from "../../support/browser/shop-harness.ts";

/** Makes Chromium fill in a profile as if a shopper had picked it in the field of the postcode. */
async function autofill(page: Page, profile: Readonly<Record<string, string>>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("Autofill.enable");
  const { result } = await session.send("Runtime.evaluate", {
    expression: `document.querySelector("baken-address").shadowRoot.querySelector("#postcode")`,
  });
  const { node } = await session.send("DOM.describeNode", { objectId: result.objectId! });
  const { frameTree } = await session.send("Page.getFrameTree");
  const fields = Object.entries(profile).map(([name, value]) => ({ name, value }));
  await session.send("Autofill.trigger", {
    fieldId: node.backendNodeId,
    frameId: frameTree.frame.id,
    address: { fields },
  });
}

const PROFILE = {
  NAME_FULL: "Jan Jansen",
  ADDRESS_HOME_LINE1: "Prinses Beatrixlaan 3c",
  ADDRESS_HOME_STREET_ADDRESS: "Prinses Beatrixlaan 3c",
  ADDRESS_HOME_ZIP: "1381 AG",
  ADDRESS_HOME_CITY: "Weesp",
  ADDRESS_HOME_COUNTRY: "NL",
};
const FORM = `<label>Name <input name="name" autocomplete="name"></label>
  <baken-address key="KEY" name="to" required></baken-address>`;

describe.skipIf(!HAS_BROWSER)("autofill of the browser", () => {
  let harness: ShopHarness;
  beforeAll(async () => {
    harness = await openShopHarness({ isWhole: true });
  });
  afterAll(() => harness.close());

  test("a number behind the street moves to its own field", async () => {
    const { page, order, close } = await harness.open(FORM);
    await autofill(page, PROFILE);
    await page.getByText("Gevonden: Prinses Beatrixlaan 3c").waitFor();
    expect(await order()).toEqual({
      name: "Jan Jansen",
      "to.postcode": "1381AG",
      "to.number": "3",
      "to.addition": "c",
      "to.street": "Prinses Beatrixlaan",
      "to.city": "Weesp",
      "to.certainty": "confirmed",
      "to.id": "0457200000206123",
    });
    await close();
  });

  test("a street that is not at the postcode stays as it was filled in", async () => {
    const { page, close } = await harness.open(FORM);
    await autofill(page, {
      ...PROFILE,
      ADDRESS_HOME_LINE1: "Plein 1940",
      ADDRESS_HOME_STREET_ADDRESS: "Plein 1940",
    });
    await page.waitForResponse(/number=1940/);
    expect(await page.getByLabel("Straat").inputValue()).toBe("Plein 1940");
    expect(await page.getByLabel("Huisnummer").inputValue()).toBe("");
    await close();
  });

  test("while the service is away the number is moved all the same", async () => {
    const { page, order, close } = await harness.open(FORM.replace("KEY", "1|bkn_wrong"));
    await autofill(page, PROFILE);
    await page.getByText("Het adres kan nu niet worden aangevuld").waitFor();
    expect(await order()).toMatchObject({
      "to.number": "3",
      "to.addition": "c",
      "to.street": "Prinses Beatrixlaan",
      "to.certainty": "unchecked",
    });
    await close();
  });
});
