/** Shows the outcome for the typed address: a text, additions to choose from, a button for the registered address. */
import { numberLineOf } from "../../../kit/client/address-line.ts";
import { explain, type FieldFault, type FormEntry, offeredBy } from "./certainty.ts";
import { element } from "./element.ts";
import type { Texts } from "./texts.ts";
import { type Address, addressLineOf } from "./typed-address.ts";
import type { FormView } from "./view.ts";

export interface ShownEntry extends FormEntry {
  readonly candidates: readonly Address[];
  /** Remark that is shown instead of the outcome. */
  readonly message: string | undefined;
  /** Set once the form was refused because of it. */
  readonly fault: FieldFault | undefined;
}

export function showOutcome(view: FormView, shown: ShownEntry, texts: Texts): void {
  const { fault } = shown;
  // The same text again would be read out again.
  const text = fault?.text ?? shown.message ?? explain(shown, texts) ?? textOf(shown, texts);
  if (view.status.textContent !== text) {
    view.status.textContent = text;
  }
  view.status.toggleAttribute("data-fault", fault !== undefined);
  view.useRegister.hidden = shown.message !== undefined || offeredBy(shown) === undefined;
  for (const [name, input] of Object.entries({ ...view.inputs, search: view.search })) {
    input.ariaInvalid = fault?.at === name ? "true" : null;
  }
}

/** Offers the candidates; they stay while one of them is chosen, so that arrow keys can go on. */
export function showCandidates(
  { choices }: FormView,
  { candidates, outcome }: ShownEntry,
  onChoose: (address: Address) => void,
) {
  const id = candidates[0]?.nummeraanduiding_id ?? "";
  if (choices.dataset.of !== id || choices.childElementCount !== candidates.length) {
    choices.dataset.of = id;
    choices.hidden = candidates.length === 0;
    choices.replaceChildren(...candidates.map((address) => createChoice(address, () => onChoose(address))));
  }
  const chosen = outcome.kind === "found" ? outcome.address.nummeraanduiding_id : undefined;
  for (const radio of choices.querySelectorAll("input")) {
    radio.checked = radio.value === chosen;
  }
}

function textOf(shown: ShownEntry, texts: Texts): string {
  const { outcome, line } = shown;
  switch (outcome.kind) {
    case "found": {
      const address = addressLineOf(outcome.address);
      return offeredBy(shown) === undefined ? texts.found(address) : texts.differs(address);
    }
    case "unavailable":
      return texts.unavailable;
    case "unknown":
      return texts.unknown;
    default:
      return line === undefined ? texts.fieldsHint : texts.searchHint;
  }
}

/** Returns a choice; `onChoose` is called when the shopper selects it, also on the way by arrow keys. */
function createChoice(address: Address, onChoose: () => void): HTMLElement {
  const radio = element("input", { type: "radio", name: "choice", value: address.nummeraanduiding_id });
  radio.addEventListener("change", onChoose);
  const text = numberLineOf(address);
  return element("label", { class: "choice", part: "choice" }, radio, element("span", {}, text));
}
