/** Finds columns that are not used but may hold letters or additions of house numbers. */
import type { Column } from "./column-profile.ts";
import { mayBeDesignation, rankOfDesignation } from "./complete.ts";
import { isClearlyMore, RowsAtNumbers } from "./sibling-evidence.ts";
import type { Sample, Trial } from "./trial.ts";

interface ProfiledTable {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly sample: Sample;
}

/** Rows at numbers with several addresses from which there is proof. */
const MIN_ROWS = 8;

/**
 * Returns the positions of the columns left out that are named as additions, whose cells name addresses more often
 * than by chance, or that are empty in the sample of a larger table.
 */
export async function listDoubtful(
  trial: Trial,
  { columns, rowCount, sample }: ProfiledTable,
): Promise<readonly number[]> {
  const rows = await RowsAtNumbers.of(trial, sample);
  const doubtful: number[] = [];
  for (const column of columns) {
    await sample.pause();
    const isUsed = trial.uses.some(({ index }) => index === column.index);
    const isUnseen = column.profile.filled === 0 && sample.rows.length < rowCount;
    if (!isUsed && (isUnseen || isDoubtful(column, rows))) {
      doubtful.push(column.index);
    }
  }
  return doubtful;
}

function isDoubtful(column: Column, rows: RowsAtNumbers): boolean {
  if (!mayBeDesignation(column)) {
    return false;
  }
  const evidence = rows.weigh(column.index);
  const { rows: count, repeated, several, named } = evidence;
  const isFew = several < MIN_ROWS && named > 0 && named >= count / 2;
  return repeated <= count && (isClearlyMore(evidence) || isFew || rankOfDesignation(column) > 0);
}
