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
  const total = Math.max(
    1,
    kinds.reduce((sum, match) => sum + byMatch[match], 0),
  );
  const shares = kinds.map((match) => ({ match, share: (100 * byMatch[match]) / total }));
  const decidedCount = decided === undefined ? 0 : decided.address + decided.none;
  return (
    <div class="stack match-counts">
      <svg class="share-bar" aria-hidden="true">
        {shares.map(({ match, share }, i) => (
          <rect
            key={match}
            class={`of-${STATUS_TEXTS[match].tone}`}
            x={`${shares.slice(0, i).reduce((sum, other) => sum + other.share, 0)}%`}
            width={`${share}%`}
            height="100%"
          />
        ))}
      </svg>
      <dl class="row">
        {kinds.map((match) => (
          <div key={match}>
            <dt>
              <i class={`swatch of-${STATUS_TEXTS[match].tone}`} />
              {statusTexts[match]}
            </dt>
            <dd>{formatCount(byMatch[match])}</dd>
          </div>
        ))}
        {decidedCount > 0 && (
          <div>
            <dt>
              <i class="swatch of-hand" />
              {texts.decided}
            </dt>
            <dd>{formatCount(decidedCount)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
