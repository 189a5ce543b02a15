/** The one line that finds an address: suggestions while it is typed, and the address that it means when it is left. */

import { placeLineOf, streetLineOf } from "../../../kit/client/address-line.ts";
import { lineBeforeNumber } from "../../../kit/client/line-before-number.ts";
import { type AddressForm, PAUSE_MS } from "./address-form.ts";
import type { AddressService, Answer, StreetOnly, Suggestions, Unavailable } from "./address-service.ts";
import { Combobox, type Option } from "./combobox.ts";
import { LatestTask } from "./latest-task.ts";
import type { Texts } from "./texts.ts";
import { type Address, addressLineOf, typedFieldsOf } from "./typed-address.ts";
import type { FormView } from "./view.ts";

const MIN_LENGTH = 2;

export interface SearchFieldHost {
  readonly service: AddressService | undefined;
  readonly texts: Texts;
  /** Called when the line or its message changed. */
  onUpdate(): void;
}

/** Suggestion of an address, or of a street to which the shopper still types the number. */
type Suggestion = Address | StreetOnly;

export class SearchField {
  readonly #view: FormView;
  readonly #form: AddressForm;
  readonly #host: SearchFieldHost;
  readonly #task = new LatestTask();
  readonly #combobox: Combobox<Suggestion>;
  /** Answers by line, so that a step back or a space asks nothing. */
  readonly #known = new Map<string, Suggestions>();
  /** Line whose meaning is known; leaving it unchanged asks for nothing. */
  #knownLine: string | undefined;
  /** Line that the fields were filled in for. */
  #adoptedLine = "";
  /** Remark about the line, instead of the outcome. */
  message: string | undefined;

  constructor(view: FormView, form: AddressForm, host: SearchFieldHost) {
    this.#view = view;
    this.#form = form;
    this.#host = host;
    this.#combobox = new Combobox(view.search, view.list, (suggestion) => this.#choose(suggestion));
    view.search.addEventListener("input", () => this.#onInput());
    view.search.addEventListener("change", () => this.recognise());
  }

  get line(): string {
    return this.#view.search.value.trim();
  }

  set line(text: string) {
    this.#task.cancel();
    this.#combobox.show([]);
    this.message = undefined;
    this.#view.search.value = text;
    this.#knownLine = this.#adoptedLine = this.line;
  }

  /** True while a line is typed for which the fields have not been filled in. */
  get isUnanswered(): boolean {
    return this.line !== "" && this.line !== this.#adoptedLine;
  }

  get isBusy(): boolean {
    return this.#task.isBusy;
  }

  settle(): Promise<void> {
    return this.#task.flush();
  }

  /** Takes a whole line that was pasted into another field. */
  take(line: string): void {
    this.line = line;
    this.#knownLine = undefined;
    this.recognise();
  }

  /** Gives up a request under way: the shopper goes on by hand, and a late answer must not replace that. */
  cancel(): void {
    this.#task.cancel();
  }

  #onInput(): void {
    this.message = undefined;
    this.#form.forget();
    this.#host.onUpdate();
    const { line } = this;
    if (line.length < MIN_LENGTH) {
      this.#task.cancel();
      this.#combobox.show([]);
      return;
    }
    this.#task.schedule((signal) => this.#suggest(line, signal), this.#known.has(line) ? 0 : PAUSE_MS);
  }

