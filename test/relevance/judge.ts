/** Runs generated queries and judges their first results. */
import { edits, type Known, plain } from "./addresses.ts";
import { type Kind, type NoisyQuery, TARGETS } from "./noise.ts";

export interface Verdict {
  readonly query: NoisyQuery;
  readonly got: Known | undefined;
  readonly isRight: boolean;
}

/** Requests the identificatie of the first result; `undefined` when nothing is found. */
export type AskFirst = (line: string) => string | undefined;

export function judge(queries: readonly NoisyQuery[], all: readonly Known[], askFirst: AskFirst): Verdict[] {
  const byId = new Map(all.map((address) => [address.id, address]));
  return queries.map((query) => {
    const id = askFirst(query.line);
    const got = id === undefined ? undefined : byId.get(id)!;
    return { query, got, isRight: isRight(query, got) };
  });
}

/** Returns true for the address of which the line was made, or one that fits every typed part as well. */
function isRight(query: NoisyQuery, got: Known | undefined): boolean {
  const { of, postcode, province, designation } = query;
  if (of === undefined || got === undefined) return of === got;
  if (got.id === of.id) return true;
  if (got.number !== of.number) return false;
  const behind = plain(got.letter + got.addition);
  if (behind !== plain(of.letter + of.addition) && behind !== plain(designation)) return false;
  // An address without postcode is written without one: none was typed.
  if (postcode && got.postcode !== postcode) return false;
  if (province !== undefined && got.province !== province) return false;
  const isStreet = query.isBegun ? beginsSo(query.street!, got) : fits(query, got, "street");
  return isStreet && fits(query, got, "city");
}

/** Returns true when a street's name, or its verkorte naam, has the typed prefix. */
function beginsSo(typed: string, { street, short }: Known): boolean {
  return [street, short].some((name) => plain(name).startsWith(plain(typed)));
}

/**
 * Returns true when a name is the meant one, or its edit distance to the typed text is at most that of the meant one
 * and at most the errors made.
 */
function fits(query: NoisyQuery, got: Known, part: "street" | "city"): boolean {
  const [typed, meant, name] = [query[part], query.of![part], got[part]];
  if (typed === undefined || plain(name) === plain(meant)) return true;
  return edits(plain(typed), plain(name)) <= Math.min(query.errors, edits(plain(typed), plain(meant)));
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

/** Formats a table of scores, and every failure. */
export function report(name: string, verdicts: readonly Verdict[]): string {
  const lines = scoresOf(verdicts).map(({ kind, right, total, target }) => {
    const share = total === 0 ? "-" : `${((100 * right) / total).toFixed(1)} %`;
    const mark = total > 0 && right / total < target ? "  BELOW" : "";
    return `${kind.padEnd(42)}${share.padStart(8)}  (${right}/${total}, target ${100 * target} %)${mark}`;
  });
  const failures = (Object.keys(TARGETS) as Kind[]).flatMap((kind) =>
    verdicts
      .filter(({ query, isRight }) => query.kind === kind && !isRight)
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
