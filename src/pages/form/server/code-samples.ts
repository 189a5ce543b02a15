/** Code that the page shows to copy. */
import { readFileSync } from "node:fs";
import { inEachLanguage, type Language } from "../../../base/language.ts";
import { programFile } from "../../../base/program-files.ts";
import { EMBED_PATH } from "../../kit/server/assets.ts";

const PLACEHOLDER = "https://address.example";
const CHECKOUT_HTML = readFileSync(
  programFile("src/pages/form/server/checkout-example/checkout.html"),
  "utf8",
);
const CHECKOUT_JS = readFileSync(programFile("src/pages/form/server/checkout-example/checkout.js"), "utf8");

/** A complete checkout without the component, in two files. */
export function checkoutExample(service: string): { readonly html: string; readonly js: string } {
  return { html: CHECKOUT_HTML, js: CHECKOUT_JS.replaceAll(PLACEHOLDER, service) };
}

export const KEY_COMMAND =
  "./baken keys create --name shop --type browser --origin https://www.your-shop.example";

const LABELS = inEachLanguage({
  postcode: { en: "Postcode", nl: "Postcode" },
  number: { en: "House number", nl: "Huisnummer" },
  addition: { en: "Addition", nl: "Toevoeging" },
  street: { en: "Street", nl: "Straat" },
  city: { en: "City", nl: "Plaats" },
  order: { en: "Order", nl: "Bestellen" },
});

/** The element in a form, with fields for browsers that do not load the script. */
export function elementSample(service: string, language: Language): string {
  const { postcode, number, addition, street, city, order } = LABELS[language];
  return `<script type="module" src="${service}${EMBED_PATH}"></script>

<form method="post" action="/orders">
  <baken-address api-key="YOUR_BROWSER_KEY" name="shipping" required>
    <label>${postcode} <input name="shipping.postcode" autocomplete="postal-code"></label>
    <label>${number} <input name="shipping.number"></label>
    <label>${addition} <input name="shipping.addition"></label>
    <label>${street} <input name="shipping.street" autocomplete="address-line1"></label>
    <label>${city} <input name="shipping.city" autocomplete="address-level2"></label>
  </baken-address>
  <button>${order}</button>
</form>`;
}

/** The element on files that the shop serves itself, written by the command before it. */
export const STATIC_SAMPLE = `./baken static --out public/addresses

<script type="module" src="/addresses/embed/baken-address.js"></script>
<baken-address src="/addresses/" name="shipping" required></baken-address>`;

export function policySample(service: string): string {
  return `script-src ${service}; connect-src ${service}`;
}

export const STYLE_SAMPLE = `baken-address {
  --baken-accent: #7a3cff;
  --baken-radius: 999px;
}
baken-address::part(label) {
  font-weight: 400;
}`;
