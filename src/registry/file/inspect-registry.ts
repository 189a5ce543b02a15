/** State of a file that may be a registry, of any schema, and faults of its pages. */
import { accessSync, constants, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, messageOf } from "../../base/errors.ts";
import { HISTORY_CHOICES, type HistoryChoice } from "../../base/setting-values.ts";
import { type Database, openReadOnly } from "../../base/sqlite.ts";
import { describesRd } from "../../geo/geopackage-tables.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { findSelfIntersection } from "../../geo/self-intersection.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { GEOPACKAGE_APPLICATION_ID, SCHEMA_VERSION } from "../schema/schema.ts";
import { type AttachedFile, readAttached } from "./attached-files.ts";
import { isNotFoundError } from "./pointer.ts";
import { openSnapshot } from "./snapshot.ts";

/**
 * - `valid`: can be served
 * - `missing`: no such file
 * - `unreadable`: permission denied, locked, no regular file, or an I/O error
 * - `damaged`: empty, not a database, truncated, or a registry without required content
 * - `not a registry`: another database
 * - `older`, `newer`: a registry of another schema than this baken reads
 */
export type RegistryState =
  | "valid"
  | "missing"
  | "unreadable"
  | "damaged"
  | "not a registry"
  | "older"
  | "newer";

export interface RegistryStatus {
  readonly name: string;
  readonly state: RegistryState;
  /** Completes a sentence about the file: `is not there`. */
  readonly reason: string;
  /** Facts of a registry of any schema; undefined for other files. */
  readonly facts: RegistryFacts | undefined;
}

/** Facts that a registry of any schema stores about itself; undefined where it does not store them. */
export interface RegistryFacts {
  readonly schemaVersion: number;
  /** YYYY-MM-DD. */
  readonly referenceDate: string | undefined;
  readonly isDemo: boolean | undefined;
  readonly sample: string | undefined;
  /** Name of the data (data-versions.ts). */
  readonly dataVersion: string | undefined;
  readonly adressen: number | undefined;
  /** Choice of the import that made it. */
  readonly history: HistoryChoice | undefined;
  /** Files that it names; of a registry that cannot be served, only the known ones. */
  readonly attached: readonly AttachedFile[];
}

/** Determines the state of a file, read-only; takes milliseconds. */
export function inspectRegistry(path: string, attachedIn?: readonly string[]): RegistryStatus {
  const name = basename(path);
  const toStatus = (state: RegistryState, reason: string, facts?: RegistryFacts): RegistryStatus => ({
    name,
    state,
    reason,
    facts,
  });
  const unusable = findFileFault(path);
  if (unusable !== undefined) {
    return toStatus(...unusable);
  }
  let facts: RegistryFacts | undefined;
  try {
    using db = openReadOnly(path);
    facts = readFacts(db);
    if (facts === undefined) {
      return toStatus("not a registry", "is a database, but not a registry");
    }
    const { schemaVersion } = facts;
    if (schemaVersion !== SCHEMA_VERSION) {
      const reason = `has registry schema ${schemaVersion}; this baken reads schema ${SCHEMA_VERSION}`;
      return toStatus(schemaVersion < SCHEMA_VERSION ? "older" : "newer", reason, facts);
    }
    openSnapshot(path, { attachedIn }).close();
    return toStatus("valid", "can be served", facts);
  } catch (error) {
    const reason = messageOf(error);
    const state = isAccessError(error) ? "unreadable" : "damaged";
    // A registry that lacks an attached file still has readable facts.
    return toStatus(state, `cannot be opened: ${reason}`, facts?.attached.length ? facts : undefined);
  }
}

function findFileFault(path: string): [RegistryState, string] | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) {
      return ["unreadable", stats.isDirectory() ? "is a folder" : "is not a regular file"];
    }
    accessSync(path, constants.R_OK);
    return stats.size === 0 ? ["damaged", "is empty"] : undefined;
  } catch (error) {
    if (isNotFoundError(error)) {
      return ["missing", "is not there"];
    }
    return ["unreadable", `cannot be read: ${messageOf(error)}`];
  }
}

/**
 * Reads the facts of a registry; undefined for any other database. Throws SQLite's error for a file that is not a
 * database.
 */
function readFacts(db: Database): RegistryFacts | undefined {
  const application = db.query<{ application_id: number }, []>("PRAGMA application_id").get()?.application_id;
  const table = db.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'registry'").get();
  if (application !== GEOPACKAGE_APPLICATION_ID || table === null) {
    return undefined;
  }
  const rows = db.query<{ key: string; value: string }, []>("SELECT key, value FROM registry").all();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const schemaVersion = values.get("schema_version");
  if (schemaVersion === undefined || !/^\d+$/.test(schemaVersion)) {
    return undefined;
  }
  const isDemo = values.get("is_demo");
  return {
    schemaVersion: Number(schemaVersion),
    referenceDate: values.get("reference_date"),
    isDemo: isDemo === undefined ? undefined : isDemo === "1",
    sample: values.get("sample"),
    dataVersion: values.get("data_version"),
    adressen: readAdresCount(db, values.get("counts")),
    history: HISTORY_CHOICES.find((choice) => choice === values.get("history")),
    attached: readAttached(values),
  };
}

function readAdresCount(db: Database, counts: string | undefined): number | undefined {
  try {
    const adressen: unknown = JSON.parse(counts ?? "{}").adressen;
    if (typeof adressen === "number") {
      return adressen;
    }
    return db.query<{ n: number }, []>("SELECT count(*) AS n FROM adres").get()?.n;
  } catch {
    return undefined;
  }
}

function isAccessError(error: unknown): boolean {
  return /^SQLITE_(CANTOPEN|PERM|AUTH|IOERR|BUSY|READONLY)/.test(codeOf(error) ?? "");
}

/** Reads every page of a registry and of the files attached to it, some seconds for each gigabyte; returns faults. */
export function listPageFaults(path: string): string[] {
  const faults = listFaultsOf(path);
  const attached = faults.length > 0 ? [] : (inspectRegistry(path).facts?.attached ?? []);
  return [
    ...faults,
    ...attached.flatMap(({ name }) =>
      listFaultsOf(join(dirname(path), name)).map((fault) => `${name}: ${fault}`),
    ),
  ];
}

function listFaultsOf(path: string): string[] {
  try {
    using db = openReadOnly(path);
    const rows = db.query<{ quick_check: string }, []>("PRAGMA quick_check(5)").all();
    return rows.map(({ quick_check }) => quick_check).filter((fault) => fault !== "ok");
  } catch (error) {
    return [messageOf(error)];
  }
}

const MAX_EXAMPLES = 5;

/** Reads every pand of a registry; counts those whose polygon crosses itself, with the place in RD of the first. */
export function findCrossingPanden(path: string): { readonly count: number; readonly examples: string[] } {
  using db = openReadOnly(path);
  const examples: string[] = [];
  let count = 0;
  const panden = db.query<{ fid: number; geom: Uint8Array }, []>("SELECT fid, geom FROM pand ORDER BY fid");
  for (const { fid, geom } of panden.iterate()) {
    const crossing = findSelfIntersection(decodeGpkgGeometry(geom));
    if (crossing === undefined) {
      continue;
    }
    count++;
    if (examples.length < MAX_EXAMPLES) {
      examples.push(`${formatIdentificatie(fid)} at ${crossing.x} ${crossing.y}`);
    }
  }
  return { count, examples };
}

/** Returns false for a registry with an outdated description of RD, which puts other programs 170 m off. */
export function hasRdDefinition(path: string): boolean {
  using db = openReadOnly(path);
  return describesRd(db);
}
