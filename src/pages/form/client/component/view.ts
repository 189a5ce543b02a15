/** The elements in the shadow root. Their ids are unique there; every one that a shop may style has a part. */
import { element } from "./element.ts";
import type { Texts } from "./texts.ts";
import { FIELDS, type FieldName } from "./typed-address.ts";

type LabelledName = FieldName | "search";

export type FormView = ReturnType<typeof createView>;

/** Capitals that phones type. No token of `autocomplete` exists for house number and addition. */
const CAPITALS: Readonly<Record<FieldName, string>> = {
  postcode: "characters",
  number: "none",
  addition: "none",
  street: "words",
  city: "words",
};
const TOKENS: Partial<Readonly<Record<FieldName, string>>> = {
  postcode: "postal-code",
  street: "address-line1",
  city: "address-level2",
};

export function createView() {
  const labels = {} as Record<LabelledName, HTMLLabelElement>;
  const field = (name: LabelledName, input: HTMLInputElement, ...more: Node[]) => {
    labels[name] = element("label", { for: name, part: "label" });
    return element("div", { class: `field ${name}`, part: "field" }, labels[name], input, ...more);
  };
  const inputs = Object.fromEntries(
    FIELDS.map((name) => [name, createInput(name, { autocapitalize: CAPITALS[name] })]),
  ) as Record<FieldName, HTMLInputElement>;
  const row = (kind: string, ...names: FieldName[]) =>
    element("div", { class: `row ${kind}` }, ...names.map((name) => field(name, inputs[name])));
  const list = element("ul", { id: "list", role: "listbox", part: "list", hidden: "" });
  const search = createInput("search", COMBOBOX);
  const searchRow = element("div", { class: "row find" }, field("search", search, list));
  const keyRow = row("key", "postcode", "number", "addition");
  const placeRow = row("place", "street", "city");
  // Hint or outcome, read out when it changes.
  const status = element("span", { id: "status", role: "status", part: "status" });
  const useRegister = element("button", { type: "button", class: "link", part: "use-register", hidden: "" });
  const outcome = element("div", { class: "outcome" }, status, " ", useRegister);
  const choices = element("div", { class: "choices", role: "radiogroup", part: "choices", hidden: "" });
  const switchMode = element("button", { type: "button", class: "link", part: "switch" });
  // Text for screen readers only: the number of suggestions.
  const announcer = element("div", { class: "unseen", role: "status" });
  const legend = element("legend", { class: "unseen" });
  const rows = [searchRow, keyRow, outcome, choices, placeRow, switchMode, announcer];
  const root = element("fieldset", { part: "group" }, legend, ...rows);
  return { root, legend, labels, inputs, search, list, status, useRegister, choices, switchMode, announcer };
}

const COMBOBOX = {
  role: "combobox",
  "aria-expanded": "false",
  "aria-controls": "list",
  "aria-autocomplete": "list",
  autocomplete: "off",
};

function createInput(name: string, attributes: Readonly<Record<string, string>>): HTMLInputElement {
  return element("input", {
    id: name,
    part: `input input-${name}`,
    type: "text",
    spellcheck: "false",
    "aria-describedby": "status",
    ...attributes,
  });
}

export function setTexts(view: FormView, texts: Texts): void {
  view.legend.textContent = texts.legend;
  for (const [name, label] of Object.entries(view.labels)) {
    label.textContent = texts.labels[name as LabelledName];
  }
  view.list.ariaLabel = texts.labels.search;
  view.choices.ariaLabel = texts.choices;
  view.useRegister.textContent = texts.useRegister;
}

/** Sets the tokens for the browser's autofill; it fills only fields of one section together. */
export function setAutocomplete(view: FormView, section: string | null): void {
  for (const [name, token] of Object.entries(TOKENS)) {
    view.inputs[name as FieldName].setAttribute("autocomplete", `${section ?? ""} ${token}`.trim());
  }
}
