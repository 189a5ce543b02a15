/** The five fields: asks for the typed address, fills in missing parts, and keeps parts typed by hand. */
import { readPostcode } from "../../../kit/client/address-line.ts";
import type { AddressService, Answer } from "./address-service.ts";
import { LatestTask } from "./latest-task.ts";
import {
  type Address,
  FIELDS,
  type FieldName,
  type Fields,
  formatPostcode,
  isStreetOf,
  splitNumber,
  splitStreet,
  type TypedKey,
  typedFieldsOf,
  typedKeyOf,
} from "./typed-address.ts";

/** Pause in typing after which the service is asked. */
export const PAUSE_MS = 200;

export type Outcome = Answer | { readonly kind: "incomplete" } | { readonly kind: "pending" };
const INCOMPLETE: Outcome = { kind: "incomplete" };

export interface AddressFormHost {
  /** Undefined without a key. */
  readonly service: AddressService | undefined;
  /** Called when the outcome changed, or fields were filled in. */
  onUpdate(): void;
  /** Called after fields were filled in, before `onUpdate`. */
  onFill(): void;
}

/** Key to ask for. `street` is the rest of the street when the number was typed after it. */
interface Question {
  readonly key: TypedKey;
  readonly street?: string;
}

export class AddressForm {
  readonly #inputs: Readonly<Record<FieldName, HTMLInputElement>>;
  readonly #host: AddressFormHost;
  readonly #task = new LatestTask();
  readonly #answers = new Map<string, Answer>();
  /** Values that were filled in; other text was typed by hand. */
  #filled: Partial<Fields> = {};
  /** The postcode that street and place were filled in for. */
  #filledFor: string | undefined;
  #outcome: Outcome = INCOMPLETE;
  #candidates: { readonly of: string; readonly addresses: readonly Address[] } | undefined;

  constructor(inputs: Readonly<Record<FieldName, HTMLInputElement>>, host: AddressFormHost) {
    this.#inputs = inputs;
    this.#host = host;
  }

  get outcome(): Outcome {
    return this.#outcome;
  }

