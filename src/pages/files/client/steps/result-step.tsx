import { useState } from "preact/hooks";
import { Dialog } from "../../../kit/client/dialog.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { FoundAddress, RunState } from "../answers.ts";
import { formatTime } from "../format.ts";
import { RowMap } from "../map/row-map.tsx";
import { Downloads } from "../result/downloads.tsx";
import { ReviewPane } from "../review/review-pane.tsx";
import { fileName, removeAll } from "../session.ts";
import { MatchCounts } from "./match-counts.tsx";

const texts = pickTexts({
  resultTitle: { en: "Your result", nl: "Uw resultaat" },
  /** Follows the name of the file in the name of the result. */
  suffix: { en: "-addresses", nl: "-adressen" },
  suffixRecheck: { en: "-rechecked", nl: "-bijgewerkt" },
  deleteTitle: { en: "Delete everything", nl: "Alles wissen" },
  deleteHint: {
    en: (time: string) => `File and result are deleted at ${time}, unless you stay here.`,
    nl: (time: string) => `Bestand en resultaat worden gewist om ${time}, tenzij u hier blijft.`,
  },
  deleteNow: { en: "Delete everything now", nl: "Wis alles nu" },
  deleteAsk: {
    en: "File, result and your choices are deleted now. This cannot be undone.",
    nl: "Bestand, resultaat en uw keuzes worden nu gewist. Dat kan niet ongedaan worden gemaakt.",
  },
  deleteYes: { en: "Delete", nl: "Wis" },
  cancel: { en: "Cancel", nl: "Annuleer" },
});

/** Last step: what was found, to download; the doubtful rows to decide; a map; and the end of it. */
export function ResultStep({ state }: { readonly state: RunState }) {
  const [candidates, setCandidates] = useState<readonly FoundAddress[]>([]);
  const { decided } = state;
  return (
    <section class="stack step result-step">
      <div class="stack result-head">
        <h2 tabIndex={-1}>{texts.resultTitle}</h2>
        <p class="file-title">{fileName()}</p>
        <MatchCounts isRecheck={state.recheck !== null} byMatch={state.by_match} decided={decided} />
      </div>
      <Downloads suffix={state.recheck === null ? texts.suffix : texts.suffixRecheck} />
      <ReviewPane state={state} onCandidates={setCandidates} />
      <RowMap candidates={candidates} revision={decided.address + decided.none} />
      <DeleteAll expiresAt={state.expires_at} />
    </section>
  );
}

function DeleteAll({ expiresAt }: { readonly expiresAt: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section class="stack delete-all">
      <h3>{texts.deleteTitle}</h3>
      <p class="hint">{texts.deleteHint(formatTime(expiresAt))}</p>
      <button type="button" class="button danger" onClick={() => setIsAsking(true)}>
        {texts.deleteNow}
      </button>
      {isAsking && (
        <Dialog label={texts.deleteTitle} onClose={() => setIsAsking(false)}>
          <h2>{texts.deleteTitle}</h2>
          <p>{texts.deleteAsk}</p>
          <div class="row actions">
            <button type="button" class="button danger" onClick={() => void removeAll("deleted")}>
              {texts.deleteYes}
            </button>
            <button type="button" class="button" onClick={() => setIsAsking(false)}>
              {texts.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
