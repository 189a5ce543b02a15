/** Geocodes rows of a sample with a choice of columns, and measures how well that explains them. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { GOLDEN } from "../../tables/read/row-sample.ts";
import type { Row } from "../../tables/table.ts";
import type { Found } from "../geocode-address.ts";
import { KnownAnswers } from "../geocode-row.ts";
import { type ColumnUse, kindOfRole } from "./roles.ts";

/** Sample of a table's rows and how to read it. */
export interface Sample {
  readonly snapshot: Snapshot;
  readonly rows: readonly Row[];
  /** Answers that earlier trials gave. */
  readonly known?: KnownAnswers | undefined;
  /** Lets other work of the thread have its turn; called before each row. */
  readonly pause: () => Promise<void>;
}

/** Answers to the rows of a sample when columns have certain roles. */
export interface Trial {
  readonly uses: readonly ColumnUse[];
  readonly rows: readonly Row[];
  readonly found: readonly Found[];
  /** Shares of the rows, 0–1. */
  readonly exact: number;
  readonly none: number;
  /** How well the columns explain the rows: 0 for not at all, 1 for all exact; more where letters and additions fit. */
  readonly score: number;
}

/** A letter or addition that fits is seldom chance; a position fits any address that is near. */
const FITTING_DESIGNATION = 0.25;
const SCORES: Readonly<Record<Found["match"], number>> = {
  exact: 1,
  corrected: 0.4,
  one_of_several: 0.3,
  none: 0,
};
const POSITION = 0.6;

/** Geocodes the rows of a sample, at most `limit` of them, spread evenly. */
export async function tryColumns(
  { snapshot, known = new KnownAnswers(snapshot), rows: all, pause }: Sample,
  uses: readonly ColumnUse[],
  limit: number,
): Promise<Trial> {
  const rows = spread(all, limit);
  const kind = kindOfRole(uses)!;
  const find = known.createFinder({ kind, uses });
  const found: Found[] = [];
  for (const row of rows) {
    await pause();
    found.push(find(row));
  }
  const share = (match: Found["match"]) =>
    found.filter((each) => each.match === match).length / Math.max(1, rows.length);
  const sum = found.reduce((total, each) => total + scoreOf(each), 0) / Math.max(1, rows.length);
  const score = kind === "position" ? POSITION * sum : sum;
  return { uses, rows, found, exact: share("exact"), none: share("none"), score };
}

function scoreOf(found: Found): number {
  const isFitting =
    found.match === "exact" && (found.adres.huisletter ?? found.adres.huisnummertoevoeging ?? null) !== null;
  return SCORES[found.match] + (isFitting ? FITTING_DESIGNATION : 0);
}

/** Returns at most `limit` items, one from each of `limit` equal parts; always the same ones of the same items. */
export function spread<T>(items: readonly T[], limit: number): readonly T[] {
  const step = items.length / limit;
  const within = (i: number) => (i * GOLDEN) % 1;
  return step <= 1
    ? items
    : Array.from({ length: limit }, (_, i) => items[Math.floor((i + within(i)) * step)]!);
}
