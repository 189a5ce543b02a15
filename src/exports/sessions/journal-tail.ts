/** Counts of a journal while it is being written. */
import type { RowStatus } from "../../batch/outcome.ts";
import { countOutcome, emptySummary } from "../../batch/run/summary.ts";
import { LineTail, LineTails } from "./line-tail.ts";
import type { SessionFolder } from "./session-folder.ts";

/** Match and reason at the begin of a line (batch/run/geocoded-row.ts); neither holds a quote. */
const LINE = /^\["(\w+)",(?:null|"([^"]*)"),/;

class JournalTail extends LineTail {
  counts = emptySummary();

  protected add(line: string): void {
    const [, match, reason = null] = LINE.exec(line) ?? [];
    // The first line names the owner of the journal.
    if (match !== undefined) {
      countOutcome(this.counts, { match: match as RowStatus, reason });
    }
  }

  protected clear(): void {
    this.counts = emptySummary();
  }
}

const tails = new LineTails(() => new JournalTail(), 100);

/** Counts the rows that a run of this session has geocoded so far. */
export async function countSoFar(session: SessionFolder): Promise<JournalTail["counts"]> {
  const journals = session.list().filter((name) => name.endsWith(".journal"));
  const [journal] = journals.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return journal === undefined ? emptySummary() : (await tails.readOn(session.pathOf(journal))).counts;
}
