/** Custom element `<baken-address>`: Dutch address fields that complete themselves (docs/embed.md). */
import { AddressEntry, type Mode } from "./address-entry.ts";
import { type AddressService, ServerService } from "./address-service.ts";
import { takeFallback } from "./fallback.ts";
import type { AddressChange, BakenAddressElement, Certainty } from "./public-types.ts";
import { createStaticService, type LoadStaticFiles } from "./static-service.ts";
import { styleSheet } from "./style.ts";
import { readState, submissionOf, toWritten } from "./submission.ts";
import { languageOf, textsOf } from "./texts.ts";
import type { Address, Fields } from "./typed-address.ts";
import { setAutocomplete } from "./view.ts";

/** Root of the service, and the loader of the part that the script of the component does not contain. */
export interface Surroundings {
  /** Root of the service; undefined where only `base-url` names it. */
  readonly root: string | undefined;
  readonly loadStaticFiles: LoadStaticFiles;
}
let surroundings: Surroundings;

const ATTRIBUTES = [
  "api-key",
  "base-url",
  "key",
  "lang",
  "mode",
  "name",
  "required",
  "section",
  "src",
  "strict",
];

/** Servers that render pages have no DOM; there the element is never made. */
const Base = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

class BakenAddress extends Base implements BakenAddressElement {
  declare apiKey: string;
  declare baseUrl: string;
  declare mode: string;
  declare name: string;
  declare required: boolean;
  declare section: string;
  declare src: string;
  declare strict: boolean;

  static readonly formAssociated = true;
  static readonly observedAttributes = ATTRIBUTES;

  readonly #internals = this.attachInternals();
  readonly #entry = new AddressEntry({ onUpdate: () => this.#onUpdate(), onFill: () => this.#onFill() });
  #service: AddressService | undefined;
  /** Content of the last `address-change`. */
  #announced = "";
  readonly #warnings = new Set<string>();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styleSheet()];
    const fallback = document.createElement("slot");
    fallback.hidden = true;
    fallback.addEventListener("slotchange", () => this.#entry.complete(takeFallback(this)));
    root.append(this.#entry.view.root, fallback);
    root.addEventListener("change", () => this.#onChange());
    root.addEventListener("keydown", (event) => this.#onKey(event as KeyboardEvent));
    this.addEventListener("invalid", (event) => this.#onInvalid(event));
    this.addEventListener("click", (event) => this.#onClick(event));
  }

  /** Texts of the fields; setting some leaves the others. */
  get value(): Fields {
    return toWritten(this.#entry.form.fields);
  }

  set value(fields: Partial<Fields>) {
    this.#entry.form.write(fields);
  }

  /** Record of the registry; null unless it has this postcode and number. */
  get address(): Address | null {
    return this.#entry.address ?? null;
  }

  get certainty(): Certainty {
    return this.#entry.certainty;
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  override focus(options?: FocusOptions): void {
    this.#entry.focus(options);
  }

  connectedCallback(): void {
    this.#configure();
    document.addEventListener("click", this.#onAnyClick, { capture: true });
  }

  disconnectedCallback(): void {
    document.removeEventListener("click", this.#onAnyClick, { capture: true });
  }

  attributeChangedCallback(name: string): void {
    if (name === "mode") {
      this.#entry.mode = this.#initialMode();
    }
    if (name === "api-key" || name === "key" || name === "base-url" || name === "src") {
      this.#service = undefined;
    }
    if (this.isConnected) {
      this.#configure();
    }
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#entry.view.root.disabled = isDisabled;
  }

  formResetCallback(): void {
    // The form has already reset the fields inside the element to their initial texts.
    this.#entry.reset(this.#initialMode(), takeFallback(this));
  }

  formStateRestoreCallback(state: unknown): void {
    const read = readState(state);
    if (read !== undefined) {
      this.#entry.restore(read);
    }
  }

  #initialMode(): Mode {
    return this.getAttribute("mode") === "search" ? "search" : "postcode";
  }

  #configure(): void {
    this.#service ??= openService(this);
    const language = languageOf(this);
    this.#entry.view.root.lang = language;
    setAutocomplete(this.#entry.view, this.getAttribute("section"));
    this.#entry.configure({
      service: this.#service,
      texts: textsOf(language),
      isRequired: this.hasAttribute("required"),
      isStrict: this.hasAttribute("strict"),
    });
  }

  #onUpdate(): void {
    const { form, certainty, address, fault, state } = this.#entry;
    this.#internals.setFormValue(
      submissionOf(this.getAttribute("name"), { fields: form.fields, certainty, address }),
      JSON.stringify(state),
    );
    if (fault === undefined) {
      this.#internals.setValidity({});
    } else {
      this.#internals.setValidity({ [fault.flag]: true }, fault.text, this.#entry.fieldOf(fault));
    }
    const { states } = this.#internals;
    states.clear();
    states.add(certainty);
    states.add(form.outcome.kind);
    this.#tell(`${certainty} ${address?.nummeraanduiding_id} ${this.#reason()}`);
  }

  /** Dispatches `address-change` when its content has changed. */
  #tell(news: string): void {
    if (news === this.#announced || !this.isConnected) {
      return;
    }
    const isFirst = this.#announced === "";
    this.#announced = news;
    this.#warnOfService();
    if (!isFirst) {
      const { form, certainty, address = null } = this.#entry;
      const { outcome } = form;
      const problem = outcome.kind === "unavailable" ? (outcome.problem ?? null) : null;
      const detail: AddressChange = {
        certainty,
        reason: this.#reason(),
        address,
        values: this.value,
        problem,
      };
      this.dispatchEvent(new CustomEvent("address-change", { detail, bubbles: true, composed: true }));
    }
  }

  /** Tells the developer of the shop why nothing is completed; shoppers see a line of text of their own. */
  #warnOfService(): void {
    const { outcome } = this.#entry.form;
    if (outcome.kind !== "unavailable") {
      return;
    }
    if (this.#service === undefined) {
      this.#warn(`has no ${keyOf(this) ? "base-url" : "api-key"}.`);
      return;
    }
    const detail = outcome.problem instanceof Error ? undefined : outcome.problem?.detail;
    if (outcome.reason === "refused") {
      this.#warn(`was refused by its service: ${detail}`);
    } else if (outcome.reason === "away" && outcome.problem === undefined) {
      this.#warn(
        `got no answer: the service is away, or its key does not approve the origin ${location.origin}.`,
      );
    }
  }

  #warn(text: string): void {
    if (!this.#warnings.has(text)) {
      this.#warnings.add(text);
      // biome-ignore lint/suspicious/noConsole: the developer of the shop looks there.
      console.warn(`<baken-address> ${text}`);
    }
  }

