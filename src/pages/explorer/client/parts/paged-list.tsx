import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ListPath, ParametersOf, RowOf } from "../../../../http/client/client.ts";
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

/** Rows of a list: all of them, or its first pages. */
export interface List<T> {
  readonly rows: readonly T[];
  /** Number of rows of the whole list; absent where `rows` has all. */
  readonly total?: number;
  /** Loads the page after so many rows; absent where `rows` has all. */
  loadAfter?(ask: Ask, rows: number): Promise<readonly T[]>;
}

/** Loads the first page of a list. */
export async function loadList<P extends ListPath>(
  ask: Ask,
  path: P,
  parameters: ParametersOf<P>,
): Promise<List<RowOf<P>> & { readonly total: number }> {
  const loadPage = (ask: Ask, page: number) => ask<ListPath>(path, { ...parameters, page } as never);
  const { data, meta } = await loadPage(ask, 1);
  return {
    rows: data as RowOf<P>[],
    total: meta.total,
    loadAfter: async (ask, rows) =>
      (await loadPage(ask, Math.floor(rows / meta.per_page) + 1)).data as RowOf<P>[],
  };
}

interface PagedListProps<T> {
  readonly list: List<T>;
  /** Returns the content of a row's list item. */
  renderRow(row: T): ComponentChildren;
}

/** Rows shown of a list before the visitor asks for more. */
const SHOWN = 10;

/** List that shows its first rows, then all loaded rows, then page after page; on paper all loaded rows. */
export function PagedList<T>({ list, renderRow }: PagedListProps<T>) {
  const { total = list.rows.length } = list;
  const [rows, setRows] = useState(list.rows);
  const [shown, setShown] = useState(SHOWN);
  useEffect(() => {
    setRows(list.rows);
    setShown(SHOWN);
  }, [list.rows]);
  const showMore = async () => {
    const more = shown < rows.length ? [] : await tryToLoad(list, rows.length);
    setRows([...rows, ...more]);
    setShown(rows.length + more.length);
  };
  useBeforePrint(async () => {
    let all = rows;
    for (let more = all; more.length > 0 && all.length < Math.min(total, PRINTED_ROWS); ) {
      more = await tryToLoad(list, all.length);
      all = [...all, ...more];
    }
    setRows(all);
  });
  const left = total - Math.min(shown, rows.length);
  return (
    <>
      <ul class="rows">
        {rows.map((row, i) => (
          <li key={i} hidden={i >= shown}>
            {renderRow(row)}
          </li>
        ))}
      </ul>
      {rows.length < total && (
        <p class="print-only">{texts.printed(formatCount(rows.length), formatCount(total))}</p>
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
async function tryToLoad<T>({ loadAfter }: List<T>, loaded: number): Promise<readonly T[]> {
  try {
    return (await loadAfter?.(createAsk(new AbortController().signal), loaded)) ?? [];
  } catch (error) {
    reportFailure(error);
    return [];
  }
}