  async #suggest(line: string, signal: AbortSignal): Promise<void> {
    const answer = this.#known.get(line) ?? (await this.#ask(line, signal));
    if (signal.aborted) {
      return;
    }
    if (answer?.kind !== "suggestions") {
      this.#combobox.show([]);
      this.#form.setOutcome(answer ?? { kind: "unavailable", reason: "refused" });
      return;
    }
    this.#known.set(line, answer);
    const options = toOptions(line, answer.addresses);
    this.message = options.length === 0 ? this.#host.texts.noSuggestions : undefined;
    this.#combobox.show(options);
    this.#view.announcer.textContent =
      options.length === 0 ? "" : this.#host.texts.suggestions(options.length);
    this.#host.onUpdate();
  }

  /** Asks for a line, and for the street alone when it has no such number. */
  async #ask(line: string, signal: AbortSignal): Promise<Suggestions | Unavailable | undefined> {
    const answer = await this.#host.service?.suggest(line, signal);
    const street = lineBeforeNumber(line);
    const isNone = answer?.kind === "suggestions" && answer.addresses.length === 0;
    return isNone && street !== undefined ? this.#host.service?.suggest(street, signal) : answer;
  }

  #choose(suggestion: Suggestion): void {
    const { search } = this.#view;
    this.#task.cancel();
    if (suggestion.huisnummer === null) {
      const { straatnaam, woonplaats_naam } = suggestion;
      search.value = `${straatnaam} , ${woonplaats_naam}`;
      search.setSelectionRange(straatnaam.length + 1, straatnaam.length + 1);
      this.message = this.#host.texts.addNumber;
      this.#host.onUpdate();
    } else {
      this.#adopt(suggestion);
    }
  }

  #adopt(address: Address): void {
    this.#view.search.value = addressLineOf(address);
    this.#knownLine = this.#adoptedLine = this.line;
    this.message = undefined;
    this.#form.adopt(address);
  }

  /** Takes the address of a line that is left without a choice, when it is certain; otherwise says that it is not. */
  recognise(): void {
    const { line } = this;
    const { service } = this.#host;
    if (line.length < MIN_LENGTH || line === this.#knownLine || service === undefined) {
      return;
    }
    this.#task.schedule(async (signal) => {
      const answer = await service.recognise(line, signal);
      if (!signal.aborted) {
        this.#conclude(line, answer);
      }
    }, 0);
  }

  #conclude(line: string, answer: Answer): void {
    if (answer.kind === "unavailable") {
      this.#form.setOutcome(answer);
      return;
    }
    this.#knownLine = line;
    if (answer.kind === "found") {
      this.#adopt(answer.address);
    } else if (answer.kind === "ambiguous" && answer.candidates[0]!.postcode !== null) {
      this.message = undefined;
      this.#adoptedLine = line;
      // The addition is still to be chosen.
      const fields = { ...typedFieldsOf(answer.candidates[0]!), addition: "" };
      this.#form.begin(fields, fields);
    } else {
      const { noNumber, notCertain } = this.#host.texts;
      const number = answer.kind === "unknown" ? answer.missingNumber : undefined;
      this.message = number === undefined ? (this.message ?? notCertain) : noNumber(number);
      this.#host.onUpdate();
    }
  }
}

/** Returns the options of a line: each street once where its number is still to be typed, else each address. */
function toOptions(line: string, addresses: readonly Suggestion[]): Option<Suggestion>[] {
  const options = new Map<string, Option<Suggestion>>();
  for (const address of addresses) {
    const option =
      address.huisnummer !== null && hasNumberOf(line, address)
        ? { value: address, title: streetLineOf(address), detail: placeLineOf(address) }
        : {
            value: { ...address, huisnummer: null },
            title: address.straatnaam,
            detail: address.woonplaats_naam,
          };
    const key = `${option.title} ${option.detail}`;
    if (!options.has(key)) {
      options.set(key, option);
    }
  }
  return [...options.values()];
}

/**
 * Returns true when the line has digits with which the number of the address begins. Digits of a postcode do not count,
 * nor digits of the first word without one: `2e Keucheniusstraat`.
 */
function hasNumberOf(line: string, { huisnummer }: Address): boolean {
  const withoutPostcode = line.replace(/\b[1-9]\d{3}\s?[a-z]{2}\b/i, " ");
  const numbers = withoutPostcode === line ? line.replace(/^\S+/, "") : withoutPostcode;
  return (numbers.match(/\d+/g) ?? []).some((digits) => `${huisnummer}`.startsWith(digits));
}
