/** Body of the page that shows the form component. */
import { inEachLanguage } from "../../../base/language.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { EMBED_PATH } from "../../kit/server/assets.ts";
import { type Html, html } from "../../kit/server/html.ts";
import type { Preferences } from "../../kit/server/preferences.ts";
import { siteHeader } from "../../kit/server/site-header.ts";
import {
  elementSample,
  KEY_COMMAND,
  policySample,
  requestSample,
  STATIC_SAMPLE,
  STYLE_SAMPLE,
} from "./code-samples.ts";

export const EMBED_TEXTS = inEachLanguage({
  title: { en: "Address fields that complete themselves", nl: "Adresvelden die zichzelf invullen" },
  lead: {
    en: "Type postcode and house number; the form fills in the rest. One line of HTML in any form, with addresses of the official Dutch register.",
    nl: "Typ postcode en huisnummer; het formulier vult de rest in. Eén regel HTML in elk formulier, met adressen uit de officiële registratie.",
  },
  facts: {
    en: [
      "Offers the letters and additions that exist",
      "Never clears what was typed by hand, and keeps working when the service cannot be reached",
      "Works with keyboard, screen reader and autofill",
      "One file of at most 12 KB, no cookies, no third parties",
    ],
    nl: [
      "Biedt letters en toevoegingen aan die echt bestaan",
      "Wist nooit wat met de hand is getypt, en werkt ook als de dienst niet bereikbaar is",
      "Werkt met toetsenbord, schermlezer en automatisch invullen",
      "Eén bestand van hooguit 12 KB, geen cookies, geen derden",
    ],
  },
  try: { en: "Delivery address", nl: "Bezorgadres" },
  look: { en: "Look", nl: "Uiterlijk" },
  looks: {
    plain: { en: "default", nl: "standaard" },
    round: { en: "round", nl: "rond" },
    sharp: { en: "sharp", nl: "strak" },
  },
  order: { en: "Order", nl: "Bestellen" },
  received: { en: "What the form sends", nl: "Wat het formulier verstuurt" },
  receivedHint: {
    en: "To your own server only. Nothing is sent here.",
    nl: "Alleen naar uw eigen server. Hier wordt niets verstuurd.",
  },
  keyLabel: { en: "Browser key", nl: "Browsersleutel" },
  keyHint: {
    en: "This server asks for a key. The key stays in this tab and must allow the origin of this page.",
    nl: "Deze server vraagt een sleutel. De sleutel blijft in dit tabblad en moet de herkomst van deze pagina toestaan.",
  },
  useKey: { en: "Use", nl: "Gebruik" },
  refused: { en: "The server refuses this key.", nl: "De server weigert deze sleutel." },
  code: { en: "In your page", nl: "In uw pagina" },
  keyStep: {
    en: "Make a browser key for the origin of your shop. A browser key can only read, so it may be in the page.",
    nl: "Maak een browsersleutel voor de herkomst van uw winkel. Een browsersleutel kan alleen lezen en mag daarom in de pagina staan.",
  },
  tagStep: {
    en: "Put the element into your form. The fields inside it are for browsers that do not load the script; the element takes over their content.",
    nl: "Zet het element in uw formulier. De velden erin zijn voor browsers die het script niet laden; het element neemt hun inhoud over.",
  },
  policyStep: {
    en: "Does your page have a Content-Security-Policy? Add this origin. No other rule is needed.",
    nl: "Heeft uw pagina een Content-Security-Policy? Voeg dan deze herkomst toe. Andere regels zijn niet nodig.",
  },
  styleStep: {
    en: "The element follows font and text colour of your page. Change the rest with properties and parts.",
    nl: "Het element volgt lettertype en tekstkleur van uw pagina. Verander de rest met eigenschappen en parts.",
  },
  staticStep: {
    en: "Without a server and a key: put the addresses as files next to your shop. Only the four digits of the postcode or the beginning of a name are requested; the house number stays on the page.",
    nl: "Zonder server en sleutel: zet de adressen als bestanden bij uw winkel. Alleen de vier cijfers van de postcode of het begin van een naam worden opgevraagd; het huisnummer blijft op de pagina.",
  },
  guide: {
    en: "All attributes, fields and events, and React, Vue, Svelte and WooCommerce:",
    nl: "Alle attributen, velden en gebeurtenissen, en React, Vue, Svelte en WooCommerce:",
  },
  guideName: { en: "the guide of the element", nl: "de handleiding van het element" },
  own: { en: "Without the element", nl: "Zonder het element" },
  ownLead: {
    en: "A form of your own asks by itself, with the postcode and number that the visitor typed:",
    nl: "Een eigen formulier vraagt zelf, met de postcode en het nummer die de bezoeker typte:",
  },
  copy: { en: "Copy", nl: "Kopieer" },
});