  #reason(): AddressChange["reason"] {
    const { outcome } = this.#entry.form;
    if (outcome.kind === "unavailable") {
      return outcome.reason;
    }
    return outcome.kind === "incomplete" || outcome.kind === "pending" ? outcome.kind : null;
  }

  /** Notifies the form of texts that nobody typed; `input` of the fields crosses the shadow root by itself. */
  #onFill(): void {
    this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    this.#onChange();
  }

  /** Repeats `change`, which does not leave a shadow root. */
  #onChange(): void {
    this.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
  }

  /** Submits the form on Enter, as a field of its own would, once what was typed is answered. */
  async #onKey(event: KeyboardEvent): Promise<void> {
    const isText = (event.target as Element).matches("input[type=text]");
    if (
      event.key !== "Enter" ||
      event.isComposing ||
      event.defaultPrevented ||
      !isText ||
      this.form === null
    ) {
      return;
    }
    event.preventDefault();
    await this.#entry.settle();
    const button = [...this.form.elements].find((control) => control.matches(SUBMITS));
    if (button === undefined) {
      this.form.requestSubmit();
    } else {
      (button as HTMLElement).click();
    }
  }

  /** Lets a button that submits the form wait for the answer to what was typed, as Enter does. */
  readonly #onAnyClick = async (event: Event): Promise<void> => {
    const target = event.composedPath()[0];
    const button = target instanceof Element ? target.closest<HTMLButtonElement>(SUBMITS) : null;
    if (button === null || button.form === null || button.form !== this.form || !this.#entry.isBusy) {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    await this.#entry.settle();
    button.click();
  };

  /** Shows the fault in the component, instead of in a bubble of the browser, which would repeat it. */
  #onInvalid(event: Event): void {
    const { fault } = this.#entry;
    event.preventDefault();
    this.#entry.showFault();
    this.#entry.form.retry();
    // As the browser does for the first invalid control.
    if (fault !== undefined && this.form?.querySelector(":invalid:not(fieldset)") === this) {
      this.#entry.fieldOf(fault).focus();
    }
  }

  /** Moves the focus where a click on a `<label>` of the element arrives. */
  #onClick(event: Event): void {
    if (event.composedPath()[0] === this) {
      this.focus();
    }
  }
}

/** Controls that submit a form. */
const SUBMITS = "[type=submit], [type=image], button:not([type])";

/** Returns the browser key. React and Vue reserve the attribute `key`, so `api-key` is accepted too. */
function keyOf(element: Element): string | null {
  return element.getAttribute("api-key") ?? element.getAttribute("key");
}

/** Returns the service that the attributes name: a folder of static files, or a server with a key. */
function openService(element: Element): AddressService | undefined {
  const src = element.getAttribute("src");
  const key = keyOf(element);
  if (src !== null) {
    return createStaticService(new URL(src, document.baseURI).href, surroundings.loadStaticFiles);
  }
  const root = element.getAttribute("base-url") ?? surroundings.root;
  // A root ends in a slash.
  return key && root !== undefined
    ? new ServerService(new URL(root, document.baseURI).href.replace(/\/*$/, "/"), key)
    : undefined;
}

/** Makes the element known to the browser, once; does nothing on machines without one. */
export function defineBakenAddress(given: Surroundings): void {
  if (globalThis.customElements === undefined || customElements.get("baken-address") !== undefined) {
    return;
  }
  surroundings = given;
  for (const name of ATTRIBUTES) {
    reflect(name);
  }
  customElements.define("baken-address", BakenAddress);
}

/** Makes an attribute a property, which frameworks set when there is one: `base-url` is `baseUrl`. */
function reflect(name: string): void {
  const isFlag = name === "required" || name === "strict";
  Object.defineProperty(
    BakenAddress.prototype,
    name.replace(/-./, ([, letter]) => letter!.toUpperCase()),
    {
      get(this: BakenAddress) {
        return isFlag ? this.hasAttribute(name) : (this.getAttribute(name) ?? "");
      },
      set(this: BakenAddress, value: unknown) {
        if (isFlag ? !value : value == null) {
          this.removeAttribute(name);
        } else {
          this.setAttribute(name, isFlag ? "" : String(value));
        }
      },
      enumerable: true,
    },
  );
}
