const COPIED_MS = 1_500;

/** Makes every `.copy` button copy the code beside it; where scripts may not copy, the buttons go. */
export function activateCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
    button.hidden = !("clipboard" in navigator);
    button.addEventListener("click", () => void copyBeside(button));
  }
}

async function copyBeside(button: HTMLButtonElement): Promise<void> {
  const text = button.textContent;
  await navigator.clipboard.writeText(button.parentElement?.querySelector("pre")?.textContent ?? "");
  button.textContent = button.dataset.copied ?? text;
  setTimeout(() => {
    button.textContent = text;
  }, COPIED_MS);
}
