/**
 * Sums positions in whole units of the last decimal with which degrees are published (geo/rd.ts, roundDegrees). Such
 * sums are exact: they do not depend on the order of addition and can be recovered from a mean.
 */
const PER_DEGREE = 1e8;
/**
 * Same factor for SQL, as a REAL literal: an integer would make the division of {@link meanSql} an integer division.
 */
const PER_DEGREE_SQL = "1e8";

/** Returns SQL for the units of a mean, or of one position, times the number of positions it represents. */
export function unitsSql(degrees: string, count = "1"): string {
  return `CAST(${degrees} * ${PER_DEGREE_SQL} * ${count} + 0.5 AS INTEGER)`;
}

/** Returns SQL for the mean in degrees; see {@link meanOf}. */
export function meanSql(units: string, count: string): string {
  return `${units} / ${PER_DEGREE_SQL} / ${count}`;
}

/**
 * Returns the sum in units of `count` positions from the mean that {@link meanOf} returned; exact for up to a
 * million.
 */
export function unitsOf(mean: number, count: number): number {
  return Math.round(mean * PER_DEGREE * count);
}

export function meanOf(units: number, count: number): number {
  return units / PER_DEGREE / count;
}
