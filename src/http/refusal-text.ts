import type { Refusal } from "../search/refusal.ts";

/** Returns the reason why no address is certain, as a sentence. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.why) {
    case "po box":
      return "A PO box is not in the BAG: it has no address record and no position.";
    case "nothing":
      return "No address found for this line.";
    case "no such number":
      return `No address found for this line: the street exists, but has no number ${refusal.number} there.`;
    case "no such designation":
      return `The number exists, but not with "${refusal.designation}" behind it; the candidates are what it has.`;
    case "no number":
      return "The line names no house number; the candidates come nearest.";
    case "other place":
      return `No street of that name has that number in "${refusal.words}"; the candidates lie elsewhere.`;
    case "words not understood":
      return `Not understood: "${refusal.words}"; the candidates fit the rest of the line.`;
    case "other postcode":
      return "Postcode, street and place do not belong together; the candidates fit a part of them.";
    case "other parameter":
      return `The line names another ${refusal.parameter} than the parameter beside it; the candidates fit the line alone.`;
    case "several streets":
      return "Several addresses fit equally well; add the city or the postcode.";
    case "several at the number":
      return "Several addresses have this number; add the letter or addition.";
    case "not complete":
      return "No single address fits this line well enough; the candidates come nearest.";
    case "not exact":
      return "No address is exactly this; the candidates come nearest.";
  }
}
