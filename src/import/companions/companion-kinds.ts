/** The kinds of files that an import takes besides its extract. */
import type { Database } from "../../base/sqlite.ts";
import { type BoundaryFile, isBoundaryFile, readBoundaries, storeBoundaries } from "./boundaries.ts";
import { type CbsAreas, readCbsAreas, storeCbsAreas } from "./cbs-areas.ts";
import {
  type GemeenteNameRow,
  isGemeenteNames,
  readGemeenteNames,
  readNamesOfCurrentRegistry,
  readShippedNames,
  storeGemeenteNames,
} from "./gemeente-names.ts";

export interface CompanionFile {
  readonly path: string;
  /** The part before `=` of what the user gave, else the base name of the file. */
  readonly label: string;
}

/** Kind of file with the contents `C`. */
interface CompanionKind<C> {
  readonly placeholder: string;
  readonly description: string;
  /** True when the flag takes `LABEL=FILE`; the registry lists the labels among its sources. */
  readonly isLabelled?: true;
  /** Returns true for a file with these first bytes that is given without a flag. */
  recognises(head: Buffer): boolean;
  /** Throws `import_refused` for a file that cannot be read. */
  read(file: CompanionFile): C;
  /** Returns default contents, which rank after all files; `isMissing` is true when a downloaded file is missing. */
  readDefaults?(dataDir: string, isMissing: boolean): C[];
  /** Stores the contents of all files, in order of precedence. */
  store(db: Database, contents: readonly C[]): void;
}

/** Names of gemeenten. */
const NAMES: CompanionKind<readonly GemeenteNameRow[]> = {
  placeholder: "FILE",
  description:
    "Names of gemeenten and their provincies (CSV, or Kadaster's Bestuurlijke Gebieden); takes precedence over the list included in baken.",
  recognises: (head) => isGemeenteNames(head.toString("utf8")),
  read: ({ path }) => readGemeenteNames(path),
  readDefaults: (dataDir, isMissing) => [
    ...(isMissing ? [readNamesOfCurrentRegistry(dataDir)] : []),
    readShippedNames(),
  ],
  store: storeGemeenteNames,
};

/** Borders, and the areas of CBS, which come in files of borders. */
const BORDERS: CompanionKind<{ readonly boundaries: BoundaryFile; readonly cbs: CbsAreas | undefined }> = {
  placeholder: "[LABEL=]FILE",
  description:
    "Borders of gemeenten or four-digit postcode areas (GeoJSON or GeoPackage); LABEL names their source.",
  isLabelled: true,
  recognises: isBoundaryFile,
  read({ path, label }) {
    const cbs = readCbsAreas(path, label);
    return { boundaries: readBoundaries(path, label, { mayBeEmpty: cbs !== undefined }), cbs };
  },
  store(db, contents) {
    storeBoundaries(
      db,
      contents.map(({ boundaries }) => boundaries),
    );
    storeCbsAreas(
      db,
      contents.flatMap(({ cbs }) => cbs ?? []),
    );
  },
};

/** The kinds by the flags of `import` that take their files, in the order in which they are read and stored. */
export const COMPANION_KINDS = { gemeenten: NAMES, boundaries: BORDERS };
export type CompanionFlag = keyof typeof COMPANION_KINDS;

/** Makes a record with an entry for each kind. */
export function byCompanion<T>(
  make: (kind: CompanionKind<unknown>, flag: CompanionFlag) => T,
): Record<CompanionFlag, T> {
  const kinds = Object.entries(COMPANION_KINDS) as [CompanionFlag, CompanionKind<unknown>][];
  return Object.fromEntries(kinds.map(([flag, kind]) => [flag, make(kind, flag)])) as Record<
    CompanionFlag,
    T
  >;
}
