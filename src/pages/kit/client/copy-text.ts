import { pickTexts } from "./texts.ts";

const texts = pickTexts({
  copied: { nl: "Gekopieerd", en: "Copied" },
  failed: { nl: "De browser staat kopiëren niet toe", en: "The browser does not allow copying" },
});

/** Time for which a button shows the outcome. */
const OUTCOME_MS = 2000;

/** Copies a text; returns the outcome as a text for the visitor. */
async function copyText(text: string): Promise<string> {
  try {
    // Undefined on pages without https, which throws too.
    await navigator.clipboard.writeText(text);
    return texts.copied;
  } catch {
    return texts.failed;
  }
}

/** Copies a text and shows the outcome on the button. */
export async function copyByButton(button: HTMLButtonElement, text: string): Promise<void> {
  button.dataset.label ??= button.textContent ?? "";
  button.textContent = await copyText(text);
  setTimeout(() => {
    button.textContent = button.dataset.label ?? "";
  }, OUTCOME_MS);
}
