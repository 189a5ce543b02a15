/**
 * Client of a folder that `./baken static` wrote, on any host of files: `baken-client/static` (docs/static.md).
 * It needs no server, no key and no dependency, and runs wherever there is a `fetch`.
 */

import { splitHouseNumber } from "../../../registry/schema/full-address.ts";
import { matchNumberParts } from "../../../registry/schema/number-parts.ts";
import { parsePostcode } from "../../../registry/schema/postcode.ts";
import { suggest } from "./begun-names.ts";
import { findNearest } from "./nearest-position.ts";
import { openSources, type Sources } from "./sources.ts";
import type {
  NearestAddress,
  NearestOptions,
  StaticAddress,
  StaticCallOptions,
  StaticClientOptions,
  StaticKey,
  StaticLookup,
  StaticSuggestion,
  StaticVersion,
} from "./static-answers.ts";
import { abortable } from "./static-files.ts";

export * from "./static-answers.ts";

/** Every call throws StaticFilesFailed when the folder cannot answer. */
export interface StaticClient {
  /** Finds an address by postcode and number. Throws a TypeError for text that is no postcode or number. */
  lookup(key: StaticKey, options?: StaticCallOptions): Promise<StaticLookup>;
  /** Lists the addresses of a postcode by street and number; none of an unknown one. Throws a TypeError as lookup. */
  postcode(postcode: string, options?: StaticCallOptions): Promise<StaticAddress[]>;
  /** Suggests streets, places and addresses for a begun text: names as they are written, then number and place. */
  autocomplete(
    text: string,
    options?: StaticCallOptions & { readonly limit?: number },
  ): Promise<StaticSuggestion[]>;
  /** Finds the published position nearest to a point in degrees, ties by id; undefined without one. */
  nearest(
    point: { readonly latitude: number; readonly longitude: number },
    options?: NearestOptions,
  ): Promise<NearestAddress | undefined>;
  /** Loads the addresses of a postcode area ahead, from its four digits; does nothing for fewer, and never fails. */
  prepare(digits: string): void;
  version(options?: StaticCallOptions): Promise<StaticVersion>;
}

const MAX_CANDIDATES = 100;

/** Creates a client: `createStaticClient({ baseUrl: "https://cdn.example/baken/" })`. */
export function createStaticClient(options: StaticClientOptions): StaticClient {
  const sources = openSources(options);
  return {
    lookup: (key, { signal } = {}) => abortable(lookup(sources, key), signal),
    postcode: (text, { signal } = {}) => abortable(listOfPostcode(sources, text), signal),
    autocomplete: (text, { signal, limit = 10 } = {}) => abortable(suggest(sources, text, limit), signal),
    nearest: (point, { signal, within = 5_000 } = {}) =>
      abortable(findNearest(sources, point, within), signal),
    prepare(digits) {
      if (/^[1-9]\d{3}$/.test(digits)) {
        sources.readTable(Number(digits)).catch(() => undefined);
      }
    },
    version: ({ signal } = {}) => abortable(readVersion(sources), signal),
  };
}

async function lookup(sources: Sources, key: StaticKey): Promise<StaticLookup> {
  const { number, ...parts } = readKey(key);
  const { table, rows } = await readPostcode(sources, key.postcode);
  const sameNumber = rows.filter(({ huisnummer }) => huisnummer === number);
  const [found] = matchNumberParts(
    sameNumber.filter(({ isSecond }) => !isSecond),
    parts,
  );
  const candidates = found === undefined ? sameNumber : [];
  return {
    address: found === undefined ? null : table!.addressOf(found),
    candidates: candidates.slice(0, MAX_CANDIDATES).map((row) => table!.addressOf(row)),
    candidates_total: candidates.length,
  };
}

async function listOfPostcode(sources: Sources, text: string): Promise<StaticAddress[]> {
  const { table, rows } = await readPostcode(sources, text);
  return rows.sort((a, b) => a.street - b.street).map((row) => table!.addressOf(row));
}

/** Reads the rows of a postcode; none for an unknown one. */
async function readPostcode({ readTable }: Sources, text: string) {
  const postcode = parsePostcode(text);
  if (postcode === undefined) {
    throw new TypeError(`"${text}" is no postcode.`);
  }
  const table = await readTable(Number(postcode.slice(0, 4)));
  return { table, rows: table?.ofLetters(postcode.slice(4)) ?? [] };
}

async function readVersion({ files }: Sources): Promise<StaticVersion> {
  const { data_date, data_version, addresses, include } = await files.latest();
  return { data_date, data_version, addresses, include };
}

/** Reads number, letter and addition by the rules of the interface. */
function readKey({ number, letter, addition }: StaticKey) {
  const isWhole = letter === undefined && addition === undefined;
  const split = isWhole ? splitHouseNumber(String(number)) : undefined;
  const digits = split?.number ?? String(number).trim();
  if (!/^\d{1,15}$/.test(digits) || Number(digits) < 1 || Number(digits) > 99_999) {
    throw new TypeError(`"${number}" is no house number.`);
  }
  return {
    number: Number(digits),
    huisletter: (split?.letter ?? letter) || null,
    huisnummertoevoeging: (split?.addition ?? addition) || null,
  };
}
