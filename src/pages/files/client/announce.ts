/** Says progress to screen readers, in steps large enough to be listened to. */

import { pickTexts } from "../../kit/client/texts.ts";
import { formatShare } from "./format.ts";
import { refusedText } from "./refusal-texts.ts";
import { fileName, type ShownStep } from "./session.ts";
import { waitTitle } from "./steps/wait-step.tsx";

const texts = pickTexts({
  saidProgress: {
    en: (percent: string) => `${percent} searched`,
    nl: (percent: string) => `${percent} gezocht`,
  },
  saidDone: { en: "The search is done", nl: "Klaar met zoeken" },
});

/** Shares of a search between which nothing is said. */
const STEPS = 10;

/** Returns the text that screen readers announce; empty where the heading of the step says it. */
export function saidOf(shown: ShownStep): string {
  switch (shown.kind) {
    case "refused":
      return refusedText(shown.code);
    case "sending":
      return waitTitle(shown.name, shown.sent < shown.bytes);
    case "open":
      break;
    default:
      return "";
  }
  const { state } = shown;
  switch (state.phase) {
    case "reading":
      return waitTitle(fileName(), false);
    case "geocoding": {
      const { done, rows } = state.progress;
      const share = Math.floor((STEPS * done) / Math.max(1, rows)) / STEPS;
      return share === 0 ? "" : texts.saidProgress(formatShare(share));
    }
    case "review":
      return texts.saidDone;
    default:
      return "";
  }
}
