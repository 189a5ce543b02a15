import { describe, expect, test } from "bun:test";
import type { KeptVoorkomen } from "./kept-voorkomens.ts";
import { mergePostings } from "./postings.ts";
import { NO_END } from "./voorkomen.ts";

/** Makes a voorkomen of an openbare ruimte. */
function street(voorkomen: number, naam: string, end = NO_END): KeptVoorkomen {
  return { voorkomen, begin: 20100101, end, row: [naam, null, "Weg", 9001, 0, naam.toLowerCase()] };
}

/** Merges the postings in both orders, which must not matter. */
function merge(postings: readonly KeptVoorkomen[]) {
  const merged = mergePostings("OPR", postings);
  const reversed = mergePostings("OPR", postings.toReversed());
  expect(new Set(reversed.kept)).toEqual(new Set(merged.kept));
  expect(reversed.unlike).toEqual([...merged.unlike]);
  return merged;
}

describe("postings of one object become one posting a voorkomen:", () => {
  test("other voorkomens all stay", () => {
    const both = [street(1, "A"), street(2, "B")];
    expect(merge(both)).toEqual({ kept: both, unlike: [] });
  });

  test("the same voorkomen twice stays once, and is nothing to tell", () => {
    expect(merge([street(1, "A"), street(1, "A")])).toEqual({ kept: [street(1, "A")], unlike: [] });
  });

  test("of unlike ones the one that ends first stays, whichever came first, and it is told", () => {
    const ended = street(1, "B", 20300101);
    expect(merge([street(1, "A"), ended])).toEqual({ kept: [ended], unlike: [1] });
  });

  test("of unlike ones that end alike one stays, whichever came first", () => {
    expect(merge([street(1, "A"), street(1, "B")])).toEqual({ kept: [street(1, "A")], unlike: [1] });
  });

  test("geometry is compared too", () => {
    const [one, other] = [1, 2].map((byte) => ({ ...street(1, "A"), geom: Uint8Array.of(byte) }));
    expect(merge([one!, other!])).toEqual({ kept: [one!], unlike: [1] });
  });
});
