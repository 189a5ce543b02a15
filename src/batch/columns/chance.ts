/** Tells columns of house numbers from others with numbers: any number is that of some house. */
import type { Trial } from "./trial.ts";
import { type Sample, tryColumns } from "./trial.ts";

/** Share of exact rows that needs no proof, and rows from which there is one. */
const NO_PROOF = 0.5;
const MIN_ROWS = 8;
/** Shifts of the numbers to other rows, as parts of the rows. */
const SHIFTS = [0.25, 0.5, 0.75];
/** Rows with numbers of other rows that are tried, for each shift. */
const SHIFTED_ROWS = 250;
/** Standard deviations that are no chance though many columns are tried, and how often more rows must be exact. */
const CLEAR = 4;
const TIMES = 2;

/** Returns false when the house numbers of other rows find about as many addresses as those of the row. */
export async function isCredible({ rows, exact, uses }: Trial, sample: Sample): Promise<boolean> {
  const number = uses.find(({ role }) => role === "number")?.index;
  if (number === undefined || rows.length < MIN_ROWS || exact === 0 || exact >= NO_PROOF) {
    return true;
  }
  let found = 0;
  for (const shift of SHIFTS) {
    const by = Math.floor(shift * rows.length);
    const shifted = rows.map((row, i) => row.with(number, rows[(i + by) % rows.length]![number]!));
    found += (await tryColumns({ ...sample, rows: shifted }, uses, SHIFTED_ROWS)).exact / SHIFTS.length;
  }
  const [own, byChance] = [exact * rows.length, found * rows.length];
  return own >= TIMES * byChance && own - byChance > CLEAR * Math.sqrt(Math.max(0.5, byChance));
}
