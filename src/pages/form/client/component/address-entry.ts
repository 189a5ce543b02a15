/** Input of the shopper: connects fields, search line and outcome; knows nothing of forms and attributes. */
import { AddressForm } from "./address-form.ts";
import type { AddressService } from "./address-service.ts";
import {
  certaintyOf,
  type FieldFault,
  type FormEntry,
  faultOf,
  formFaultOf,
  offeredBy,
} from "./certainty.ts";
import type { Certainty } from "./public-types.ts";
import { SearchField } from "./search-field.ts";
import { showCandidates, showOutcome } from "./show-outcome.ts";
import type { State } from "./submission.ts";
import { type Texts, textsOf } from "./texts.ts";
import { type Address, FIELDS, type FieldName, type Fields, WHOLE_LINE } from "./typed-address.ts";
import { createView, type FormView, setTexts } from "./view.ts";

export type Mode = "postcode" | "search";

export interface EntrySettings {
  /** Undefined without a key. */
  readonly service: AddressService | undefined;
  readonly texts: Texts;
  readonly isRequired: boolean;
  /** Only confirmed addresses are valid. */
  readonly isStrict: boolean;
}

export interface EntryListener {
  /** Called after each change of texts or outcome. */
  onUpdate(): void;
  /** Called after the component itself filled in fields. */
  onFill(): void;
}

export class AddressEntry {
  readonly view: FormView = createView();
  readonly form: AddressForm;
  readonly #search: SearchField;
  readonly #listener: EntryListener;
  #settings: EntrySettings = { service: undefined, texts: textsOf("nl"), isRequired: false, isStrict: false };
  #mode: Mode = "postcode";
  #isFaultShown = false;
  /** Field that was left last, whose impossible value is shown. */
  #left: FieldName | undefined;

  constructor(listener: EntryListener) {
    this.#listener = listener;
    this.form = new AddressForm(this.view.inputs, this);
    this.#search = new SearchField(this.view, this.form, this);
    for (const name of FIELDS) {
      this.view.inputs[name].addEventListener("input", (event) => this.#onInput(name, event));
      this.view.inputs[name].addEventListener("change", () => this.#onChange(name));
    }
    this.view.switchMode.addEventListener("click", () => this.#switchMode());
    this.view.useRegister.addEventListener("click", () => this.#useRegister());
  }

  get service(): AddressService | undefined {
    return this.#settings.service;
  }

  get texts(): Texts {
    return this.#settings.texts;
  }

  get certainty(): Certainty {
    return certaintyOf(this.form.outcome, this.form.fields);
  }

  get address(): Address | undefined {
    return this.form.outcome.kind === "found" ? this.form.outcome.address : undefined;
  }

  get mode(): Mode {
    return this.#mode;
  }

  set mode(mode: Mode) {
    this.#mode = mode;
    this.onUpdate();
  }

  get fault(): FieldFault | undefined {
    return faultOf(this.#entry(), this.#settings, this.texts);
  }

  get state(): State {
    return { mode: this.#mode, line: this.#search.line, fields: this.form.fields, filled: this.form.filled };
  }

  configure(settings: EntrySettings): void {
    const isOtherService = settings.service !== this.service;
    this.#settings = settings;
    setTexts(this.view, settings.texts);
    if (isOtherService) {
      this.form.retry();
    }
    this.onUpdate();
  }

  /** Takes texts for the fields that are empty. */
  complete(fields: Partial<Fields>): void {
    const typed = this.form.fields;
    const missing = Object.entries(fields).filter(([name]) => typed[name as FieldName] === "");
    this.form.write(Object.fromEntries(missing));
  }

  restore({ mode, line, fields, filled }: State): void {
    this.#mode = mode === "search" ? "search" : "postcode";
    this.#search.line = line;
    this.form.begin(fields, filled);
  }

  reset(mode: Mode, defaults: Partial<Fields>): void {
    this.#mode = mode;
    this.#isFaultShown = false;
    this.#search.line = "";
    this.form.begin(defaults);
  }

  /** True while an answer to the typed text is awaited. */
  get isBusy(): boolean {
    return this.#search.isBusy || this.form.isBusy;
  }

  /** Resolves when the typed text is answered. */
  async settle(): Promise<void> {
    if (this.#isSearching()) {
      this.#search.recognise();
    }
    await this.#search.settle();
    await this.form.settle();
  }

  /** Shows the fault, until it is mended. */
  showFault(): void {
    this.#isFaultShown = true;
    this.onUpdate();
  }

  focus(options?: FocusOptions): void {
    (this.#isSearching() ? this.view.search : this.view.inputs.postcode).focus(options);
  }

  /** The field of a fault. */
  fieldOf({ at }: FieldFault): HTMLInputElement {
    return at === "search" ? this.view.search : this.view.inputs[at];
  }

  onFill(): void {
    this.#listener.onFill();
  }

  #onInput(name: FieldName, event: Event): void {
    // Browsers that fill in a form say nothing of keys or pasted text.
    const isAutofill = !(event as InputEvent).inputType;
    this.#search.cancel();
    this.#left = undefined;
    this.form.onInput(name, isAutofill);
    const { value } = this.view.inputs[name];
    if ((event as InputEvent).inputType === "insertFromPaste" && WHOLE_LINE.test(value)) {
      this.#search.take(value);
    }
    this.onUpdate();
  }

  #onChange(name: FieldName): void {
    this.#left = name;
    this.form.onChange(name);
    this.onUpdate();
  }

  #switchMode(): void {
    this.#isFaultShown = false;
    this.mode = this.#mode === "search" ? "postcode" : "search";
    this.focus();
  }

  #useRegister(): void {
    const offered = offeredBy(this.#entry());
    if (offered !== undefined) {
      this.form.adopt(offered);
      this.focus();
    }
  }

  /** True while only the search line is shown. */
  #isSearching(): boolean {
    return this.#mode === "search" && this.form.outcome.kind !== "unavailable";
  }

  #faultOfLeft(): FieldFault | undefined {
    const fault = formFaultOf(this.form.fields, this.texts);
    return fault?.at === this.#left ? fault : undefined;
  }

  #entry(): FormEntry {
    return {
      fields: this.form.fields,
      outcome: this.form.outcome,
      line: this.#isSearching() ? this.#search.line : undefined,
      isUnanswered: this.#search.isUnanswered,
    };
  }

  /** Shows the present state; called after each change of it. */
  onUpdate(): void {
    const { fault, view, texts } = this;
    this.#isFaultShown &&= fault !== undefined;
    const { message } = this.#search;
    const shown = {
      ...this.#entry(),
      candidates: this.form.candidates,
      message: this.#isSearching() ? message : undefined,
      fault: this.#isFaultShown ? fault : this.#faultOfLeft(),
    };
    showOutcome(view, shown, texts);
    showCandidates(view, shown, (address) => this.form.adopt(address, ["number", "addition"]));
    view.root.dataset.view = this.#mode === "postcode" ? "fields" : this.#isSearching() ? "search" : "both";
    view.switchMode.textContent = this.#mode === "search" ? texts.toFields : texts.toSearch;
    this.#listener.onUpdate();
  }
}
