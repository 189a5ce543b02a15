/** Runs generated queries and says which first results are right. */
import { edits, type Known, plain } from "./addresses.ts";
import { type Kind, type NoisyQuery, TARGETS } from "./noise.ts";

export interface Verdict {
  readonly query: NoisyQuery;
  readonly got: Known | undefined;
  readonly isRight: boolean;
}

/** Asks for the identificatie of the first result; `undefined` when nothing is found. */
export type AskFirst = (line: string) => string | undefined;

export function judge(queries: readonly NoisyQuery[], all: readonly Known[], askFirst: AskFirst): Verdict[] {
  const byId = new Map(all.map((address) => [address.id, address]));
  return queries.map((query) => {
    const id = askFirst(query.line);
    const got = id === undefined ? undefined : byId.get(id)!;
    return { query, got, isRight: isRight(query, got) };
  });
}

/** The address the line was made of, or one that fits what was typed as well: same number parts, street and city no further away. */
function isRight({ of, street, city, isCityWrong }: NoisyQuery, got: Known | undefined): boolean {
  if (of === undefined || got === undefined) return of === got;
  if (got.id === of.id) return true;
  if (got.number !== of.number) return false;
  if (plain(got.letter + got.addition) !== plain(of.letter + of.addition)) return false;
  const far = ({ street: s, city: c }: Known) =>
    edits(plain(street), plain(s)) + (city === undefined || isCityWrong ? 0 : edits(plain(city), plain(c)));
  return far(got) <= far(of);
}

export interface Score {
  readonly kind: Kind;
  readonly right: number;
  readonly total: number;
  readonly target: number;
}

export function scoresOf(verdicts: readonly Verdict[]): Score[] {
  return (Object.keys(TARGETS) as Kind[]).map((kind) => {
    const ofKind = verdicts.filter(({ query }) => query.kind === kind);
    const right = ofKind.filter(({ isRight }) => isRight).length;
    return { kind, right, total: ofKind.length, target: TARGETS[kind] };
  });
}

/** A table of scores, and the first failures of every kind. */
export function report(name: string, verdicts: readonly Verdict[], shown = 5): string {
  const lines = scoresOf(verdicts).map(({ kind, right, total, target }) => {
    const share = total === 0 ? "-" : `${((100 * right) / total).toFixed(1)} %`;
    const mark = total > 0 && right / total < target ? "  BELOW" : "";
    return `${kind.padEnd(30)}${share.padStart(8)}  (${right}/${total}, target ${100 * target} %)${mark}`;
  });
  const failures = (Object.keys(TARGETS) as Kind[]).flatMap((kind) =>
    verdicts
      .filter(({ query, isRight }) => query.kind === kind && !isRight)
      .slice(0, shown)
      .map(
        ({ query, got }) =>
          `  ${kind}: ${JSON.stringify(query.line)} -> ${written(got)}, wanted ${written(query.of)}`,
      ),
  );
  return [`${name}: ${verdicts.length} generated queries`, ...lines, ...failures].join("\n");
}

function written(address: Known | undefined): string {
  if (address === undefined) return "nothing";
  const { street, number, letter, addition, postcode, city } = address;
  return `${street} ${number}|${letter}|${addition} ${postcode} ${city}`;
}
