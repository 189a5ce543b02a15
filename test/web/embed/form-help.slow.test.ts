/** Help of the form component while it is filled in: pasted lines, impossible values, neighbours, former addresses. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectAccessible, HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { openShopHarness, type ShopHarness } from "../../support/browser/shop-harness.ts";
import { makeWeespPastFolder } from "../../support/countries/import-data-folders.ts";
import { until } from "../../support/processes/until.ts";

const FORM = '<baken-address key="KEY" name="shipping" required strict></baken-address>';
const SEARCH = '<baken-address key="KEY" name="shipping" mode="search" required strict></baken-address>';

describe.skipIf(!HAS_BROWSER)("the form component helps", () => {
  let harness: ShopHarness;
  beforeAll(async () => {
    harness = await openShopHarness({ makeFolder: makeWeespPastFolder });
  });
  afterAll(() => harness.close());

  test("Enter closes the suggestions, also without a chosen one", async () => {
    const { page, close } = await harness.open(SEARCH);
    const box = page.getByRole("combobox");
    await box.pressSequentially("Keurstr");
    await page.getByRole("option").first().waitFor();
    await box.press("Enter");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
    await close();
  });

  test.each(["Postcode", "Huisnummer", "Straat", "Plaats"])(
    "a whole line pasted into %s fills all fields",
    async (label) => {
      const { page, faults, close } = await harness.open(FORM, {
        permissions: ["clipboard-read", "clipboard-write"],
      });
      await page.evaluate("navigator.clipboard.writeText('Keurstraat 5a, 1382 KT Weesp')");
      await page.getByLabel(label, { exact: true }).focus();
      await page.keyboard.press("Control+V");
      await page.getByText("Gevonden: Keurstraat 5a, 1382 KT Weesp").waitFor();
      const values = await page.evaluate("document.querySelector('baken-address').value");
      expect(values).toEqual({
        postcode: "1382KT",
        number: "5",
        addition: "a",
        street: "Keurstraat",
        city: "Weesp",
      });
      expect(faults).toEqual([]);
      await close();
    },
  );

  test("a pasted postcode, number or name is no line", async () => {
    const { page, requests, close } = await harness.open(FORM, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    for (const [label, text] of [
      ["Postcode", "1382 KT"],
      ["Huisnummer", "5 a"],
      ["Straat", "2e Keucheniusstraat"],
      ["Plaats", "Weesp"],
    ] as const) {
      await page.evaluate(`navigator.clipboard.writeText('${text}')`);
      await page.getByLabel(label, { exact: true }).fill("");
      await page.keyboard.press("Control+V");
    }
    await page.getByText("Volgens het register: Keurstraat 5a").waitFor();
    expect(requests.filter((path) => path.includes("geocode"))).toEqual([]);
    await close();
  });

  test("an impossible postcode is named when its field is left, until it is corrected", async () => {
    const { page, close } = await harness.open(FORM);
    const postcode = page.getByLabel("Postcode");
    await postcode.fill("1382K");
    expect(await page.getByText("vier cijfers en twee letters").count()).toBe(0);
    await postcode.press("Tab");
    await page.getByText("Een postcode heeft vier cijfers en twee letters").waitFor();
    expect(await postcode.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await postcode.fill("1382KT");
    await page.getByText("vier cijfers en twee letters").waitFor({ state: "detached" });
    expect(await page.getByText("Vul het huisnummer in.").count()).toBe(0);
    await close();
  });

  test("a former address is offered as it is today", async () => {
    const { page, close } = await harness.open(FORM);
    await page.getByLabel("Postcode").fill("1382JK");
    await page.getByLabel("Huisnummer").fill("131");
    await page.getByText("Dit adres is op 28 april 2014 veranderd.").waitFor();
    await page.getByRole("button", { name: "Overnemen" }).click();
    await page.getByText("Gevonden: Hogeweyselaan 145, 1382 JK Weesp").waitFor();
    expect(await page.getByLabel("Huisnummer").inputValue()).toBe("145");
    await close();
  });

  test("the number at the neighbouring postcode of the street is offered", async () => {
    const { page, changes, close } = await harness.open(FORM);
    // In the extract M.Dotingalaan 69 has 1381GA; 1381GC is the same street and has no number 69.
    await page.getByLabel("Postcode").fill("1381GC");
    await page.getByLabel("Huisnummer").fill("69");
    await page.getByText("Bedoelt u M.Dotingalaan 69, 1381 GA Weesp?").waitFor();
    expect((await changes()).at(-1)).toMatchObject({ certainty: "unknown", address: null });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Overnemen" }).click();
    await page.getByText("Gevonden: M.Dotingalaan 69, 1381 GA Weesp").waitFor();
    await close();
  });

  test("the search says that the street has no such number", async () => {
    const { page, close } = await harness.open(SEARCH);
    await page.getByRole("combobox").fill("Keurstraat 900, Weesp");
    await page.getByRole("combobox").press("Tab");
    await page.getByText("Deze straat heeft geen nummer 900.").waitFor();
    await close();
  });

  test("the fault is said once: in the form, not in a bubble of the browser; the field has the focus", async () => {
    const { page, close } = await harness.open(FORM);
    await page.evaluate(`globalThis.bubbles = 0;
      addEventListener("invalid", (event) => setTimeout(() => (bubbles += event.defaultPrevented ? 0 : 1)), true);`);
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByText("Vul de postcode in.").waitFor();
    expect(await page.evaluate<number>("bubbles")).toBe(0);
    await until(() =>
      page.evaluate<boolean>(
        "document.querySelector('baken-address').shadowRoot.activeElement?.id === 'postcode'",
      ),
    );
    await close();
  });
});
