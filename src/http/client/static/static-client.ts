/**
 * Client of a folder that `./baken static` wrote, on any host of files: `baken-client/static` (docs/static.md).
 * It needs no server, no key and no dependency, and runs wherever there is a `fetch`.
 */

import { splitHouseNumber } from "../../../registry/schema/full-address.ts";
import { matchNumberParts, withoutFloatTails } from "../../../registry/schema/number-parts.ts";
import { parsePostcode } from "../../../registry/schema/postcode.ts";
import { suggest } from "./begun-names.ts";
import { findNearestAddress } from "./nearest-position.ts";
import { readTable } from "./read-table.ts";
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
import { abortable, type StaticFiles, StaticFolder } from "./static-files.ts";

export * from "./static-answers.ts";

/** Every call throws StaticFilesFailed when the folder cannot answer. */
export interface StaticClient {
  /** Finds an address by postcode and number. Throws a TypeError for text that is no postcode or number. */
  lookup(key: StaticKey, options?: StaticCallOptions): Promise<StaticLookup>;
  /**
   * Lists the addresses of a postcode by street and number; empty for an unknown postcode. Throws a TypeError as
   * lookup.
   */
  postcode(postcode: string, options?: StaticCallOptions): Promise<StaticAddress[]>;
  /** Suggests streets, places and addresses for a begun text: names as written, then number and place. */
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
  const folder = new StaticFolder(options);
  const ask = <R>({ signal }: StaticCallOptions, question: (files: StaticFiles) => Promise<R>) =>
    abortable(folder.ask(question), signal);
  return {
    lookup: (key, call = {}) => ask(call, (files) => lookup(files, key)),
    postcode: (text, call = {}) => ask(call, (files) => listOfPostcode(files, text)),
    autocomplete: (text, call = {}) => ask(call, (files) => suggest(files, text, call.limit ?? 10)),
    nearest: (point, call = {}) =>
      ask(call, (files) => findNearestAddress(files, point, call.within ?? 5_000)),
    prepare(digits) {
      if (/^[1-9]\d{3}$/.test(digits)) {
        folder.ask((files) => readTable(files, Number(digits))).catch(() => undefined);
      }
    },
    version: (call = {}) => ask(call, readVersion),
  };
}

async function lookup(files: StaticFiles, key: StaticKey): Promise<StaticLookup> {
  const { number, ...parts } = readKey(key);
  const { table, rows } = await readPostcode(files, key.postcode);
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

async function listOfPostcode(files: StaticFiles, text: string): Promise<StaticAddress[]> {
  const { table, rows } = await readPostcode(files, text);
  return rows.sort((a, b) => a.street - b.street).map((row) => table!.addressOf(row));
}

/** Reads the rows of a postcode; empty for an unknown postcode. */
async function readPostcode(files: StaticFiles, text: string) {
  const postcode = parsePostcode(text);
  if (postcode === undefined) {
    throw new TypeError(`"${text}" is no postcode.`);
  }
  const table = await readTable(files, Number(postcode.slice(0, 4)));
  return { table, rows: table?.ofLetters(postcode.slice(4)) ?? [] };
}

async function readVersion({ latest }: StaticFiles): Promise<StaticVersion> {
  const { data_date, data_version, addresses, include } = latest;
  return { data_date, data_version, addresses, include };
}

/** Reads number, letter and addition by the rules of the interface. */
function readKey({ number, letter, addition }: StaticKey) {
  const isWhole = letter === undefined && addition === undefined;
  const whole = withoutFloatTails(String(number)).trim();
  const split = isWhole ? splitHouseNumber(whole) : undefined;
  const digits = split?.number ?? whole;
  if (!/^\d{1,15}$/.test(digits) || Number(digits) < 1 || Number(digits) > 99_999) {
    throw new TypeError(`"${number}" is no house number.`);
  }
  return {
    number: Number(digits),
    huisletter: (split?.letter ?? letter) || null,
    huisnummertoevoeging: (split?.addition ?? addition) || null,
  };
}
