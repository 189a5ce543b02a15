import { describe, expect, test } from "bun:test";
import { NO_END } from "../extract/dates.ts";
import { mergeOccurrences } from "./object-loader.ts";
import { orderValues } from "./row-layout.ts";
import type { Voorkomen } from "./voorkomen.ts";

/** Makes a voorkomen of an openbare ruimte. */
function street(voorkomen: number, naam: string, end = NO_END): Voorkomen {
  const street = { naam, verkorte_naam: null, type: "Weg", woonplaats_id: 9001, status: 0 };
  const row = orderValues("OPR", { ...street, name_key: naam.toLowerCase() });
  return { id: 901300000000001, voorkomen, begin: 20100101, end, isInactive: false, row };
}

/** Merges the occurrences in both orders, which must not matter. */
function merge(occurrences: readonly Voorkomen[]) {
  const [merged, reversed] = [occurrences, occurrences.toReversed()].map((given) => {
    const conflicting: number[] = [];
    const kept = mergeOccurrences("OPR", given, (voorkomen) => conflicting.push(voorkomen));
    return { kept, conflicting };
  });
  expect(new Set(reversed!.kept)).toEqual(new Set(merged!.kept));
  expect(reversed!.conflicting).toEqual(merged!.conflicting);
  return merged!;
}

describe("occurrences of one object become one of each voorkomen:", () => {
  test("other voorkomens all stay", () => {
    const both = [street(1, "A"), street(2, "B")];
    expect(merge(both)).toEqual({ kept: both, conflicting: [] });
  });

  test("the same voorkomen twice stays once and is not reported", () => {
    expect(merge([street(1, "A"), street(1, "A")])).toEqual({ kept: [street(1, "A")], conflicting: [] });
  });

  test("of conflicting ones the one that ends first stays, whichever came first, and it is reported", () => {
    const ended = street(1, "B", 20300101);
    expect(merge([street(1, "A"), ended])).toEqual({ kept: [ended], conflicting: [1] });
  });

  test("of conflicting ones with the same end one stays, whichever came first", () => {
    expect(merge([street(1, "A"), street(1, "B")])).toEqual({ kept: [street(1, "A")], conflicting: [1] });
  });

  test("geometry is compared too", () => {
    const [one, other] = [1, 2].map((byte) => ({ ...street(1, "A"), geom: Uint8Array.of(byte) }));
    expect(merge([one!, other!])).toEqual({ kept: [one!], conflicting: [1] });
  });
});
