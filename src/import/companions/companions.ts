/** Reads the files that an import is given besides its extract; reports the replacements of missing ones. */
import { AppError } from "../../base/errors.ts";
import type { Database } from "../../base/sqlite.ts";
import type { ImportProblem, ImportReport } from "../report.ts";
import { assertReadable } from "./check-companion.ts";
import { byCompanion, COMPANION_KINDS, type CompanionFile, type CompanionFlag } from "./companion-kinds.ts";

/** Files that an import is given, in order of precedence. */
export type CompanionFiles = Readonly<Record<CompanionFlag, readonly CompanionFile[]>>;

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

/** Contents of the files, in order of precedence. */
export type Companions = Readonly<Record<CompanionFlag, readonly unknown[]>>;

export interface CompanionOptions {
  readonly files: CompanionFiles;
  readonly downloaded?: DownloadedCompanions | undefined;
  readonly dataDir: string;
  readonly report: ImportReport;
  /** Command that runs {@link checkCompanion}; undefined: files are read without limits, as in tests. */
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
 * Reads all files. Refuses an unreadable one that the user gave; reports and skips one that was downloaded. Defaults of
 * a kind, such as the names shipped with baken, come last.
 */
export async function readCompanions(options: CompanionOptions): Promise<Companions> {
  const { files, downloaded, dataDir, report, checkCommand } = options;
  const missing = [...(downloaded?.missing ?? [])];
  const contents = byCompanion((): unknown[] => []);
  for (const flag of Object.keys(contents) as CompanionFlag[]) {
    for (const file of files[flag]) {
      const companion = downloaded?.files.get(file.path);
      try {
        await (checkCommand && assertReadable(flag, file, checkCommand));
        contents[flag].push(COMPANION_KINDS[flag].read(file));
      } catch (error) {
        if (companion === undefined || !(error instanceof AppError)) {
          throw error;
        }
        missing.push({ companion, reason: error.message });
      }
    }
  }
  for (const { companion, reason } of missing) {
    const { about, fallback } = MISSING_COMPANION_REPORTS[companion];
    report.add(about, "noticed", fallback, reason);
  }
  const isMissing = (flag: CompanionFlag) => missing.some(({ companion }) => companion === flag);
  return byCompanion(({ readDefaults }, flag) => [
    ...contents[flag],
    ...(readDefaults?.(dataDir, isMissing(flag)) ?? []),
  ]);
}

/** Stores what {@link readCompanions} returned. */
export function storeCompanions(db: Database, contents: Companions): void {
  byCompanion((kind, flag) => kind.store(db, contents[flag]));
}
