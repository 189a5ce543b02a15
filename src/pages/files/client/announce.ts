/** Says progress to screen readers, in steps large enough to be listened to. */

import { formatShare } from "./format.ts";
import { refusedText } from "./refusal-texts.ts";
import type { ShownStep } from "./session.ts";
import { fileName } from "./session.ts";
import { texts } from "./texts.ts";

/** Shares of a search between which nothing is said. */
const STEPS = 10;

/** Returns the text that screen readers announce; empty where the heading of the step says it. */
export function saidOf(shown: ShownStep): string {
  switch (shown.kind) {
    case "refused":
      return refusedText(shown.code);
    case "sending":
      return shown.sent < shown.bytes ? texts.sending(shown.name) : texts.reading(shown.name);
    case "open":
      break;
    default:
      return "";
  }
  const { state } = shown;
  switch (state.phase) {
    case "reading":
      return texts.reading(fileName());
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