interface EmbedContent {
  readonly preferences: Preferences;
  /** Origin of this server, as shops reach it. */
  readonly service: string;
  readonly hasFiles: boolean;
  readonly pinned: Snapshot | undefined;
}

export function embedBody(content: EmbedContent): Html {
  const { preferences, service } = content;
  return html`${siteHeader(preferences, "embed", content)}
<main id="content" class="stack embed">
<div class="embed-top">${introduction(content)}${demonstration(content)}</div>
${codeSection(preferences, service)}
${ownSection(preferences, service)}
</main>
<script type="module" src="${EMBED_PATH}"></script>`;
}

function introduction({ preferences: { language } }: EmbedContent): Html {
  const texts = EMBED_TEXTS[language];
  return html`<div class="stack embed-intro">
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
<ul class="stack facts">${texts.facts.map((fact) => html`<li>${fact}</li>`)}</ul>
</div>`;
}

function demonstration({ preferences: { language } }: EmbedContent): Html {
  const texts = EMBED_TEXTS[language];
  const looks = Object.entries(texts.looks).map(
    ([look, name], i) =>
      html`<label><input type="radio" name="look" value="${look}"${i === 0 && html` checked`}><span>${name}</span></label>`,
  );
  return html`<div class="card stack embed-demo">
<form class="stack" id="demo" aria-labelledby="demo-title">
<h2 id="demo-title">${texts.try}</h2>
<baken-address name="shipping" required></baken-address>
<button class="button primary">${texts.order}</button>
</form>
<form id="key-form" class="field" hidden>
<label for="key">${texts.keyLabel}</label>
<div class="key-row"><input class="input" id="key" autocomplete="off" spellcheck="false" required><button class="button">${
    texts.useKey
  }</button></div>
<p class="hint">${texts.keyHint}</p>
<p class="note danger" id="key-fault" role="alert" hidden>${texts.refused}</p>
</form>
<fieldset class="row hint segments"><legend>${texts.look}</legend><div>${looks}</div></fieldset>
</div>
<div class="stack embed-received"><h2 class="label">${texts.received}</h2>
<pre class="code" id="received" tabindex="0"></pre><p class="hint">${texts.receivedHint}</p></div>`;
}

function codeSection({ language }: Preferences, service: string): Html {
  const texts = EMBED_TEXTS[language];
  return html`<section class="stack" aria-labelledby="code"><h2 id="code">${texts.code}</h2>
<ol class="stack steps">
<li><p>${texts.keyStep}</p>${code(KEY_COMMAND, language)}</li>
<li><p>${texts.tagStep}</p>${code(elementSample(service, language), language)}</li>
<li><p>${texts.policyStep}</p>${code(policySample(service), language)}</li>
<li><p>${texts.styleStep}</p>${code(STYLE_SAMPLE, language)}</li>
</ol>
<p>${texts.staticStep}</p>${code(STATIC_SAMPLE, language)}
<p>${texts.guide} <a href="/docs/guides/embed">${texts.guideName}</a>.</p></section>`;
}

function ownSection({ language }: Preferences, service: string): Html {
  const texts = EMBED_TEXTS[language];
  return html`<section class="stack" aria-labelledby="own"><h2 id="own">${texts.own}</h2>
<p>${texts.ownLead}</p>
${code(requestSample(service), language)}
</section>`;
}

/** Renders code with a button that copies it, which form/client/embed-page.ts makes work. */
function code(text: string, language: Preferences["language"]): Html {
  const texts = EMBED_TEXTS[language];
  return html`<div class="code-block sample"><button type="button" class="button small copy">${texts.copy}</button><pre class="code" tabindex="0">${text.trimEnd()}</pre></div>`;
}
