import { LiveText } from "../../../kit/client/live-text.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { RunState } from "../answers.ts";
import { formatCount, formatDuration, formatShare } from "../format.ts";
import { fileName, removeAll } from "../session.ts";
import { MatchCounts } from "./match-counts.tsx";

const texts = pickTexts({
  stopAndDelete: { en: "Stop and delete everything", nl: "Stop en wis alles" },
  searching: { en: "Searching", nl: "Bezig met zoeken" },
  done: {
    en: (done: string, rows: string) => `${done} of ${rows} rows`,
    nl: (done: string, rows: string) => `${done} van ${rows} rijen`,
  },
  share: {
    en: (percent: string) => `${percent} searched`,
    nl: (percent: string) => `${percent} gezocht`,
  },
  timeLeft: { en: (time: string) => `${time} left`, nl: (time: string) => `nog ${time}` },
  leaveHint: {
    en: "You can reload this tab: the search continues on the server.",
    nl: "U kunt dit tabblad herladen: het zoeken gaat door op de server.",
  },
});

/** Steps in which progress is announced to screen readers. */
const SAID_STEPS = 10;

/** Third step: the rows are geocoded; how far, for how long yet, and what was found so far. */
export function SearchStep({ state }: { readonly state: RunState }) {
  const { done, rows, seconds_left } = state.progress;
  const share = Math.floor((SAID_STEPS * done) / Math.max(1, rows)) / SAID_STEPS;
  return (
    <section class="stack step card wait">
      <h2 tabIndex={-1}>{texts.searching}</h2>
      <p class="file-title">{fileName()}</p>
      <progress aria-label={texts.searching} value={done} max={Math.max(1, rows)} />
      <p class="row apart progress-line">
        <span>{texts.done(formatCount(done), formatCount(rows))}</span>
        {seconds_left !== null && <span class="muted">{texts.timeLeft(formatDuration(seconds_left))}</span>}
      </p>
      <MatchCounts isRecheck={state.recheck !== null} byMatch={state.by_match} />
      <p class="hint">{texts.leaveHint}</p>
      <button type="button" class="button" onClick={() => void removeAll("deleted")}>
        {texts.stopAndDelete}
      </button>
      <LiveText text={share === 0 ? "" : texts.share(formatShare(share))} />
    </section>
  );
}
