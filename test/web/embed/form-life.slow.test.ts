/** Tests the form component as an element of a form: reset, fieldsets, several of them, labels, languages, widths. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible, HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { openShopHarness, type ShopHarness } from "../../support/browser/shop-harness.ts";
import { until } from "../../support/processes/until.ts";

/** The component as scripts of a shop see it. */
interface BakenAddress {
  value: Record<string, string>;
  readonly certainty: string;
  addEventListener(type: "address-change", listener: (event: AddressChange) => void): void;
}
interface AddressChange {
  readonly detail: { readonly certainty: string; readonly address: { readonly full_address: string } };
}

async function fillIn(page: Page, postcode: string, number: string): Promise<void> {
  await page.getByLabel("Postcode").fill(postcode);
  await page.getByLabel(/Huisnummer|House number/).fill(number);
  await page.getByText(/Gevonden|Found/).waitFor();
}

describe.skipIf(!HAS_BROWSER)("the form component as an element of a form", () => {
  let harness: ShopHarness;
  beforeAll(async () => {
    harness = await openShopHarness();
  });
  afterAll(() => harness.close());

  test("a reset empties it; the next address is filled in as the first one was", async () => {
    const { page, changes, close } = await harness.open('<baken-address key="KEY"></baken-address>');
    await fillIn(page, "1382KT", "5");
    await page.getByRole("button", { name: "Reset" }).click();
    for (const label of ["Postcode", "Huisnummer", "Toevoeging", "Straat", "Plaats"]) {
      expect(await page.getByRole("textbox", { name: label }).inputValue()).toBe("");
    }
    expect((await changes()).at(-1)).toMatchObject({
      certainty: "unchecked",
      reason: "incomplete",
      address: null,
    });
    await fillIn(page, "1381AG", "3a");
    expect(await page.getByLabel("Straat").inputValue()).toBe("Prinses Beatrixlaan");
    await close();
  });

  test("after a step back it has what was typed; what was filled in gives way to another address", async () => {
    const { page, order, close } = await harness.open('<baken-address key="KEY"></baken-address>');
    await fillIn(page, "1382KT", "5");
    await order();
    await page.goBack();
    await page.getByText("Gevonden: Keurstraat 5").waitFor();
    await fillIn(page, "1381AG", "3a");
    await page.getByText("Gevonden: Prinses Beatrixlaan 3a").waitFor();
    expect(await order()).toMatchObject({ street: "Prinses Beatrixlaan", certainty: "confirmed" });
    await close();
  });

  test("in a disabled fieldset it cannot be used and submits nothing", async () => {
    const { page, order, close } = await harness.open(
      '<fieldset disabled><baken-address key="KEY" required></baken-address></fieldset><input name="note" value="x">',
    );
    expect(await page.getByLabel("Postcode").isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Zoek op straat" }).isDisabled()).toBe(true);
    expect(await order()).toEqual({ note: "x" });
    await page.goBack();
    await page
      .locator("fieldset")
      .first()
      .evaluate((fieldset) => fieldset.removeAttribute("disabled"));
    expect(await page.getByLabel("Postcode").isEnabled()).toBe(true);
    await close();
  });

  test("two of them in one form submit under their own names", async () => {
    const { page, order, faults, close } = await harness.open(
      `<baken-address key="KEY" name="shipping" section="shipping"></baken-address>
       <baken-address key="KEY" name="billing" section="billing"></baken-address>`,
    );
    await page.getByLabel("Postcode").nth(0).fill("1382KT");
    await page.getByLabel("Huisnummer").nth(0).fill("5");
    await page.getByLabel("Postcode").nth(1).fill("1381AG");
    await page.getByLabel("Huisnummer").nth(1).fill("3b");
    await page.getByText("Gevonden: Prinses Beatrixlaan 3b").waitFor();
    await expectAccessible(page);
    const sections = page.locator("input[autocomplete$=postal-code]");
    expect(await sections.nth(0).getAttribute("autocomplete")).toBe("shipping postal-code");
    expect(await sections.nth(1).getAttribute("autocomplete")).toBe("billing postal-code");
    const order1 = await order();
    expect(order1).toMatchObject({
      "shipping.street": "Keurstraat",
      "billing.street": "Prinses Beatrixlaan",
    });
    expect(Object.keys(order1)).toHaveLength(14);
    expect(faults).toEqual([]);
    await close();
  });

  test("a label of the shop moves the focus into it; scripts read and set its value", async () => {
    const { page, close } = await harness.open(
      '<label for="a">Deliver to</label><baken-address id="a" key="KEY"></baken-address>',
    );
    await page.getByText("Deliver to").click();
    await page.keyboard.type("1382kt");
    expect(await page.getByLabel("Postcode").inputValue()).toBe("1382kt");
    const read = await page.locator("baken-address").evaluate(async (element: BakenAddress) => {
      const told = new Promise((resolve) => {
        element.addEventListener("address-change", ({ detail: { certainty, address } }) => {
          if (certainty === "confirmed") {
            resolve(address.full_address);
          }
        });
      });
      element.value = { postcode: "1381AG", number: "3", addition: "e" };
      return [await told, element.value, element.certainty];
    });
    expect(read).toEqual([
      "Prinses Beatrixlaan 3e, 1381AG Weesp",
      { postcode: "1381AG", number: "3", addition: "e", street: "Prinses Beatrixlaan", city: "Weesp" },
      "confirmed",
    ]);
    await close();
  });

  test("input and change events of its fields reach the form, also when it fills them in itself", async () => {
    const { page, close } = await harness.open('<baken-address key="KEY"></baken-address>');
    await page.locator("form").evaluate((form) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      for (const type of ["input", "change"]) {
        form.addEventListener(type, ({ target }: { target: { localName: string } }) => {
          seen.push(`${type} ${target.localName}`);
        });
      }
    });
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByText("Gevonden").waitFor();
    const host = "baken-address";
    const typed = [`input ${host}`, `change ${host}`, `input ${host}`];
    expect(await page.evaluate<string[]>("seen")).toEqual([...typed, `input ${host}`, `change ${host}`]);
    await close();
  });

  test("fields inside it serve where its script cannot be loaded, and give it their texts where it can", async () => {
    const fallback = `<baken-address key="KEY" name="shipping">
      <label>Postcode <input name="shipping.postcode" value="1382KT" required></label>
      <label>House number <input name="shipping.number" value="5" required></label>
      <label>Street <input name="shipping.street" required></label></baken-address>`;
    const upgraded = await harness.open(fallback);
    await upgraded.page.getByText("Gevonden: Keurstraat 5").waitFor();
    await upgraded.page.getByLabel("Huisnummer").fill("7");
    await upgraded.page.getByRole("button", { name: "Reset" }).click();
    expect(await upgraded.page.getByLabel("Huisnummer").inputValue()).toBe("5");
    await upgraded.page.getByText("Gevonden: Keurstraat 5").waitFor();
    expect(Object.keys(await upgraded.order())).toHaveLength(7);
    await upgraded.close();

    const plain = await harness.open(fallback, { javaScriptEnabled: false });
    await plain.page.getByLabel("Street").fill("Keurstraat");
    expect(await plain.order()).toEqual({
      "shipping.postcode": "1382KT",
      "shipping.number": "5",
      "shipping.street": "Keurstraat",
    });
    await plain.close();
  });

  test("speaks English on an English page, and the language of its own attribute before that", async () => {
    const english = await harness.open('<baken-address key="KEY"></baken-address>', { language: "en" });
    await fillIn(english.page, "1382KT", "5");
    expect(await english.page.locator("baken-address").ariaSnapshot()).toBe(`- group "Address":
  - text: Address Postcode
  - textbox "Postcode": 1382 KT
  - text: House number
  - textbox "House number": "5"
  - text: Addition
  - textbox "Addition"
  - status: "Found: Keurstraat 5, 1382 KT Weesp"
  - text: Street
  - textbox "Street": Keurstraat
  - text: City
  - textbox "City": Weesp
  - button "Search by street or city"
  - status`);
    await english.page.locator("baken-address").evaluate((element) => element.setAttribute("lang", "nl"));
    await english.page.getByText("Gevonden: Keurstraat 5").waitFor();
    await english.close();
  });

  test.each(["light", "dark"] as const)("fits a phone of 360 pixels, %s", async (colorScheme) => {
    const { page, faults, close } = await harness.open('<baken-address key="KEY"></baken-address>', {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      colorScheme,
    });
    await page.getByLabel("Postcode").fill("1382KB");
    await page.getByLabel("Huisnummer").fill("51");
    await page.getByRole("radio", { name: "51A-10" }).waitFor();
    expect(await page.getByRole("radio").count()).toBe(38);
    expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBe(360);
    await expectAccessible(page);
    await page.getByRole("radio", { name: "51H-1" }).tap();
    await page.getByText("Gevonden: Bloemendalerweg 51H-1").waitFor();
    expect(await page.getByRole("textbox", { name: "Toevoeging" }).inputValue()).toBe("H-1");
    await until(async () => (await page.getByRole("radio", { checked: true }).count()) === 1);
    expect(faults).toEqual([]);
    await close();
  });
});
