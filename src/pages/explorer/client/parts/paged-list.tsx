import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Ask, createAsk } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { reportFailure } from "../../../kit/client/trouble/connection.ts";
import { formatCount } from "../format.ts";
import { PRINTED_ROWS, useBeforePrint } from "./print-page.ts";

const texts = pickTexts({
  more: { nl: (n: string) => `Toon meer (nog ${n})`, en: (n: string) => `Show more (${n} left)` },
  printed: {
    nl: (n: string, total: string) => `Hier staan de eerste ${n} van ${total}.`,
    en: (n: string, total: string) => `These are the first ${n} of ${total}.`,
  },
});

/** First rows of a list, and how many there are. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Pages of a list, from 1. Those at its start may be in the first rows. */
export interface Pages<T> {
  /** Rows of a page. */
  readonly size: number;
  load(ask: Ask, page: number): Promise<readonly T[]>;
}

interface PagedListProps<T> {
  /** Whole pages, or the whole list. */
  readonly first: Rows<T>;
  /** Absent where `first` holds all. */
  readonly pages?: Pages<T> | undefined;
  /** Returns the content of a row's list item. */
  renderRow(row: T): ComponentChildren;
}

/** Rows shown of a list before the visitor asks for more. */
const SHOWN = 10;

/** List that shows its first rows, then all loaded rows, then page after page; on paper all loaded rows. */
export function PagedList<T>({ first, pages, renderRow }: PagedListProps<T>) {
  const [rows, setRows] = useState(first.rows);
  const [shown, setShown] = useState(SHOWN);
  useEffect(() => {
    setRows(first.rows);
    setShown(SHOWN);
  }, [first.rows]);
  const showMore = async () => {
    const more = shown < rows.length || pages === undefined ? [] : await tryToLoad(pages, rows.length);
    setRows([...rows, ...more]);
    setShown(rows.length + more.length);
  };
  useBeforePrint(async () => {
    let all = rows;
    for (let more = all; pages && more.length > 0 && all.length < Math.min(first.total, PRINTED_ROWS); ) {
      more = await tryToLoad(pages, all.length);
      all = [...all, ...more];
    }
    setRows(all);
  });
  const left = first.total - Math.min(shown, rows.length);
  return (
    <>
      <ul class="rows">
        {rows.map((row, i) => (
          <li key={i} hidden={i >= shown}>
            {renderRow(row)}
          </li>
        ))}
      </ul>
      {rows.length < first.total && (
        <p class="print-only">{texts.printed(formatCount(rows.length), formatCount(first.total))}</p>
      )}
      {left > 0 && (
        <button type="button" class="button small" onClick={showMore}>
          {texts.more(formatCount(left))}
        </button>
      )}
    </>
  );
}

/** Returns the page after the loaded rows; no rows where it cannot be loaded, which the connection then shows. */
async function tryToLoad<T>({ size, load }: Pages<T>, loaded: number): Promise<readonly T[]> {
  try {
    return await load(createAsk(new AbortController().signal), Math.floor(loaded / size) + 1);
  } catch (error) {
    reportFailure(error);
    return [];
  }
}
