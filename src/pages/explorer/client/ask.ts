/** Requests of the explorer: typed, ended when they are no longer needed. */
import { type AnswerOf, type Client, createClient } from "../../../http/client/client.ts";
import { openAccess } from "../../kit/client/access.ts";

export const access = openAccess();

/** Sends a GET and returns the whole body of its answer. */
export type Ask = Client["get"];
export type Address = AnswerOf<"/addresses/{nummeraanduidingId}">["data"];

export function createAsk(signal: AbortSignal): Ask {
  const fetch = (url: string, init: RequestInit) => access.fetch(url, { ...init, signal });
  return createClient({ baseUrl: "/api/v1", fetch }).get;
}

/** Loads all pages of a list. */
export async function loadPages<T>(
  ask: (
    page: number,
  ) => Promise<{ readonly data: readonly T[]; readonly meta: { readonly last_page: number } }>,
): Promise<readonly T[]> {
  const rows: T[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await ask(page);
    rows.push(...data);
    last = meta.last_page;
  }
  return rows;
}

/** Maximum addresses kept from answers, so that choosing one of a list shows it at once. */
const MAX_KNOWN = 500;
const known = new Map<string, Address>();

export function rememberAddresses(addresses: readonly Address[]): void {
  for (const address of addresses) {
    known.delete(address.nummeraanduiding_id);
    known.set(address.nummeraanduiding_id, address);
  }
  for (const id of known.keys()) {
    if (known.size <= MAX_KNOWN) {
      break;
    }
    known.delete(id);
  }
}

export function knownAddress(id: string): Address | undefined {
  return known.get(id);
}
