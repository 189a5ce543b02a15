/**
 * The files of a folder for static hosts (docs/static.md): their types, paths and numbers. Writer and client share this
 * file, so it imports nothing and runs in browsers.
 */

/** Version of the format; a reader refuses any other. */
export const FORMAT = 1;

/** Latitudes and longitudes are whole numbers of this part of a degree: 1.1 m and 0.7 m. */
export const UNITS_PER_DEGREE = 100_000;

/** Height and width of a cell of the grid in these units: about 550 m each. */
export const ROW_UNITS = 500;
export const COLUMN_UNITS = 800;
/** Rows of cells that are in one file. */
const ROWS_PER_BAND = 20;

/** Optional parts of a folder, besides addresses and names. */
export const PARTS = ["positions", "records"] as const;
export type FolderPart = (typeof PARTS)[number];

/** `latest.json`: the only file besides the component that is ever replaced. */
export interface LatestFile {
  readonly format: number;
  /** Reference date of the data, YYYY-MM-DD. */
  readonly data_date: string;
  readonly data_version: string;
  /** Folder next to `latest.json` with all other files. */
  readonly folder: string;
  readonly include: readonly FolderPart[];
  readonly addresses: number;
  /** SHA-256 of `files.json` in that folder, hexadecimal. */
  readonly files_sha256: string;
  /** First two characters of the keys of names: each has its file. */
  readonly beginnings: readonly string[];
  /** In the order of their keys. */
  readonly everyday_names: readonly EverydayName[];
}

/** `files.json`: path, bytes and SHA-256 of every other file of the folder, by path. */
export interface ListFile {
  readonly format: number;
  readonly files: readonly (readonly [path: string, bytes: number, sha256: string])[];
}

/** Identificatie and name of a woonplaats, code and name of its gemeente, name of its provincie. */
export type PlaceRow = readonly [
  id: string,
  name: string,
  code: string,
  municipality: string,
  province: string,
];

/** Official name, official short name, index of its woonplaats. */
export type StreetRow = readonly [name: string, shortName: string | null, place: number];

/** The first value, then differences from the value before. */
export type Differences = readonly number[];

/** Identificaties: 16 digits as text, then differences from the last one; null for none. */
export type IdDifferences = readonly (string | number | null)[];

/**
 * House number as people write it, its digits as the difference from the number before: 5, 5a and 7 are `5`, `"0a"` and
 * `2`. It has three parts, the first also a difference, where the text could be misread.
 */
export type NumberDifference = number | string | readonly [number, string | null, string | null];

/**
 * Letters of a postcode ("" for addresses without one), its number of addresses, and their street: one index for all,
 * or one for each.
 */
export type PostcodeRun = readonly [letters: string, count: number, street: number | readonly number[]];

/**
 * `postcode/1382.json`, and `place/3631.json` with addresses of streets without any postcode: a table of addresses by
 * columns, in the order of postcode and number, those without postcode first.
 */
export interface AddressFile {
  readonly format: number;
  readonly places: readonly PlaceRow[];
  /** In the order of names, then of woonplaatsen. */
  readonly streets: readonly StreetRow[];
  readonly postcodes: readonly PostcodeRun[];
  readonly numbers: readonly NumberDifference[];
  readonly ids: IdDifferences;
  /** Only with positions. */
  readonly lat?: Differences;
  readonly lon?: Differences;
  /** Rows that a lookup passes over, because another one has the same postcode and number; absent without any. */
  readonly second?: readonly number[];
}

/** Column of few different values: these, and the index of one for each row. */
export interface ValueColumn<T> {
  readonly values: readonly T[];
  readonly of: readonly number[];
}

/** `record/postcode/1382.json`, `record/place/3631.json`: fields that `records` adds to a file of addresses. */
export interface RecordFile {
  readonly format: number;
  readonly types: ValueColumn<string>;
  readonly objects: IdDifferences;
  readonly buildings: IdDifferences;
  readonly years: readonly (number | null)[];
  readonly floor_areas: readonly (number | null)[];
  /** Purposes joined by `|`; empty for none. */
  readonly purposes: ValueColumn<string>;
}

/** `present.json`: paths of the files of addresses and of the grid; others of these kinds do not exist. */
export interface PresentFile {
  readonly format: number;
  readonly paths: readonly string[];
}

/** File of addresses: a number names `postcode/<number>.json`, a text `place/<text>.json`. */
export type AreaRef = number | string;

/** Part of a street: the numbers from first to last in steps of two that its file has. */
export type Run = readonly [area: AreaRef, first: number, last: number];

/**
 * Key, name, index of the woonplaats, number of addresses, and where they are: the one file, or the runs of several
 * files. For a woonplaats or gemeente the last value is the word `place` or `municipality`; a gemeente has -1 as
 * woonplaats.
 */
export type NameEntry = readonly [
  key: string,
  name: string,
  place: number,
  addresses: number,
  where: readonly [AreaRef] | readonly Run[] | "place" | "municipality",
];

/** Identificatie and name of a woonplaats, name of its gemeente. */
export type NamePlace = readonly [id: string, name: string, municipality: string];

/** Keys of an everyday name and of the registered name of a woonplaats. */
export type EverydayName = readonly [everyday: string, registered: string];

/** `names/0.json`, `names/1.json`, …: names by key. */
export interface NamePageFile {
  readonly format: number;
  readonly places: readonly NamePlace[];
  readonly names: readonly NameEntry[];
}

/** `names/begin/ke.json`: the pages of the keys that begin so, and names of beginnings that span several pages. */
export interface BeginFile extends NamePageFile {
  /** Page with the first of these keys. */
  readonly page: number;
  /** First keys of the pages after it. */
  readonly keys: readonly string[];
  /** Indices of the 20 names with the most addresses. */
  readonly tops: Readonly<Record<string, readonly number[]>>;
}

/** `grid/521.json`: row, column and files of each cell that has addresses. */
export interface GridFile {
  readonly format: number;
  readonly cells: readonly (readonly [row: number, column: number, ...areas: AreaRef[]])[];
}

export const LATEST = "latest.json";
export const FILES = "files.json";
export const PRESENT = "present.json";
/** Tiles of the page of `--site`. */
export const MAP = "map.pmtiles";
/** Characters of the beginnings that have a file; shorter ones find nothing. */
export const BEGINNING_LENGTH = 2;

export function addressPath(area: AreaRef): string {
  return typeof area === "number" ? `postcode/${area}.json` : `place/${area}.json`;
}

export function recordPath(area: AreaRef): string {
  return `record/${addressPath(area)}`;
}

export function namePagePath(page: number): string {
  return `names/${page}.json`;
}

/** Returns the path of the file of a beginning: `names/begin/ke.json`, `names/begin/s_.json`. */
export function beginPath(beginning: string): string {
  return `names/begin/${beginning.replaceAll(" ", "_")}.json`;
}

/** Returns the path of the file with a row of cells. */
export function gridPath(row: number): string {
  return `grid/${Math.floor(row / ROWS_PER_BAND)}.json`;
}
