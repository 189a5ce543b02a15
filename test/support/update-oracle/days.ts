const MS_PER_DAY = 86_400_000;

/** Returns the date that many days later, or earlier when negative; both YYYY-MM-DD. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * MS_PER_DAY).toISOString().slice(0, 10);
}
