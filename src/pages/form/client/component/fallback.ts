/** Plain fields that a shop puts inside the element, for when its script cannot be loaded. */
import { prefixOf } from "./submission.ts";
import { FIELDS, type Fields } from "./typed-address.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Disables the fields inside `element`, so that they are not submitted twice; returns their texts. */
export function takeFallback(element: HTMLElement): Partial<Fields> {
  for (const control of element.querySelectorAll<Control>("input, select, textarea")) {
    control.disabled = true;
  }
  const prefix = prefixOf(element.getAttribute("name"));
  const entries = FIELDS.map((name) => {
    const control = element.querySelector<Control>(`[name="${CSS.escape(prefix + name)}"]`);
    return [name, control?.value ?? ""] as const;
  });
  return Object.fromEntries(entries.filter(([, text]) => text !== ""));
}
