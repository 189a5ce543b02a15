import type { DecidedCounts, MatchKind } from "../../answers.ts";
import { formatCount } from "../format.ts";
import { texts } from "../texts.ts";

/** Kinds of rows of a session: its runs do not look for former addresses. */
const MATCHES = Object.keys(texts.matches) as (keyof typeof texts.matches)[];

interface MatchCountsProps {
  readonly byMatch: Readonly<Record<MatchKind, number>>;
  readonly decided?: DecidedCounts;
}

/** Numbers of rows by how they were found, with a bar of their shares. */
export function MatchCounts({ byMatch, decided }: MatchCountsProps) {
  const total = Math.max(
    1,
    MATCHES.reduce((sum, match) => sum + byMatch[match], 0),
  );
  const shares = MATCHES.map((match) => ({ match, share: (100 * byMatch[match]) / total }));
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
        {MATCHES.map((match) => (
          <div key={match}>
            <dt>
              <i class={`swatch of-${match}`} />
              {texts.matches[match]}
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
