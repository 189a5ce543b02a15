/** The element as pages and frameworks see it. The package of the client has these declarations as `form.d.ts`. */
import type { Address } from "../../../../http/client/client.ts";

/** Texts of the fields. */
export interface AddressFields {
  postcode: string;
  number: string;
  /** Letter and addition as one text. */
  addition: string;
  street: string;
  city: string;
}

/**
 * `confirmed`: the registry has this address. `edited`: it has the postcode and number, with another street or place
 * than the fields. `ambiguous`: an addition is still to be chosen. `unknown`: the registry has no such address.
 * `unchecked`: not asked yet, or the service could not answer.
 */
export type Certainty = "confirmed" | "edited" | "ambiguous" | "unknown" | "unchecked";

/** Detail of the event `address-change`. */
export interface AddressChange {
  readonly certainty: Certainty;
  /** Reason why an address is unchecked. */
  readonly reason: "incomplete" | "pending" | "away" | "refused" | "limited" | null;
  readonly address: Address | null;
  readonly values: AddressFields;
  /** Problem that the service answered, for the developer of the shop. */
  readonly problem: unknown;
}

/** Attributes of `<baken-address>`, as templates of frameworks write them. */
export interface BakenAddressAttributes {
  /** Browser key; without one the fields are plain. */
  "api-key"?: string | undefined;
  /** Folder of static files, in place of key and server. */
  src?: string | undefined;
  /** Prefix of the submitted names. */
  name?: string | undefined;
  /** Postcode, number, street and city must be filled in. */
  required?: boolean | undefined;
  /** Only confirmed addresses are valid. */
  strict?: boolean | undefined;
  /** Fields or search line that it begins with. */
  mode?: "postcode" | "search" | undefined;
  /** Tokens that precede the tokens of `autocomplete`. */
  section?: string | undefined;
  /** Address of the server, which the element of the package needs. */
  "base-url"?: string | undefined;
}

/** Attributes as properties, which frameworks set; null or undefined removes the attribute. */
export interface BakenAddressElement extends HTMLElement {
  apiKey: string;
  baseUrl: string;
  mode: string;
  name: string;
  required: boolean;
  section: string;
  src: string;
  strict: boolean;
  /** Texts of the fields; setting some leaves the others. */
  get value(): AddressFields;
  set value(fields: Partial<AddressFields>);
  /** Record of the registry; null unless it has this postcode and number. */
  readonly address: Address | null;
  readonly certainty: Certainty;
  readonly form: HTMLFormElement | null;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  checkValidity(): boolean;
  reportValidity(): boolean;
}

declare global {
  interface HTMLElementTagNameMap {
    "baken-address": BakenAddressElement;
  }
  interface HTMLElementEventMap {
    "address-change": CustomEvent<AddressChange>;
  }
}
