/** Addresses as typed, and which of a registry a text names letter by letter: nothing here is shared with src. */
import { foldText, type KnownAddress } from "../../relevance/addresses.ts";

/** Address as a row writes it: without the parts that are absent or empty. */
export interface WrittenAddress {
  readonly postcode?: string;
  readonly number: number;
  readonly letter: string;
  readonly addition: string;
  readonly street?: string;
  readonly place?: string;
}

/** Parts of an address that a dialect writes. */
export type WrittenPart = "postcode" | "street" | "place";

/** Returns a function that lists the ids of the addresses that have exactly these parts, whatever their case. */
export function createLiteralFinder(
  addresses: readonly KnownAddress[],
): (written: WrittenAddress) => string[] {
  const byNumber = Map.groupBy(addresses, houseKey);
  return (written) =>
    (byNumber.get(houseKey(written)) ?? [])
      .filter(({ postcode, street, city }) =>
        [
          [written.postcode, postcode],
          [written.street, street],
          [written.place, city],
        ].every(([typed = "", own]) => typed === "" || foldText(typed) === foldText(own!)),
      )
      .map(({ id }) => id);
}

/** Letter and addition are one: `12 A` may be either. */
function houseKey({
  number,
  letter,
  addition,
}: Pick<WrittenAddress, "number" | "letter" | "addition">): string {
  return `${number}|${foldText(letter + addition)}`;
}

/** House number with letter and addition as most people write it: `12a`, `12-2`, `12a-hs`. */
export function houseText({ number, letter, addition }: WrittenAddress): string {
  return `${number}${letter}${addition === "" ? "" : `-${addition}`}`;
}
