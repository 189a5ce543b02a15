/** Code that the page shows to copy. */
import { inEachLanguage, type Language } from "../../../base/language.ts";
import { EMBED_PATH } from "../../kit/server/assets.ts";

/** The request of the component, for forms without it. */
export function requestSample(service: string): string {
  return `const query = new URLSearchParams({ postcode: "1381AG", number: "3", addition: "d", key: "YOUR_BROWSER_KEY" });
const response = await fetch("${service}/api/v1/addresses/lookup?" + query);
// 200: data. 404: candidates that have this number. 422: errors. 429: wait for Retry-After.
const { data, candidates } = await response.json();`;
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
