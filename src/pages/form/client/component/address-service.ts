/** Declares the questions of the component, and asks them of a server; a failure is returned as a value. */
import { type ProblemBody, readRetryAfter } from "../../../../http/client/client.ts";
import { numberLineOf } from "../../../kit/client/address-line.ts";
import type { Address, FormerAddress, TypedKey } from "./typed-address.ts";

/** Service that cannot answer: away, the key is refused, or a limit is reached. */
export interface Unavailable {
  readonly kind: "unavailable";
  readonly reason: "away" | "refused" | "limited";
  /** Absent when no answer came that a page may read. For static files, the error. */
  readonly problem?: ProblemBody | Error | undefined;
}

export type Answer =
  | { readonly kind: "found"; readonly address: Address }
  /** The number exists only with letters or additions. */
  | ({ readonly kind: "ambiguous"; readonly candidates: readonly Address[] } & Former)
  | ({
      readonly kind: "unknown";
      /** House number that the street of a line does not have. */
      readonly missingNumber?: number | undefined;
      /** The typed number at another postcode of the street. */
      readonly neighbour?: Address | undefined;
    } & Former)
  | Unavailable;

/** Former address that the typed one names; absent when there is none. */
interface Former {
  readonly former?: FormerAddress | undefined;
}

/** Street whose number is still to be typed. */
export type StreetOnly = Pick<Address, "straatnaam" | "woonplaats_naam"> & { readonly huisnummer: null };

export type Suggestions =
  | { readonly kind: "suggestions"; readonly addresses: readonly (Address | StreetOnly)[] }
  | Unavailable;

export interface AddressService {
  lookup(key: TypedKey, signal: AbortSignal): Promise<Answer>;
  suggest(q: string, signal: AbortSignal): Promise<Suggestions>;
  /** Finds the one address that a line certainly means; `ambiguous` has the addresses with the number in the line. */
  recognise(q: string, signal: AbortSignal): Promise<Answer>;
  /** Takes the text of the postcode while it is typed, to load ahead. */
  prepare?(postcode: string): void;
}

interface Reply {
  readonly kind: "reply";
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: its form follows from path and status.
  readonly body: any;
}

const TIMEOUT_MS = 6_000;
const MAX_SUGGESTIONS = "10";
/** Pause after a 429 without `Retry-After`, which a proxy may send. */
const DEFAULT_PAUSE_S = 30;

/** Server at one address with one key. Asks no more once the key is refused, and not before a limit's time is over. */
export class ServerService implements AddressService {
  readonly #root: string;
  readonly #key: string;
  #refusal: Unavailable | undefined;
  #pausedUntil = 0;

  constructor(root: string, key: string) {
    this.#root = root;
    this.#key = key;
  }

  async lookup({ postcode, number, addition }: TypedKey, signal: AbortSignal): Promise<Answer> {
    const parameters = { postcode, number, ...(addition === "" ? {} : { addition }) };
    const reply = await this.#get("addresses/lookup", parameters, signal);
    if (reply.kind === "unavailable") {
      return reply;
    }
    const candidates: readonly Address[] = reply.body.candidates ?? [];
    if (reply.status === 200) {
      return { kind: "found", address: reply.body.data };
    }
    const unknown = unknownOf(reply);
    if (candidates.length > 0) {
      return { kind: "ambiguous", candidates, former: unknown.former };
    }
    return unknown.former === undefined
      ? { ...unknown, neighbour: await this.#findNeighbour(parameters, signal) }
      : unknown;
  }

  /** Finds the typed number at another postcode of the same street. */
  async #findNeighbour(
    parameters: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Address | undefined> {
    const reply = await this.#get("addresses/validate", parameters, signal);
    const near: readonly Address[] = reply.kind === "reply" ? (reply.body.data?.suggestions ?? []) : [];
    return near.find(({ huisnummer }) => String(huisnummer) === parameters.number);
  }

  async suggest(q: string, signal: AbortSignal): Promise<Suggestions> {
    const parameters = { q, limit: MAX_SUGGESTIONS, include: "address" };
    const reply = await this.#get("addresses/autocomplete", parameters, signal);
    return reply.kind === "unavailable"
      ? reply
      : { kind: "suggestions", addresses: (reply.body.data ?? []).map((one: Suggested) => one.address) };
  }

  async recognise(q: string, signal: AbortSignal): Promise<Answer> {
    const reply = await this.#get("geocode/forward", { q }, signal);
    if (reply.kind === "unavailable") {
      return reply;
    }
    if (reply.status !== 200) {
      return amongCandidates(q, reply);
    }
    const { address, match } = reply.body.data;
    return match === "one_of_several"
      ? { kind: "ambiguous", candidates: [address] }
      : { kind: "found", address };
  }

  async #get(
    path: string,
    parameters: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Reply | Unavailable> {
    if (this.#refusal !== undefined) {
      return this.#refusal;
    }
    if (Date.now() < this.#pausedUntil) {
      return { kind: "unavailable", reason: "limited" };
    }
    // The key as a parameter instead of a header saves the preflight that each new URL would cost.
    const query = new URLSearchParams({ ...parameters, key: this.#key });
    try {
      const response = await fetch(`${this.#root}api/v1/${path}?${query}`, {
        credentials: "omit",
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return this.#read(response, await response.json());
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      return { kind: "unavailable", reason: "away" };
    }
  }

  #read({ status, headers }: Response, body: ProblemBody): Reply | Unavailable {
    if (status === 401 || status === 403) {
      this.#refusal = { kind: "unavailable", reason: "refused", problem: body };
      return this.#refusal;
    }
    if (status === 429) {
      this.#pausedUntil =
        Date.now() + 1_000 * (readRetryAfter(headers.get("retry-after")) ?? DEFAULT_PAUSE_S);
      return { kind: "unavailable", reason: "limited", problem: body };
    }
    return status >= 500
      ? { kind: "unavailable", reason: "away", problem: body }
      : { kind: "reply", status, body };
  }
}

function unknownOf({ body }: Reply): Extract<Answer, { kind: "unknown" }> {
  const { former, reason } = body;
  return {
    kind: "unknown",
    former: former?.[0],
    missingNumber: reason?.why === "no such number" ? reason.number : undefined,
  };
}

/**
 * Returns the meaning of a line that the geocoder refused. `ambiguous` when all candidates have its number. `found`
 * when the search has only one candidate, with the number as typed: then only street and place are spelled otherwise.
 */
function amongCandidates(q: string, reply: Reply): Answer {
  const why: string | undefined = reply.body.reason?.why;
  const candidates: readonly Address[] = reply.body.candidates ?? [];
  const [first] = candidates;
  if (first !== undefined && why === "several at the number") {
    return { kind: "ambiguous", candidates };
  }
  const words = q.toLowerCase().split(/[\s,]+/);
  const isOnly = candidates.length === 1 && why === "not complete";
  return first !== undefined && isOnly && words.includes(numberLineOf(first).toLowerCase())
    ? { kind: "found", address: first }
    : unknownOf(reply);
}

interface Suggested {
  readonly address: Address;
}
