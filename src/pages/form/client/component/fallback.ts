/** Plain fields that a shop puts inside the element, for when its script cannot be loaded. */
import { prefixOf } from "./submission.ts";
import { FIELDS, type Fields } from "./typed-address.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Disables the fields inside `element`, so that they are not submitted twice; returns the texts typed into them. */
export function takeFallback(element: HTMLElement): Partial<Fields> {
  const controls = element.querySelectorAll<Control>("input, select, textarea");
  const fields = readFields(element, ({ value }) => value);
  for (const control of controls) {
    control.disabled = true;
  }
  return fields;
}

/** Returns the texts that the fields inside `element` began with. */
export function readDefaults(element: HTMLElement): Partial<Fields> {
  return readFields(element, (control) => ("defaultValue" in control ? control.defaultValue : control.value));
}

function readFields(element: HTMLElement, read: (control: Control) => string): Partial<Fields> {
  const prefix = prefixOf(element.getAttribute("name"));
  const entries = FIELDS.map((name) => {
    const control = element.querySelector<Control>(`[name="${CSS.escape(prefix + name)}"]`);
    return [name, control === null ? "" : read(control)] as const;
  });
  return Object.fromEntries(entries.filter(([, text]) => text !== ""));
}
