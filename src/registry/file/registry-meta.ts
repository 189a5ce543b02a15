import { AppError } from "../../base/errors.ts";
import type { Database } from "../../base/sqlite.ts";
import { SCHEMA_VERSION } from "../schema/schema.ts";
import { type AttachedFile, readAttached } from "./attached-files.ts";

/** Code for all gemeenten, in the names of an extract's files and in `area`. */
export const ALL_GEMEENTEN = "9999";

/** Keys that only a registry with CBS buurten has: year and source of their map. */
export const BUURT_MAP_KEYS = { year: "buurt_year", source: "buurt_source" } as const;

/** Metadata of a registry, from its table `registry`. */
export interface RegistryMeta {
  /** StandTechnischeDatum of the extract, YYYY-MM-DD. */
  readonly referenceDate: string;
  /** ISO 8601, UTC. */
  readonly importedAt: string;
  /** Name of this state of the data, the same on every machine that serves this file (data-versions.ts). */
  readonly dataVersion: string;
  /** True for data that is not worth keeping: the sample, and invented countries (test-data.ts). */
  readonly isDemo: boolean;
  /** Place of the sample that baken ships (test-data.ts); undefined for other data. */
  readonly sample: string | undefined;
  /** Codes of the gemeenten of its extracts, ascending, or only ALL_GEMEENTEN. */
  readonly area: readonly string[];
  readonly sources: readonly string[];
  /** Files next to the registry that belong to it. */
  readonly attached: readonly AttachedFile[];
  /** Year and source of the map of CBS buurten. */
  readonly buurtMap?: { readonly year: number; readonly source: string };
  readonly counts: {
    readonly adressen: number;
    readonly panden: number;
    readonly woonplaatsen: number;
    readonly gemeenten: number;
  };
}

/** Reads the metadata. Throws AppError `unavailable` for a registry of another schema version or without a key. */
export function readRegistryMeta(db: Database, path: string): RegistryMeta {
  const rows = db.query<{ key: string; value: string }, []>("SELECT key, value FROM registry").all();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const requireValue = (key: string): string => {
    const value = values.get(key);
    if (value === undefined) {
      throw new AppError("unavailable", `${path} is not a registry: it has no ${key}`);
    }
    return value;
  };
  const version = requireValue("schema_version");
  if (version !== String(SCHEMA_VERSION)) {
    throw new AppError(
      "unavailable",
      `${path} has registry schema ${version}; this baken reads schema ${SCHEMA_VERSION}: import again`,
    );
  }
  return {
    referenceDate: requireValue("reference_date"),
    importedAt: requireValue("imported_at"),
    dataVersion: requireValue("data_version"),
    isDemo: requireValue("is_demo") === "1",
    sample: values.get("sample"),
    area: JSON.parse(requireValue("area")),
    sources: JSON.parse(requireValue("sources")),
    attached: readAttached(values),
    ...(values.has(BUURT_MAP_KEYS.year) && {
      buurtMap: {
        year: Number(requireValue(BUURT_MAP_KEYS.year)),
        source: requireValue(BUURT_MAP_KEYS.source),
      },
    }),
    counts: JSON.parse(requireValue("counts")),
  };
}
