/** Cuts the sorted list of names into pages, with a file for each beginning: its pages, and lists of longer ones. */
import type { StaticNames } from "./collect-names.ts";
import {
  BEGINNING_LENGTH,
  type BeginFile,
  beginPath,
  FORMAT,
  type NameEntry,
  type NamePageFile,
  type NamePlace,
  namePagePath,
} from "./format.ts";

/** Least size of a full page before compression, about 4 KB after it. */
export const NAME_PAGE_BYTES = 16 * 1024;
/**
 * Maximum number of pages, about as many as a whole country has. More names make larger pages: each page adds lists of
 * the beginnings that it shares with the page before, and of more pages these lists outgrow the pages.
 */
const MAX_PAGES = 1_300;
/** Least part of a page that is filled. */
const LEAST_FILL = 0.5;
/** Names in the list of a beginning. */
const TOP_NAMES = 20;

/** Yields the files of names with their paths: pages and beginnings. */
export function* nameFiles(
  { places, entries, beginnings }: StaticNames,
  leastPageBytes: number,
): Generator<[path: string, content: object]> {
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  const starts = cutPages({ entries, places, pageBytes: Math.max(leastPageBytes, bytes / MAX_PAGES) });
  const keys = starts.map((start, i) => (i === 0 ? "" : separatorBefore(entries, start)));
  for (const [i, start] of starts.entries()) {
    yield [namePagePath(i), toPage(entries.slice(start, starts[i + 1]), places)];
  }
  for (const beginning of beginnings) {
    const ofBeginning = entries.slice(...rangeOf(beginning, entries));
    const page = keys.findLastIndex((key) => key <= beginning);
    const further = keys.slice(page + 1).filter((key) => key.startsWith(beginning));
    yield [beginPath(beginning), toBeginFile({ page, keys: further }, places, ofBeginning)];
  }
}

/** Returns the index of the first name of each page. */
function cutPages(cut: PageCut): number[] {
  const starts = [0];
  for (let end = endOfPage(0, cut); end < cut.entries.length; end = endOfPage(end, cut)) {
    starts.push(end);
  }
  return starts;
}

interface PageCut {
  readonly entries: readonly NameEntry[];
  readonly places: readonly NamePlace[];
  readonly pageBytes: number;
}

/**
 * Returns the index after the last name of the page that begins at `start`. In the last part of the page, chooses the
 * place where the fewest letters distinguish the names on both sides, because each of these letters may add a list of a
 * beginning. Names with the same key stay on one page, so that the index can name its first key.
 */
function endOfPage(start: number, { entries, places, pageBytes }: PageCut): number {
  const pagePlaces = new Set<number>();
  let bytes = 0;
  let best: { end: number; letters: number } | undefined;
  for (let i = start; i < entries.length; i++) {
    const [key, , place] = entries[i]!;
    const isCut = i > start && entries[i - 1]![0] !== key;
    const size = sizeOf(entries[i]) + (pagePlaces.has(place) ? 0 : sizeOf(places[place]));
    if (isCut && bytes > pageBytes * LEAST_FILL) {
      const letters = separatorBefore(entries, i).length;
      best = best === undefined || letters <= best.letters ? { end: i, letters } : best;
    }
    if (best !== undefined && bytes + size > pageBytes) {
      return best.end;
    }
    bytes += size;
    pagePlaces.add(place);
  }
  return entries.length;
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length + 1;
}

/** Returns the shortest text that sorts after the name before `start` and not after the name at `start`. */
function separatorBefore(entries: readonly NameEntry[], start: number): string {
  const last = entries[start - 1]![0];
  const first = entries[start]![0];
  let length = 0;
  while (last[length] === first[length]) {
    length++;
  }
  return first.slice(0, length + 1);
}

/** Lists in order the beginnings whose names are on several pages: the proper beginnings of each page's first key. */
function listBeginnings(keys: readonly string[]): string[] {
  const beginnings = keys.flatMap((key) =>
    Array.from({ length: Math.max(0, key.length - BEGINNING_LENGTH) }, (_, i) =>
      key.slice(0, BEGINNING_LENGTH + i),
    ),
  );
  return [...new Set(beginnings)].sort();
}

function toBeginFile(
  pages: Pick<BeginFile, "page" | "keys">,
  places: readonly NamePlace[],
  entries: readonly NameEntry[],
): BeginFile {
  const beginnings = listBeginnings(pages.keys);
  const chosen = new Map<NameEntry, number>();
  const tops: Record<string, number[]> = {};
  for (const beginning of beginnings) {
    const top = topNames(beginning, entries).map((entry) => {
      const index = chosen.get(entry) ?? chosen.size;
      chosen.set(entry, index);
      return index;
    });
    // A longer beginning of the same names adds nothing: the list of the longest stored one is read.
    const shorter = beginnings.findLast((other) => other in tops && beginning.startsWith(other));
    if (shorter === undefined || tops[shorter]!.join() !== top.join()) {
      tops[beginning] = top;
    }
  }
  return { ...pages, ...toPage([...chosen.keys()], places), tops };
}

/** Returns the names with this beginning that have the most addresses, each once. */
function topNames(beginning: string, entries: readonly NameEntry[]): NameEntry[] {
  const names = new Map<string, NameEntry>();
  const byWeight = entries.slice(...rangeOf(beginning, entries)).sort((a, b) => b[3] - a[3]);
  for (const entry of byWeight) {
    const name = `${entry[2]} ${entry[1]} ${typeof entry[4] === "string" ? entry[4] : ""}`;
    if (!names.has(name)) {
      names.set(name, entry);
      if (names.size === TOP_NAMES) {
        break;
      }
    }
  }
  return [...names.values()];
}

/** Returns the index of the first name whose key begins so, and the index after the last. */
function rangeOf(beginning: string, entries: readonly NameEntry[]): [from: number, to: number] {
  return [firstNotBefore(entries, beginning), firstNotBefore(entries, `${beginning}\uffff`)];
}

/** Returns the index of the first name whose key does not sort before `text`. */
function firstNotBefore(entries: readonly NameEntry[], text: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]![0] < text) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Returns names as a file, with only the woonplaatsen that they are in. */
function toPage(entries: readonly NameEntry[], places: readonly NamePlace[]): NamePageFile {
  const used = [...new Set(entries.map(([, , place]) => place))].filter((place) => place >= 0);
  const indexOf = new Map(used.sort((a, b) => a - b).map((place, i) => [place, i]));
  return {
    format: FORMAT,
    places: used.map((place) => places[place]!),
    names: entries.map(([key, name, place, count, where]) => [
      key,
      name,
      indexOf.get(place) ?? -1,
      count,
      where,
    ]),
  };
}
