import type { Refusal } from "./refusal.ts";

/** Words for what was asked and what is listed beside the reason. */
interface Words {
  readonly line: string;
  readonly candidates: string;
  readonly parameter: string;
}

const REQUEST: Words = { line: "line", candidates: "candidates", parameter: "parameter" };

/** Returns the reason why no address is certain, as a sentence. */
export function refusalText(refusal: Refusal, { line, candidates, parameter }: Words = REQUEST): string {
  switch (refusal.why) {
    case "po box":
      return "A PO box is not in the BAG: it has no address record and no position.";
    case "nothing":
      return `No address found for this ${line}.`;
    case "no such number":
      return `No address found for this ${line}: the street exists, but has no number ${refusal.number} there.`;
    case "no such designation":
      return `The number exists, but not with letter or addition "${refusal.designation}"; the ${candidates} are those that exist.`;
    case "no number":
      return `The ${line} has no house number; the ${candidates} are the best matches.`;
    case "other place":
      return `No street of that name has that number in "${refusal.words}"; the ${candidates} lie elsewhere.`;
    case "words not understood":
      return `Not understood: "${refusal.words}"; the ${candidates} fit the rest of the ${line}.`;
    case "other postcode":
      return `Postcode, street and place do not belong together; the ${candidates} fit a part of them.`;
    case "other parameter":
      return `The ${line} contradicts the ${parameter} ${refusal.parameter}; the ${candidates} match the ${line} only.`;
    case "several streets":
      return "Several addresses fit equally well; add the city or the postcode.";
    case "several at the number":
      return "Several addresses have this number; add the letter or addition.";
    case "not complete":
      return `No single address matches this ${line} well enough; the ${candidates} are the best matches.`;
    case "not exact":
      return `No address matches exactly; the ${candidates} are the best matches.`;
  }
}
