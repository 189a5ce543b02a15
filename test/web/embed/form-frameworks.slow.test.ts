/**
 * Tests the form component in shops of React, Vue and Svelte, rendered in the browser or hydrated from server output,
 * and the other recipes of docs/embed.md. All shops are built from the samples of that page and from examples/.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  FRAMEWORKS,
  type FrameworkName,
  installPackages,
  renderShop,
} from "../../support/browser/framework-shops.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { openShopHarness, type ShopHarness } from "../../support/browser/shop-harness.ts";
import { until } from "../../support/processes/until.ts";

const ROOT = join(import.meta.dir, "../../..");
const readExample = (name: string) => readFileSync(join(ROOT, "examples", name), "utf8");
const GUIDE = readFileSync(join(ROOT, "docs/embed.md"), "utf8");

/** Returns the first sample in a language below a heading of the guide. */
function sampleOf(language: string, heading: string): string {
  const text = GUIDE.split(`## ${heading}\n`)[1]!.split(/^## /m)[0]!;
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(text)![1]!;
}

const COMPONENTS: Readonly<Record<FrameworkName, string>> = {
  react: sampleOf("tsx", "In React, Vue and Svelte"),
  vue: readExample("vue/checkout.vue"),
  svelte: readExample("svelte/checkout.svelte"),
};

/** Puts a field inside the element, as the guide has it for React and for the others. */
function withFallback(name: FrameworkName, source: string): string {
  const attribute = name === "react" ? " suppressHydrationWarning={true}" : "";
  return source.replace(
    "></baken-address>",
    `><label>Code <input name="shipping.postcode"${attribute} /></label></baken-address>`,
  );
}

describe.skipIf(!HAS_BROWSER)("shops built from the guide", () => {
  const work = mkdtempSync(join(tmpdir(), "baken-frameworks-"));
  let harness: ShopHarness;
  beforeAll(async () => {
    await installPackages(work);
    harness = await openShopHarness();
  });
  afterAll(async () => {
    rmSync(work, { recursive: true });
    await harness?.close();
  });

  const SHOPS = (Object.keys(FRAMEWORKS) as FrameworkName[]).flatMap((name) => [
    [name, "in the browser"] as const,
    [name, "on a server"] as const,
  ]);
  test.each(SHOPS)("%s, rendered %s: an address by keyboard", async (name, place) => {
    const sample = COMPONENTS[name];
    const isServed = place === "on a server";
    const { html, script } = await renderShop(name, isServed ? withFallback(name, sample) : sample, work);
    expect(html).toMatch(/<baken-address [^>]*api-key="YOUR_BROWSER_KEY"/);
    const app = { html: `<div id="app">${isServed ? html : ""}</div>`, script };
    const { page, faults, close } = await harness.openApp(app);
    const before = harness.shop.orders.length;
    await page.getByLabel("Postcode").focus();
    await page.keyboard.type("1382kt");
    await page.keyboard.press("Tab");
    await page.keyboard.type("5");
    await page.getByText("Gevonden: Keurstraat 5, 1382 KT Weesp").waitFor();
    // The application has received the event, so it is live.
    await page.getByText("confirmed", { exact: true }).waitFor();
    expect(await page.locator("baken-address > label > input:disabled").count()).toBe(isServed ? 1 : 0);
    await page.keyboard.press("Enter");
    await until(() => harness.shop.orders.length > before);
    expect(Object.fromEntries(harness.shop.orders.at(-1)!)).toEqual({
      "shipping.postcode": "1382KT",
      "shipping.number": "5",
      "shipping.addition": "",
      "shipping.street": "Keurstraat",
      "shipping.city": "Weesp",
      "shipping.certainty": "confirmed",
      "shipping.id": "0457200000521749",
    });
    expect(faults).toEqual([]);
    await close();
  });

  test("the module of the package tells the developer that it needs an address of the service", async () => {
    const source = COMPONENTS.svelte.replace(/ base-url="[^"]*"/, "");
    const { script } = await renderShop("svelte", source, work);
    const { page, faults, close } = await harness.openApp({ html: '<div id="app"></div>', script });
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    await page.getByText("Het adres kan nu niet worden aangevuld.").waitFor();
    expect(faults).toEqual(["console: <baken-address> has no base-url."]);
    await close();
  });

  /** The component of the server, in a form of the shop. */
  const inForm = (html: string) =>
    `<script type="module" src="https://address.example/embed/baken-address.js"></script>
     <form method="post" action="/orders">${html}<button>Order</button></form>`;

  test("a country to choose: the fields of the other one are neither checked nor submitted", async () => {
    const heading = "A country to choose";
    const [html, script] = [sampleOf("html", heading), sampleOf("js", heading)];
    const { page, order, faults, close } = await harness.openApp({ html: inForm(html), script });
    await page.getByLabel("Postcode").fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5");
    expect(await order()).toMatchObject({
      ...{ country: "NL", "shipping.street": "Keurstraat", "shipping.certainty": "confirmed" },
    });
    await page.goto(harness.shop.origin);
    await page.getByLabel("Country").selectOption("BE");
    await page.getByLabel("Address").fill("Grote Markt 1");
    await page.getByLabel("Town").fill("Antwerpen");
    expect(await order()).toEqual({
      ...{ country: "BE", "shipping.street": "Grote Markt 1" },
      ...{ "shipping.postcode": "", "shipping.city": "Antwerpen" },
    });
    expect(faults).toEqual([]);
    await close();
  });

  test("the script for WooCommerce copies the address into the fields of the checkout", async () => {
    const script = readExample("woocommerce/baken-checkout.js");
    const fields = ["billing_postcode", "billing_address_1", "billing_city"].map(
      (name) => `<input id="${name}" name="${name}" aria-label="${name}">`,
    );
    const html = inForm(`<baken-address api-key="YOUR_BROWSER_KEY"></baken-address>${fields.join("")}`);
    const { page, order, faults, close } = await harness.openApp({ html, script });
    await page.getByLabel("Postcode", { exact: true }).fill("1382KT");
    await page.getByLabel("Huisnummer").fill("5a");
    await page.getByText("Gevonden: Keurstraat 5a").waitFor();
    expect(await order()).toMatchObject({
      ...{ billing_postcode: "1382KT", billing_address_1: "Keurstraat 5 a", billing_city: "Weesp" },
    });
    expect(faults).toEqual([]);
    await close();
  });
});
