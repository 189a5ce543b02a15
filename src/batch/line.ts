/** Writes the parts of a row as one line, as a person would. */
import { nameKey } from "../registry/schema/name-key.ts";
import type { House } from "./house.ts";
import type { RowParts } from "./row-parts.ts";

/** Line with the part of the house number that it already has. */
export interface RowLine {
  readonly line: string;
  /** True when text or street hold the house number themselves, so that the cell of it only completes the line. */
  readonly hasOwnNumber: boolean;
}

/** Returns the line of a row: text, street and number, postcode and place, without what the text repeats. */
export function lineOf(parts: RowParts, house: House | undefined): RowLine {
  const { street, place, text, postcodeText } = parts;
  const houseText = house === undefined ? parts.numberText : house.typed;
  const own = street === "" ? text : street;
  const hasOwnNumber = house !== undefined && wordsOf(own).includes(String(house.number));
  const named = [own, hasOwnNumber ? "" : houseText].filter(Boolean).join(" ");
  const before = street === "" ? "" : text;
  const ahead = () => wordsOf([before, named].join(" ")).join("");
  const postcode = parts.postcode === undefined ? postcodeText : parts.postcode;
  const isPostcodeRepeated = postcode !== "" && ahead().includes(wordsOf(postcode).join(""));
  const isPlaceRepeated = place !== "" && text !== "" && ahead().endsWith(wordsOf(place).join(""));
  const area = [isPostcodeRepeated ? "" : postcode, isPlaceRepeated ? "" : place].filter(Boolean).join(" ");
  return { line: [before, named, area].filter(Boolean).join(", "), hasOwnNumber };
}

function wordsOf(text: string): string[] {
  return nameKey(text).match(/[a-z0-9]+/g) ?? [];
}
