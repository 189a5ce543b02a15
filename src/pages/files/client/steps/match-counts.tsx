import { STATUS_TEXTS } from "../../../../batch/texts/statuses.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { DecidedCounts, MatchKind } from "../answers.ts";
import { formatCount } from "../format.ts";

const texts = pickTexts({
  decided: { en: "chosen by you", nl: "zelf gekozen" },
});

const statusTexts = pickTexts(STATUS_TEXTS);

/** Matches of addresses, which are not former ones here. */
const MATCHES: readonly MatchKind[] = ["exact", "corrected", "one_of_several", "none"];
/** Statuses of ids. */
const STATUSES: readonly MatchKind[] = ["unchanged", "changed", "replaced", "undecided", "ended", "unknown"];

interface MatchCountsProps {
  /** True for a file of ids that is brought up to date. */
  readonly isRecheck: boolean;
  readonly byMatch: Readonly<Record<MatchKind, number>>;
  readonly decided?: DecidedCounts;
}

/** Numbers of rows by how they were found, with a bar of their shares. */
export function MatchCounts({ isRecheck, byMatch, decided }: MatchCountsProps) {
  const kinds = isRecheck ? STATUSES : MATCHES;
  const decidedCount = decided === undefined ? 0 : decided.address + decided.none;
  return (
    <div class="stack match-counts">
      <div class="share-bar" aria-hidden="true">
        {kinds.map((match) => (
          <i key={match} class={STATUS_TEXTS[match].tone} style={{ flexGrow: byMatch[match] }} />
        ))}
      </div>
      <dl class="row">
        {kinds.map((match) => (
          <div key={match}>
            <dt class="hint">
              <i class={`swatch ${STATUS_TEXTS[match].tone}`} />
              {statusTexts[match]}
            </dt>
            <dd>{formatCount(byMatch[match])}</dd>
          </div>
        ))}
        {decidedCount > 0 && (
          <div>
            <dt class="hint">
              <i class="swatch accent" />
              {texts.decided}
            </dt>
            <dd>{formatCount(decidedCount)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
