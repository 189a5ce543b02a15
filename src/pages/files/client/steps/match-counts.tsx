import type { DecidedCounts, MatchKind } from "../../answers.ts";
import { formatCount } from "../format.ts";
import { texts } from "../texts.ts";

/** Names of the kinds of rows: matches of addresses, which are not former ones here, and statuses of ids. */
const NAMES = { ...texts.matches, ...texts.statuses };
type Kind = keyof typeof NAMES;
const MATCHES = Object.keys(texts.matches) as Kind[];
const STATUSES = Object.keys(texts.statuses) as Kind[];

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
    <div class="match-counts">
      <svg class="share-bar" aria-hidden="true">
        {shares.map(({ match, share }, i) => (
          <rect
            key={match}
            class={`of-${match}`}
            x={`${shares.slice(0, i).reduce((sum, other) => sum + other.share, 0)}%`}
            width={`${share}%`}
            height="100%"
          />
        ))}
      </svg>
      <dl>
        {kinds.map((match) => (
          <div key={match}>
            <dt>
              <i class={`swatch of-${match}`} />
              {NAMES[match]}
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
