/** Runs generated queries and judges their first results. */
import { foldText, type KnownAddress, referenceEditDistance } from "./addresses.ts";
import { type Kind, type NoisyQuery, TARGETS } from "./noisy-query.ts";

export interface Judgement {
  readonly query: NoisyQuery;
  readonly got: KnownAddress | undefined;
  readonly isRight: boolean;
}

/** Requests the identificatie of the first result; `undefined` when nothing is found. */
export type FindFirst = (line: string) => string | undefined;

export function judge(
  queries: readonly NoisyQuery[],
  all: readonly KnownAddress[],
  findFirst: FindFirst,
): Judgement[] {
  const byId = new Map(all.map((address) => [address.id, address]));
  return queries.map((query) => {
    const id = findFirst(query.line);
    const got = id === undefined ? undefined : byId.get(id)!;
    return { query, got, isRight: isRight(query, got) };
  });
}

/** Returns true for the address from which the line was made, or one that fits every typed part as well. */
function isRight(query: NoisyQuery, got: KnownAddress | undefined): boolean {
  const { source, postcode, province, designation } = query;
  if (source === undefined || got === undefined) {
    return source === got;
  }
  if (got.id === source.id) {
    return true;
  }
  if (got.number !== source.number) {
    return false;
  }
  const designationFound = foldText(got.letter + got.addition);
  if (
    designationFound !== foldText(source.letter + source.addition) &&
    designationFound !== foldText(designation)
  ) {
    return false;
  }
  // An address without postcode is written without one: none was typed.
  if (postcode && got.postcode !== postcode) {
    return false;
  }
  if (province !== undefined && got.province !== province) {
    return false;
  }
  const isStreet = query.isStreetPrefix ? hasPrefix(query.street!, got) : fits(query, got, "street");
  return isStreet && fits(query, got, "city");
}

/** Returns true when a street's name, or its verkorte naam, has the typed prefix. */
function hasPrefix(typed: string, { street, short }: KnownAddress): boolean {
  return [street, short].some((name) => foldText(name).startsWith(foldText(typed)));
}

/**
 * Returns true when a name is the meant one, or its edit distance to the typed text is at most that of the meant one
 * and at most the errors made.
 */
function fits(query: NoisyQuery, got: KnownAddress, part: "street" | "city"): boolean {
  const [typed, meant, name] = [query[part], query.source![part], got[part]];
  if (typed === undefined || foldText(name) === foldText(meant)) {
    return true;
  }
  return (
    referenceEditDistance(foldText(typed), foldText(name)) <=
    Math.min(query.errors, referenceEditDistance(foldText(typed), foldText(meant)))
  );
}

export interface Score {
  readonly kind: Kind;
  readonly right: number;
  readonly total: number;
  readonly target: number;
}

export function scoresOf(judgements: readonly Judgement[]): Score[] {
  return (Object.keys(TARGETS) as Kind[]).map((kind) => {
    const ofKind = judgements.filter(({ query }) => query.kind === kind);
    const right = ofKind.filter(({ isRight }) => isRight).length;
    return { kind, right, total: ofKind.length, target: TARGETS[kind] };
  });
}

/** Formats a table of scores, and every failure. */
export function report(name: string, judgements: readonly Judgement[]): string {
  const lines = scoresOf(judgements).map(({ kind, right, total, target }) => {
    const share = total === 0 ? "-" : `${((100 * right) / total).toFixed(1)} %`;
    const mark = total > 0 && right / total < target ? "  BELOW" : "";
    return `${kind.padEnd(42)}${share.padStart(8)}  (${right}/${total}, target ${100 * target} %)${mark}`;
  });
  const failures = (Object.keys(TARGETS) as Kind[]).flatMap((kind) =>
    judgements
      .filter(({ query, isRight }) => query.kind === kind && !isRight)
      .map(
        ({ query, got }) =>
          `  ${kind}: ${JSON.stringify(query.line)} -> ${describeAddress(got)}, wanted ${describeAddress(query.source)}`,
      ),
  );
  return [`${name}: ${judgements.length} generated queries`, ...lines, ...failures].join("\n");
}

function describeAddress(address: KnownAddress | undefined): string {
  if (address === undefined) {
    return "nothing";
  }
  const { street, number, letter, addition, postcode, city } = address;
  return `${street} ${number}|${letter}|${addition} ${postcode} ${city}`;
}
