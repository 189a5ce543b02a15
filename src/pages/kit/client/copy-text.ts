import { currentLanguage, type Texts } from "./preferences.ts";

const nl = { copied: "Gekopieerd", failed: "De browser staat kopiëren niet toe" };
const en: typeof nl = { copied: "Copied", failed: "The browser does not allow copying" };
const TEXTS: Texts<typeof nl> = { nl, en };

/** Time for which a button shows the outcome. */
export const OUTCOME_MS = 2000;

/** Copies a text; returns the outcome as a text for the visitor. */
export async function copyText(text: string): Promise<string> {
  const { copied, failed } = TEXTS[currentLanguage()];
  try {
    // Undefined on pages without https, which throws too.
    await navigator.clipboard.writeText(text);
    return copied;
  } catch {
    return failed;
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
