/** The names and borders that an import is given beside its extract, and what it does without those it cannot get. */
import { AppError } from "../base/errors.ts";
import { type BoundaryFile, readBoundaries } from "./boundaries.ts";
import { type GemeenteNameRow, readGemeenteNames } from "./gemeente-names.ts";
import type { ImportReport, Trouble } from "./report.ts";
import { readShippedNames } from "./shipped-gemeente-names.ts";
import type { Sources } from "./sources.ts";
import { readNamesBefore } from "./stored-gemeente-names.ts";

/** A companion that `--download` fetches: of the gemeenten, or of four-digit postcode areas. */
export type Companion = "gemeenten" | "pc4";

export interface MissingCompanion {
  readonly companion: Companion;
  readonly reason: string;
}

/** What `--download` found beside the extract, and what it did not. A fault of either does not end the import. */
export interface DownloadedCompanions {
  /** By path. */
  readonly files: ReadonlyMap<string, Companion>;
  readonly missing: readonly MissingCompanion[];
}

export interface Companions {
  /** In order of precedence. */
  readonly names: readonly (readonly GemeenteNameRow[])[];
  readonly boundaries: readonly BoundaryFile[];
}

export interface CompanionOptions {
  readonly sources: Sources;
  readonly downloaded: DownloadedCompanions | undefined;
  readonly dataDir: string;
  readonly report: ImportReport;
}

/** What the report says of a companion that cannot be had. */
const WITHOUT: Record<Companion, { about: Trouble["about"]; remedy: string }> = {
  gemeenten: {
    about: "gemeente",
    remedy:
      "names and borders cannot be had; names are those of the registry before and of baken's own list, borders the union of the woonplaatsen",
  },
  pc4: {
    about: "postcodegebied",
    remedy: "borders cannot be had; they are drawn around the addresses",
  },
};

/**
 * Reads all names and borders. Refuses a file of the user's that cannot be read; one that was downloaded is reported and
 * left out. The list that comes with baken is the last of the names.
 */
export function readCompanions({ sources, downloaded, dataDir, report }: CompanionOptions): Companions {
  const missing = [...(downloaded?.missing ?? [])];
  const readOr = <T>(path: string, read: () => T): T[] => {
    const companion = downloaded?.files.get(path);
    try {
      return [read()];
    } catch (error) {
      if (companion === undefined || !(error instanceof AppError)) throw error;
      missing.push({ companion, reason: error.message });
      return [];
    }
  };
  const names = sources.gemeenteFiles.flatMap((path) => readOr(path, () => readGemeenteNames(path)));
  const boundaries = sources.boundaryFiles.flatMap(({ path, label }) =>
    readOr(path, () => readBoundaries(path, label)),
  );
  for (const { companion, reason } of missing)
    report.add(WITHOUT[companion].about, "noticed", WITHOUT[companion].remedy, reason);
  if (missing.some(({ companion }) => companion === "gemeenten")) names.push(readNamesBefore(dataDir));
  return { names: [...names, readShippedNames()], boundaries };
}
