/**
 * Reads the names and borders that an import is given beside its extract; reports the replacements of missing
 * ones.
 */
import { readFileSync } from "node:fs";
import { AppError } from "../../base/errors.ts";
import { programFile } from "../../base/program-files.ts";
import type { ImportProblem, ImportReport } from "../report.ts";
import { type BoundaryFile, readBoundaries } from "./boundaries.ts";
import { type CbsAreas, readCbsAreas } from "./cbs-areas.ts";
import { assertReadable, type CompanionKind } from "./check-companion.ts";
import {
  type GemeenteNameRow,
  parseGemeenteNames,
  readGemeenteNames,
  readNamesOfCurrentRegistry,
} from "./gemeente-names.ts";

/** Files of names and borders that an import is given. */
export interface CompanionFiles {
  readonly gemeenteFiles: readonly string[];
  readonly boundaryFiles: readonly { readonly path: string; readonly label: string }[];
}

/** Companion file that `--download` fetches: of the gemeenten, the four-digit postcode areas, or CBS's buurten. */
export type Companion = "gemeenten" | "pc4" | "cbs-areas";

interface MissingCompanion {
  readonly companion: Companion;
  readonly reason: string;
}

/**
 * Companion files that `--download` fetched and failed to fetch. A missing or unreadable one does not end the import.
 */
export interface DownloadedCompanions {
  /** Companion by path of its file. */
  readonly files: ReadonlyMap<string, Companion>;
  readonly missing: readonly MissingCompanion[];
}

export interface Companions {
  /** In order of precedence. */
  readonly names: readonly (readonly GemeenteNameRow[])[];
  readonly boundaries: readonly BoundaryFile[];
  /** In order of precedence. */
  readonly cbsAreas: readonly CbsAreas[];
}

export interface CompanionOptions {
  readonly files: CompanionFiles;
  readonly downloaded?: DownloadedCompanions | undefined;
  readonly dataDir: string;
  readonly report: ImportReport;
  /** Command that runs {@link checkCompanion}; undefined: files are read without limits, as those of tests. */
  readonly checkCommand?: readonly string[] | undefined;
}

/** Report entry for each companion that is missing. */
const MISSING_COMPANION_REPORTS: Record<Companion, { about: ImportProblem["about"]; fallback: string }> = {
  gemeenten: {
    about: "gemeente",
    fallback:
      "names and borders are not available; names come from the previous registry and baken's own list, each border is the union of the woonplaatsen",
  },
  pc4: {
    about: "postcodegebied",
    fallback: "borders are not available; each is the hull of the addresses",
  },
  "cbs-areas": {
    about: "adres",
    fallback: "buurt, wijk and veiligheidsregio are not available",
  },
};

/**
 * Reads all names and borders. Refuses an unreadable file that the user gave; reports and skips one that was
 * downloaded. The names shipped with baken come last; when the names of gemeenten are missing, the names of the
 * served registry come before them.
 */
export async function readCompanions(options: CompanionOptions): Promise<Companions> {
  const { files, downloaded, dataDir, report, checkCommand } = options;
  const missing = [...(downloaded?.missing ?? [])];
  const readOrRecordMissing = async <T>(kind: CompanionKind, path: string, read: () => T): Promise<T[]> => {
    const companion = downloaded?.files.get(path);
    try {
      await (checkCommand && assertReadable(kind, path, checkCommand));
      return [read()];
    } catch (error) {
      if (companion === undefined || !(error instanceof AppError)) {
        throw error;
      }
      missing.push({ companion, reason: error.message });
      return [];
    }
  };
  const names: GemeenteNameRow[][] = [];
  for (const path of files.gemeenteFiles) {
    names.push(...(await readOrRecordMissing("names", path, () => readGemeenteNames(path))));
  }
  const borders: { readonly boundaries: BoundaryFile; readonly cbs: CbsAreas | undefined }[] = [];
  for (const { path, label } of files.boundaryFiles) {
    const read = () => {
      const cbs = readCbsAreas(path, label);
      return { boundaries: readBoundaries(path, label, { mayBeEmpty: cbs !== undefined }), cbs };
    };
    borders.push(...(await readOrRecordMissing("borders", path, read)));
  }
  for (const { companion, reason } of missing) {
    report.add(
      MISSING_COMPANION_REPORTS[companion].about,
      "noticed",
      MISSING_COMPANION_REPORTS[companion].fallback,
      reason,
    );
  }
  if (missing.some(({ companion }) => companion === "gemeenten")) {
    names.push(readNamesOfCurrentRegistry(dataDir));
  }
  return {
    names: [...names, readShippedNames()],
    boundaries: borders.map(({ boundaries }) => boundaries),
    cbsAreas: borders.flatMap(({ cbs }) => cbs ?? []),
  };
}

const LIST = programFile("src/import/companions/gemeenten-since-2009.csv");

/**
 * Reads the gemeenten that are shipped with baken: every one that existed after 2009-01-01, when the BAG began, with
 * its provincie and the dates between which it existed, as of 2026. `gemeenten-since-2009.csv` holds the columns and
 * rows of CBS's Gemeentelijke indelingen (CC BY 4.0) that are needed here, in the layout of NLExtract's
 * gemeentelijke-indeling.csv: rows whose einddatum is empty or after 2009-01-01, by code and begindatum. The open rows
 * come from CBS's list of 2026.
 */
export function readShippedNames(): GemeenteNameRow[] {
  return parseGemeenteNames(readFileSync(LIST), LIST);
}
