/** Finds in a typed line the characters that each part of its reading was taken from. */

/** Parts of the trace of a search that the page shows (search/trace.ts on the server; docs/search.md, "Ranking"). */
export const READING_PARTS = ["street", "number", "designation", "postcode", "place"] as const;
export type ReadingPart = (typeof READING_PARTS)[number];

export interface PartReading {
  readonly typed: string;
  readonly edits?: number;
  readonly kind?: string;
}
export type Reading = Readonly<Partial<Record<ReadingPart, PartReading>>>;

export interface ReadingTrace {
  readonly interpretations: readonly string[];
  readonly collectors: readonly { readonly name: string; readonly found: number }[];
  readonly best: readonly {
    readonly street: string;
    readonly collector: string;
    readonly reading: Reading;
    readonly leftover?: string;
    readonly score: number;
    readonly scores: Readonly<Record<string, string>>;
  }[];
}

type MarkedPart = ReadingPart | "leftover";

interface Piece {
  text: string;
  /** Undefined for text that belongs to no part. */
  part: MarkedPart | undefined;
}

/** Divides a line into pieces by the part that each was read as; all pieces together are the line. */
export function markLine(line: string, reading: Reading, leftover = ""): Piece[] {
  const pieces = [...line].map((text): Piece => ({ text, part: undefined }));
  // Text as the server compares it: lower case without diacritics. Marked characters are replaced.
  let free = pieces.map(({ text }) => foldCharacter(text)).join("");
  const mark = (words: readonly string[], part: MarkedPart) => {
    // Looks for the words in a row, with no letters and digits between them; else for each word at its first place.
    const row = words.join(`[^a-z0-9${TAKEN}]*`);
    const found = new RegExp(`(?<![a-z0-9])${row}(?![a-z0-9])`).exec(free) ?? new RegExp(row).exec(free);
    if (found === null) {
      for (const word of words.length > 1 ? words : []) {
        mark([word], part);
      }
      return;
    }
    const end = found.index + found[0].length;
    for (const piece of pieces.slice(found.index, end)) {
      piece.part = part;
    }
    free = free.slice(0, found.index) + TAKEN.repeat(found[0].length) + free.slice(end);
  };
  mark([...(reading.postcode?.typed.toLowerCase() ?? "")], "postcode");
  mark(wordsOf(reading.street?.typed), "street");
  mark(wordsOf(reading.place?.typed), "place");
  mark(wordsOf(reading.number?.typed), "number");
  mark([...(reading.designation?.typed ?? "").replaceAll(/[^a-z0-9]/g, "")], "designation");
  mark(wordsOf(leftover), "leftover");
  return joinEqual(pieces);
}

/** Stands for a marked character. */
const TAKEN = "_";

/** Returns a letter without diacritics, in lower case, or a digit; a space for other characters. */
function foldCharacter(character: string): string {
  return /[a-z0-9]/.exec(character.normalize("NFD").toLowerCase())?.[0] ?? " ";
}

function wordsOf(text = ""): string[] {
  return text.match(/[a-z0-9]+/g) ?? [];
}

/** Joins pieces of the same part that follow each other. */
function joinEqual(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const { text, part } of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && last.part === part) {
      last.text += text;
    } else {
      joined.push({ text, part });
    }
  }
  return joined;
}

/** Parts in the order in which an address is written. */
export const MARKED_PARTS: readonly MarkedPart[] = [...READING_PARTS, "leftover"];
