/** Shows what became of the typed address: a line of text, additions to choose from, a way to take the register's. */
import type { Entry, Fault } from "./certainty.ts";
import { certaintyOf } from "./certainty.ts";
import { markChoice, showChoices } from "./choices.ts";
import type { Texts } from "./texts.ts";
import { type Address, placeLineOf, streetLineOf } from "./typed-address.ts";
import type { View } from "./view.ts";

export interface Shown extends Entry {
  readonly candidates: readonly Address[];
  /** Remark that stands instead of the outcome. */
  readonly message: string | undefined;
  /** Set once the form was refused because of it. */
  readonly fault: Fault | undefined;
}

export function showOutcome(view: View, shown: Shown, texts: Texts): void {
  const { outcome, fields, fault } = shown;
  // The same text again would be read out again.
  const text = fault?.text ?? shown.message ?? textOf(shown, texts);
  if (view.status.textContent !== text) {
    view.status.textContent = text;
  }
  view.status.toggleAttribute("data-fault", fault !== undefined);
  view.useRegister.hidden = certaintyOf(outcome, fields) !== "edited";
  for (const [name, input] of Object.entries({ ...view.inputs, search: view.search })) {
    input.ariaInvalid = fault?.at === name ? "true" : null;
  }
}

/** Offers the candidates; they stay while one of them is chosen, so that arrow keys can go on. */
export function showCandidates(
  view: View,
  { candidates, outcome }: Shown,
  onChoose: (address: Address) => void,
) {
  const id = candidates[0]?.nummeraanduiding_id ?? "";
  if (view.choices.dataset.of !== id || view.choices.childElementCount !== candidates.length) {
    view.choices.dataset.of = id;
    showChoices(view.choices, candidates, onChoose);
  }
  markChoice(view.choices, outcome.kind === "found" ? outcome.address.nummeraanduiding_id : undefined);
}

function textOf({ outcome, fields, line }: Shown, texts: Texts): string {
  switch (outcome.kind) {
    case "found": {
      const address = `${streetLineOf(outcome.address)}, ${placeLineOf(outcome.address)}`;
      return certaintyOf(outcome, fields) === "edited" ? texts.differs(address) : texts.found(address);
    }
    case "ambiguous":
      return texts.choose(String(outcome.candidates[0]!.huisnummer));
    case "unknown":
      return texts.unknown;
    case "unavailable":
      return texts.unavailable;
    default:
      return line === undefined ? texts.fieldsHint : texts.searchHint;
  }
}
