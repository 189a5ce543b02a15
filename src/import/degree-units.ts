/**
 * Sums of positions in whole units of the last decimal that degrees are published with (geo/rd.ts, roundDegrees): exact,
 * so that they do not depend on the order of addition and can be taken back out of a mean.
 */
const PER_DEGREE = 1e8;
/** For SQL, where it must not look like an integer. */
const PER_DEGREE_SQL = "1e8";

/** SQL: the units of a mean, or of a single position, times how many it stands for. */
export function unitsSql(degrees: string, aantal = "1"): string {
  return `CAST(${degrees} * ${PER_DEGREE_SQL} * ${aantal} + 0.5 AS INTEGER)`;
}

/** SQL: the mean in degrees, {@link meanOf}. */
export function meanSql(units: string, aantal: string): string {
  return `${units} / ${PER_DEGREE_SQL} / ${aantal}`;
}

/** The units of `aantal` positions whose mean {@link meanOf} gave; right up to a million. */
export function unitsOf(mean: number, aantal: number): number {
  return Math.round(mean * PER_DEGREE * aantal);
}

export function meanOf(units: number, aantal: number): number {
  return units / PER_DEGREE / aantal;
}