  get fields(): Fields {
    return Object.fromEntries(FIELDS.map((name) => [name, this.#inputs[name].value.trim()])) as Record<
      FieldName,
      string
    >;
  }

  /** The addresses to choose from at the typed postcode and number, also after one was chosen. */
  get candidates(): readonly Address[] {
    const key = typedKeyOf(this.fields);
    return key !== undefined && this.#candidates?.of === numberOf(key) ? this.#candidates.addresses : [];
  }

  /** Takes texts as if typed, and asks at once. */
  write(fields: Partial<Fields>): void {
    for (const name of FIELDS) {
      this.#inputs[name].value = fields[name] ?? this.#inputs[name].value;
    }
    this.#inputs.postcode.value = formatPostcode(this.#inputs.postcode.value);
    this.check(0);
  }

  /** Values that were filled in rather than typed by hand. */
  get filled(): Partial<Fields> {
    return this.#filled;
  }

  /** Starts over with these texts; the fields in `filled` were not typed by hand. */
  begin(fields: Partial<Fields>, filled: Partial<Fields> = {}): void {
    this.#filled = { ...filled };
    this.#candidates = undefined;
    for (const name of FIELDS) {
      this.#inputs[name].value = fields[name] ?? "";
    }
    this.check(0);
  }

  /** Empties the fields that an answered line filled in, when the line is typed over. */
  forget(): void {
    if (this.#outcome.kind !== "found" && this.#outcome.kind !== "ambiguous") {
      return;
    }
    for (const name of FIELDS) {
      if (!this.#isByHand(name)) {
        this.#inputs[name].value = "";
      }
    }
    this.check(PAUSE_MS);
  }

  /** Fills in an address that the shopper chose: over everything, or only `names` and what was not typed by hand. */
  adopt(address: Address, names: readonly FieldName[] = FIELDS): void {
    const fields = typedFieldsOf(address);
    for (const name of names) {
      this.#inputs[name].value = "";
      this.#fill(name, fields[name]);
    }
    const key = typedKeyOf(this.fields);
    if (key !== undefined) {
      this.#answers.set(textOf(key), { kind: "found", address });
    }
    this.#task.cancel();
    this.#host.onFill();
    this.#conclude({ kind: "found", address });
  }

  onInput(name: FieldName, isAutofill: boolean): void {
    delete this.#filled[name];
    if (name === "postcode") {
      this.#host.service?.prepare?.(this.#inputs.postcode.value);
    }
    const isPlace = name === "street" || name === "city";
    if (!isPlace && name !== "addition" && !this.#isByHand("addition")) {
      // It was chosen for another number.
      this.#inputs.addition.value = "";
    }
    if (!isPlace || (isAutofill && this.#inputs.number.value === "")) {
      this.check(PAUSE_MS);
    }
  }

  /** Tidies a field that is left, and asks without waiting longer. */
  onChange(name: FieldName): void {
    const { postcode, number, addition } = this.#inputs;
    postcode.value = formatPostcode(postcode.value);
    const parts = splitNumber(number.value);
    if (name === "number" && parts !== undefined && addition.value === "") {
      number.value = parts.number;
      addition.value = parts.addition;
    }
    if (name === "street" && number.value === "") {
      this.check(0);
    }
    void this.settle();
  }

  get isBusy(): boolean {
    return this.#task.isBusy;
  }

  /** Resolves when the typed text is answered. */
  settle(): Promise<void> {
    return this.#task.flush();
  }

  /** Repeats the requests that could not be answered. */
  retry(): void {
    if (this.#outcome.kind === "unavailable") {
      this.check(0);
    }
  }

  /** Asks for the typed key after `waitMs`, unless its answer is known. */
  check(waitMs: number): void {
    const question = this.#question();
    if (question === undefined) {
      this.#task.cancel();
      this.setOutcome(INCOMPLETE);
      return;
    }
    const known = this.#answers.get(textOf(question.key));
    if (known !== undefined) {
      this.#task.cancel();
      this.#apply(question, known);
      return;
    }
    this.setOutcome({ kind: "pending" });
    this.#task.schedule((signal) => this.#ask(question, signal), waitMs);
  }

  #question(): Question | undefined {
    const { fields } = this;
    const split = fields.number === "" ? splitStreet(fields.street) : undefined;
    const key = typedKeyOf(split === undefined ? fields : { ...fields, number: split.number });
    return key && (split === undefined ? { key } : { key, street: split.street });
  }

  async #ask(question: Question, signal: AbortSignal): Promise<void> {
    const { service } = this.#host;
    const answer: Answer =
      service === undefined
        ? { kind: "unavailable", reason: "refused" }
        : await service.lookup(question.key, signal);
    if (signal.aborted) {
      return;
    }
    if (answer.kind !== "unavailable") {
      this.#answers.set(textOf(question.key), answer);
    }
    this.#apply(question, answer);
  }

  #apply({ key, street }: Question, answer: Answer): void {
    if (street !== undefined && !this.#moveNumber(key, street, answer)) {
      this.setOutcome(INCOMPLETE);
      return;
    }
    if (answer.kind === "ambiguous") {
      this.#candidates = { of: numberOf(key), addresses: answer.candidates };
    }
    this.#conclude(answer);
  }

  /** Moves a number from the street to its own field, unless the registry has no such street there. */
  #moveNumber({ number, addition }: TypedKey, street: string, answer: Answer): boolean {
    const address = addressIn(answer);
    if (answer.kind === "unknown" || (address !== undefined && !isStreetOf(street, address))) {
      return false;
    }
    this.#inputs.number.value = number;
    this.#inputs.addition.value ||= addition;
    this.#inputs.street.value = address?.straatnaam ?? street;
    this.#host.onFill();
    return true;
  }

  #conclude(answer: Answer): void {
    const before = JSON.stringify(this.fields);
    const address = addressIn(answer);
    if (address !== undefined) {
      this.#fill("street", address.straatnaam);
      this.#fill("city", address.woonplaats_naam);
      this.#filledFor = readPostcode(this.fields.postcode);
    } else if (this.#filledFor !== readPostcode(this.fields.postcode)) {
      // Another postcode is another street.
      this.#fill("street", "");
      this.#fill("city", "");
    }
    if (JSON.stringify(this.fields) !== before) {
      this.#host.onFill();
    }
    this.setOutcome(answer);
  }

  #fill(name: FieldName, text: string): void {
    if (!this.#isByHand(name)) {
      this.#inputs[name].value = text;
      this.#filled[name] = text;
    }
  }

  #isByHand(name: FieldName): boolean {
    const { value } = this.#inputs[name];
    return value !== "" && value !== this.#filled[name];
  }

  setOutcome(outcome: Outcome): void {
    this.#outcome = outcome;
    this.#host.onUpdate();
  }
}

/** Returns the address of an answer; of several candidates the first, whose street and place they share. */
function addressIn(answer: Answer): Address | undefined {
  return answer.kind === "found"
    ? answer.address
    : answer.kind === "ambiguous"
      ? answer.candidates[0]
      : undefined;
}

function numberOf({ postcode, number }: TypedKey): string {
  return `${postcode} ${number}`;
}

function textOf(key: TypedKey): string {
  return `${numberOf(key)} ${key.addition.toUpperCase()}`;
}
