/**
 * Classes of bouwjaren, as maps of Dutch buildings colour them. The years are turns of Dutch history: the Woningwet
 * (1901), the rebuilding after the war (1945 to 1965), the VINEX districts (1992 to 2004). Browser code imports this
 * file too, so it imports nothing.
 */

export interface BouwjaarClass {
  /** First bouwjaar of the class; undefined for the first class, which has none, and for unknown. */
  readonly firstYear: number | undefined;
  /** Last bouwjaar of the class; undefined for the last class, and for unknown. */
  readonly lastYear: number | undefined;
  /** Colour on a dark ground, `#rrggbb`. */
  readonly colour: string;
}

const FIRST_YEARS = [undefined, 1700, 1850, 1901, 1919, 1946, 1966, 1974, 1992, 2005, 2015] as const;

/**
 * A diverging scale after ColorBrewer's RdYlBu, old in red, new in blue, its ends made lighter for dark grounds: any
 * two colours differ by 7.4 or more (OKLab × 100), also with impaired colour vision; contrast with #111 is 2.9 or more.
 */
const COLOURS = [
  ...["#c2183a", "#e8452f", "#f9793e", "#fdae61", "#fedc86", "#ffffbf"],
  ...["#d8f0f6", "#9fd3ea", "#66abdb", "#3f7fd0", "#4a52c4"],
] as const;

/** Colour of panden without a bouwjaar, outside the scale. */
const UNKNOWN_COLOUR = "#8c8c8c";

/** The classes in order of time; the last, {@link UNKNOWN_CLASS}, is for panden without a bouwjaar. */
export const BOUWJAAR_CLASSES: readonly BouwjaarClass[] = [
  ...FIRST_YEARS.map((firstYear, i) => ({
    firstYear,
    lastYear: i + 1 < FIRST_YEARS.length ? FIRST_YEARS[i + 1]! - 1 : undefined,
    colour: COLOURS[i]!,
  })),
  { firstYear: undefined, lastYear: undefined, colour: UNKNOWN_COLOUR },
];

export const UNKNOWN_CLASS = FIRST_YEARS.length;

/** Returns the class of a bouwjaar, as a position in {@link BOUWJAAR_CLASSES}. */
export function bouwjaarClassOf(bouwjaar: number | null): number {
  if (bouwjaar === null) {
    return UNKNOWN_CLASS;
  }
  let found = 0;
  for (let i = 1; i < FIRST_YEARS.length && bouwjaar >= FIRST_YEARS[i]!; i++) {
    found = i;
  }
  return found;
}
