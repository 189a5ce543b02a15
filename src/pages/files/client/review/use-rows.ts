/** Doubtful rows, read a page at a time as they are gone through. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Decision, DoubtfulRow } from "../answers.ts";
import { readRows } from "../session.ts";
import type { ReviewChoice } from "./review-choice.tsx";

const PAGE_ROWS = 20;
/** Milliseconds after which a page that was refused is read again. */
const RETRY_MS = 2_000;

interface Rows {
  /** Number of rows in the list; undefined before the first answer. */
  readonly total: number | undefined;
  /** Rows by their place in the list. */
  readonly known: ReadonlyMap<number, DoubtfulRow>;
}

const NONE: Rows = { total: undefined, known: new Map() };

/**
 * Returns the rows around a place in the list of a choice, which must not change. Reads the next page before it is
 * needed.
 */
export function useRows(choice: ReviewChoice, place: number) {
  const [rows, setRows] = useState<Rows>(NONE);
  const [round, setRound] = useState(0);
  const asked = useRef(new Set<number>());
  const [reader] = useState(() => new AbortController());
  useEffect(() => () => reader.abort(new DOMException("The list is left.", "AbortError")), []);
  useEffect(() => {
    const { signal } = reader;
    const read = async (page: number) => {
      if (page < 0 || asked.current.has(page) || page * PAGE_ROWS > (rows.total ?? 0)) {
        return;
      }
      asked.current.add(page);
      const from = page * PAGE_ROWS;
      const { data, meta } = await readRows(choice, { from, limit: PAGE_ROWS, signal });
      setRows(({ known }) => ({
        total: meta.total,
        known: new Map([...known, ...data.map((row, i) => [from + i, row] as const)]),
      }));
    };
    const page = Math.floor(place / PAGE_ROWS);
    for (const each of [page, page + 1]) {
      read(each).catch(() => {
        if (!signal.aborted) {
          asked.current.delete(each);
          setTimeout(() => signal.aborted || setRound((value) => value + 1), RETRY_MS);
        }
      });
    }
  }, [place, rows.total, round]);
  const setDecision = (at: number, decision: Decision | null) =>
    setRows(({ total, known }) => {
      const row = known.get(at);
      return { total, known: row === undefined ? known : new Map([...known, [at, { ...row, decision }]]) };
    });
  return { ...rows, setDecision };
}
