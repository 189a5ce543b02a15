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
  readonly text: string;
  /** Undefined for what no part was read from. */
  readonly part: MarkedPart | undefined;
}

/** Divides a line into pieces by the part that each was read as; all pieces together are the line. */
export function markLine(line: string, reading: Reading, leftover = ""): Piece[] {
  const marks = new Marks(line);
  if (reading.postcode) {
    marks.claim([...reading.postcode.typed.toLowerCase()], "postcode");
  }
  marks.claim(wordsOf(reading.street?.typed), "street");
  marks.claim(wordsOf(reading.place?.typed), "place");
  marks.claim(wordsOf(reading.number?.typed), "number");
  marks.claim([...(reading.designation?.typed ?? "").replaceAll(/[^a-z0-9]/g, "")], "designation");
  marks.claim(wordsOf(leftover), "leftover");
  return marks.pieces();
}

function wordsOf(text = ""): string[] {
  return text.split(" ").filter((word) => word !== "");
}

class Marks {
  readonly #characters: readonly string[];
  /** The line as the server compares it: lower case without diacritics, a character for each of the line. */
  readonly #folded: readonly string[];
  readonly #parts: (MarkedPart | undefined)[];

  constructor(line: string) {
    this.#characters = [...line];
    this.#folded = this.#characters.map((character) =>
      character.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().slice(0, 1),
    );
    this.#parts = this.#characters.map(() => undefined);
  }

  /** Gives the words to a part: where they stand in a row, else each where it stands first. */
  claim(words: readonly string[], part: MarkedPart): void {
    const at = this.#findRun(words);
    if (at !== undefined) {
      this.#parts.fill(part, at.from, at.to);
      return;
    }
    for (const word of words.length > 1 ? words : []) {
      this.claim([word], part);
    }
  }

  #findRun(words: readonly string[]): { from: number; to: number } | undefined {
    if (words.length === 0) {
      return undefined;
    }
    const starts = this.#folded.keys().filter((i) => this.#parts[i] === undefined);
    const runs = [...starts].map((from) => ({ from, to: this.#matchRun(words, from) }));
    const found = runs.filter((run): run is { from: number; to: number } => run.to !== undefined);
    return (
      found.find(({ from, to }) => this.#isApart(from - 1, from) && this.#isApart(to - 1, to)) ?? found[0]
    );
  }

  /** Returns the end of the words in a row from `from` on, whatever stands between them but letters and digits. */
  #matchRun(words: readonly string[], from: number): number | undefined {
    let at = from;
    for (const [i, word] of words.entries()) {
      while (i > 0 && at < this.#folded.length && !this.#isWordCharacter(at)) {
        at++;
      }
      for (const character of word) {
        if (this.#folded[at] !== character || this.#parts[at] !== undefined) {
          return undefined;
        }
        at++;
      }
    }
    return at;
  }

  /** Returns true where a word may end between two characters: one is no letter or digit, or taken already. */
  #isApart(before: number, after: number): boolean {
    return !(this.#isFree(before) && this.#isFree(after));
  }

  #isFree(at: number): boolean {
    return this.#isWordCharacter(at) && this.#parts[at] === undefined;
  }

  #isWordCharacter(at: number): boolean {
    return /[a-z0-9]/.test(this.#folded[at] ?? "");
  }

  pieces(): Piece[] {
    const pieces: Piece[] = [];
    for (const [i, character] of this.#characters.entries()) {
      const part = this.#parts[i];
      const last = pieces.at(-1);
      if (last !== undefined && last.part === part) {
        pieces[pieces.length - 1] = { part, text: last.text + character };
      } else {
        pieces.push({ part, text: character });
      }
    }
    return pieces;
  }
}

/** Parts in the order in which an address is written. */
export const MARKED_PARTS: readonly MarkedPart[] = [...READING_PARTS, "leftover"];
