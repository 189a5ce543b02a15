import { AppError } from "../base/errors.ts";
import type { Database } from "../base/sqlite.ts";
import { SCHEMA_VERSION } from "./schema.ts";

/** The code that stands for all gemeenten, in the names of an extract's files and in `area`. */
export const COUNTRY = "9999";

/** What a registry says of itself, in its table `registry`. */
export interface RegistryMeta {
  /** YYYY-MM-DD: the extract's StandTechnischeDatum. */
  readonly referenceDate: string;
  /** ISO 8601, UTC. */
  readonly importedAt: string;
  readonly isDemo: boolean;
  /** Codes of the gemeenten that its extracts were of, ascending, or COUNTRY alone. */
  readonly area: readonly string[];
  readonly sources: readonly string[];
  readonly counts: {
    readonly adressen: number;
    readonly panden: number;
    readonly woonplaatsen: number;
    readonly gemeenten: number;
  };
}

/** Throws AppError `unavailable` for a registry that another version of baken wrote, or that lacks a key. */
export function readMeta(db: Database, path: string): RegistryMeta {
  const rows = db.query<{ key: string; value: string }, []>("SELECT key, value FROM registry").all();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const required = (key: string): string => {
    const value = values.get(key);
    if (value === undefined) throw new AppError("unavailable", `${path} is not a registry: it has no ${key}`);
    return value;
  };
  const version = required("schema_version");
  if (version !== String(SCHEMA_VERSION)) {
    throw new AppError(
      "unavailable",
      `${path} has registry schema ${version}; this baken reads schema ${SCHEMA_VERSION}: import again`,
    );
  }
  return {
    referenceDate: required("reference_date"),
    importedAt: required("imported_at"),
    isDemo: required("is_demo") === "1",
    area: JSON.parse(required("area")),
    sources: JSON.parse(required("sources")),
    counts: JSON.parse(required("counts")),
  };
}
