/** Body of the page that shows the form component. */
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { EMBED_PATH } from "../../kit/server/assets.ts";
import { type Html, html } from "../../kit/server/html.ts";
import type { Preferences } from "../../kit/server/preferences.ts";
import { siteHeader } from "../../kit/server/site-header.ts";
import {
  checkoutExample,
  elementSample,
  KEY_COMMAND,
  policySample,
  STATIC_SAMPLE,
  STYLE_SAMPLE,
} from "./code-samples.ts";
import { EMBED_TEXTS } from "./texts.ts";

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
<main id="content" class="embed">
<div class="embed-top">${introduction(content)}${demonstration(content)}</div>
${codeSection(preferences, service)}
${ownSection(preferences, service)}
</main>
<script type="module" src="${EMBED_PATH}"></script>`;
}

function introduction({ preferences: { language } }: EmbedContent): Html {
  const texts = EMBED_TEXTS[language];
  return html`<div class="embed-intro">
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
<ul class="facts">${texts.facts.map((fact) => html`<li>${fact}</li>`)}</ul>
</div>`;
}

function demonstration({ preferences: { language } }: EmbedContent): Html {
  const texts = EMBED_TEXTS[language];
  const [plain, round, sharp] = texts.looks;
  return html`<div class="card embed-demo">
<form id="demo" aria-labelledby="demo-title">
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
<div class="options">
${radioGroup("look", texts.look, { plain, round, sharp })}
</div>
</div>
<div class="embed-received"><h2>${texts.received}</h2>
<pre class="code" id="received" tabindex="0"></pre><p class="hint">${texts.receivedHint}</p></div>`;
}

/** Renders a choice; its first option is selected. */
function radioGroup(name: string, legend: string, choices: Readonly<Record<string, string>>): Html {
  const items = Object.entries(choices).map(
    ([value, text], i) =>
      html`<label><input type="radio" name="${name}" value="${value}"${i === 0 && html` checked`}><span>${text}</span></label>`,
  );
  return html`<fieldset class="segments"><legend>${legend}</legend><div>${items}</div></fieldset>`;
}

function codeSection({ language }: Preferences, service: string): Html {
  const texts = EMBED_TEXTS[language];
  return html`<section aria-labelledby="code"><h2 id="code">${texts.code}</h2>
<ol class="steps">
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
  const example = checkoutExample(service);
  return html`<section aria-labelledby="own"><h2 id="own">${texts.own}</h2>
<p>${texts.ownLead}</p>
${code(example.html, language, "checkout.html")}
${code(example.js, language, "checkout.js")}
</section>`;
}

/** Renders code with a button that copies it, which form/client/embed-page.ts makes work. */
function code(text: string, language: Preferences["language"], title = ""): Html {
  const texts = EMBED_TEXTS[language];
  return html`<div class="sample">${title && html`<p class="sample-title">${title}</p>`}<button type="button" class="button small copy">${texts.copy}</button><pre class="code" tabindex="0">${text.trimEnd()}</pre></div>`;
}
