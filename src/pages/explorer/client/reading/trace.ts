/** Parts of the trace of a search that the page shows (search/trace.ts on the server; docs/search.md, "Ranking"). */

export const READING_PARTS = ["street", "number", "designation", "postcode", "place"] as const;
export type ReadingPart = (typeof READING_PARTS)[number];

export interface PartReading {
  readonly typed: string;
  readonly edits?: number;
  readonly kind?: string;
}
export type Reading = Readonly<Partial<Record<ReadingPart, PartReading>>>;

export interface Trace {
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
