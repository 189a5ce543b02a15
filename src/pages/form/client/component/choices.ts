/** Radio buttons with the addresses of a number that exists only with letters or additions. */
import { element } from "./element.ts";
import { type Address, numberLineOf } from "./typed-address.ts";

/** Offers the candidates; calls `onChoose` with each that the shopper selects, also on the way by arrow keys. */
export function showChoices(
  group: HTMLElement,
  candidates: readonly Address[],
  onChoose: (address: Address) => void,
): void {
  group.hidden = candidates.length === 0;
  group.replaceChildren(...candidates.map((address) => createChoice(address, () => onChoose(address))));
}

function createChoice(address: Address, onChoose: () => void): HTMLElement {
  const radio = element("input", { type: "radio", name: "choice", value: address.nummeraanduiding_id });
  radio.addEventListener("change", onChoose);
  const text = numberLineOf(address);
  return element("label", { class: "choice", part: "choice" }, radio, element("span", {}, text));
}

/** Marks the chosen address, none when it is not among the candidates. */
export function markChoice(group: HTMLElement, id: string | undefined): void {
  for (const radio of group.querySelectorAll("input")) {
    radio.checked = radio.value === id;
  }
}
