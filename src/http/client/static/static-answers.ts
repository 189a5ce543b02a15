/** Types of parameters, answers and errors of the client of static files. */
import type { AnswerOf, RequestLike, ResponseLike } from "../client.ts";

/**
 * The folder cannot answer. `away`: the host does not answer, or answers 429 or 5xx. `damaged`: a file is missing, cut
 * off or not a file of baken, because the upload is incomplete or the address is wrong. `other-format`: the file was
 * written for other versions of this client.
 */
export class StaticFilesFailed extends Error {
  readonly reason: "away" | "damaged" | "other-format";

  constructor(reason: StaticFilesFailed["reason"], message: string) {
    super(message);
    this.name = "StaticFilesFailed";
    this.reason = reason;
  }
}

type Address = AnswerOf<"/addresses/lookup">["data"];
type AlwaysThere =
  | "nummeraanduiding_id"
  | "huisnummer"
  | "huisletter"
  | "huisnummertoevoeging"
  | "postcode"
  | "straatnaam"
  | "verkorte_straatnaam"
  | "woonplaats_naam"
  | "woonplaats_id"
  | "gemeente_naam"
  | "gemeente_code"
  | "provincie_naam"
  | "full_address";
type OfPositions = "latitude" | "longitude";
type OfRecords = "type" | "gebruiksdoel" | "oppervlakte" | "pand_id" | "adresseerbaar_object_id" | "bouwjaar";

/** Record of an address: fields of the interface's record; positions and the rest where the folder includes them. */
export type StaticAddress = Pick<Address, AlwaysThere> & Partial<Pick<Address, OfPositions | OfRecords>>;

export interface StaticRequest extends RequestLike {
  /** `no-cache`: a copy that the browser has is used only when the host says that it is the newest. */
  cache?: "no-cache";
}

export interface StaticClientOptions {
  /** Folder with `latest.json`. */
  readonly baseUrl: string;
  /** Adds object, building, year, floor area and purposes to addresses, from a second file. Default false. */
  readonly records?: boolean | undefined;
  /** Maximum retries of a file after no answer, 429 or 5xx. Default 2. */
  readonly retries?: number | undefined;
  /** Default: the platform's `fetch`. */
  readonly fetch?: ((url: string, init: StaticRequest) => Promise<ResponseLike>) | undefined;
}

export interface StaticCallOptions {
  /** Ends the call with the reason of the signal. */
  readonly signal?: RequestLike["signal"] | undefined;
}

export interface StaticKey {
  readonly postcode: string;
  /** Letter and addition may follow the number, when neither is given separately: `5a`, `5-2`. */
  readonly number: number | string;
  readonly letter?: string | undefined;
  readonly addition?: string | undefined;
}

export interface StaticLookup {
  /** Null when no address matches. */
  readonly address: StaticAddress | null;
  /** Up to 100 addresses with this postcode and number, when none has this letter and addition. */
  readonly candidates: readonly StaticAddress[];
  readonly candidates_total: number;
}

interface StreetSuggestion {
  readonly kind: "street";
  readonly label: string;
  readonly street: string;
  readonly city: string;
  readonly municipality: string;
  readonly address_count: number;
}

interface AreaSuggestion {
  readonly kind: "place" | "municipality";
  readonly label: string;
  readonly municipality: string;
  readonly address_count: number;
}

export interface AddressSuggestion {
  readonly kind: "address";
  readonly label: string;
  readonly address: StaticAddress;
  /** True when the text names this address whole: street or postcode, number, letter and addition. */
  readonly exact: boolean;
}

export type StaticSuggestion = StreetSuggestion | AreaSuggestion | AddressSuggestion;

export interface StaticVersion {
  readonly data_date: string;
  readonly data_version: string;
  readonly addresses: number;
  readonly include: readonly ("positions" | "records")[];
}

export interface NearestOptions extends StaticCallOptions {
  /** Metres within which it searches. Default 5000. */
  readonly within?: number | undefined;
}

export interface NearestAddress {
  readonly address: StaticAddress;
  readonly distance_m: number;
}
