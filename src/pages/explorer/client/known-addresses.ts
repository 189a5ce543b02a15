/** Addresses that the explorer has seen in answers. */
import type { AnswerOf } from "../../../http/client/client.ts";

export type Address = AnswerOf<"/addresses/{nummeraanduidingId}">["data"];

/** Maximum addresses kept from answers, so that choosing one of a list shows it at once. */
const MAX_KNOWN = 500;
const known = new Map<string, Address>();

export function rememberAddress(address: Address): void {
  known.delete(address.nummeraanduiding_id);
  known.set(address.nummeraanduiding_id, address);
  if (known.size > MAX_KNOWN) {
    known.delete(known.keys().next().value!);
  }
}

export function knownAddress(id: string): Address | undefined {
  return known.get(id);
}
