import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Ask, access, createAsk } from "../../../kit/client/ask.ts";
import { isLocal, reportTrouble, troubleOf } from "../../../kit/client/trouble/connection.ts";
import { formatCount } from "../format.ts";
import { texts } from "../texts.ts";

/** First rows of a list, and how many there are. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

interface PagedListProps<T> {
  readonly first: Rows<T>;
  /** Fetches a further page of the same size; absent where `first` holds all. */
  readonly loadPage?: ((ask: Ask, page: number) => Promise<readonly T[]>) | undefined;
  renderRow(row: T): ComponentChildren;
}

/** Rows shown of a list before the visitor asks for more. */
const SHOWN = 10;

/** List that shows its first rows, then all loaded rows, then page after page. */
export function PagedList<T>({ first, loadPage, renderRow }: PagedListProps<T>) {
  const [rows, setRows] = useState(first.rows);
  const [shown, setShown] = useState(SHOWN);
  useEffect(() => {
    setRows(first.rows);
    setShown(SHOWN);
  }, [first.rows]);
  const showMore = async () => {
    const page = Math.round(rows.length / first.rows.length) + 1;
    const more = shown < rows.length || loadPage === undefined ? [] : await tryToLoad(loadPage, page);
    setRows([...rows, ...more]);
    setShown(rows.length + more.length);
  };
  const left = first.total - Math.min(shown, rows.length);
  return (
    <>
      <ul class="rows">{rows.slice(0, shown).map(renderRow)}</ul>
      {left > 0 && (
        <button type="button" class="button small" onClick={showMore}>
          {texts.more(formatCount(left))}
        </button>
      )}
    </>
  );
}

/** Returns a page; none where it cannot be loaded, which the connection then shows. */
async function tryToLoad<T>(
  loadPage: (ask: Ask, page: number) => Promise<readonly T[]>,
  page: number,
): Promise<readonly T[]> {
  try {
    return await loadPage(createAsk(new AbortController().signal), page);
  } catch (error) {
    const trouble = troubleOf(error, access.key() !== undefined);
    if (trouble !== undefined && !isLocal(trouble)) {
      reportTrouble(trouble);
    }
    return [];
  }
}
