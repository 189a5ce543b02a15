/** Code blocks of the page: one language for all samples, and buttons that copy. */

import { render } from "preact";
import { copyByButton } from "../../kit/client/copy-text.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import { type SampleLanguage, type SampleRequest, writeSample } from "../code-samples.ts";
import { Code } from "./code.tsx";

const texts = pickTexts({
  copy: { en: "Copy", nl: "Kopieer" },
});

const STORED = "baken-code";

/** Keeps the language that a visitor chooses in one sample for all samples of all pages. */
export function shareSampleLanguage(): void {
  choose(localStorage.getItem(STORED));
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name.startsWith("code-")) {
      const topBefore = target.getBoundingClientRect().top;
      localStorage.setItem(STORED, target.value);
      choose(target.value);
      // Samples above may have become longer or shorter.
      scrollBy({ top: target.getBoundingClientRect().top - topBefore, behavior: "instant" });
    }
  });
}

function choose(language: string | null): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(".languages input")) {
    input.checked = input.value === (language ?? "curl");
  }
}

/** Writes a request into the samples of a panel. */
export function showRequest(samples: Element, request: SampleRequest): void {
  for (const block of samples.querySelectorAll<HTMLElement>("pre[data-code]")) {
    const language = block.dataset.code as SampleLanguage;
    const code = new DocumentFragment();
    render(Code({ text: writeSample(language, request), language }), code);
    block.replaceChildren(code);
  }
}

/** Adds a button to every panel that copies the code it shows. */
export function addCopyButtons(): void {
  for (const panel of document.querySelectorAll(".panel")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small copy";
    button.textContent = texts.copy;
    button.addEventListener("click", () => copyFrom(panel, button));
    (panel.querySelector(".panel-head") ?? panel).append(button);
  }
}

async function copyFrom(panel: Element, button: HTMLButtonElement): Promise<void> {
  const blocks = [...panel.querySelectorAll("pre")];
  const shown = blocks.find((block) => block.checkVisibility());
  await copyByButton(button, shown?.textContent ?? "");
}
