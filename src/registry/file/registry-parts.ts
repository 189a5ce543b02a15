/**
 * The parts of a registry: files beside it that belong to it alone, or to it and the ones that updates made of it. A
 * registry names each by file and by identity, which the part holds too, so that no other file is taken for it. A part
 * never changes. Publishing makes it durable before the registry that names it, and it is removed after the last
 * registry that does.
 */
import { join } from "node:path";
import { AppError, messageOf } from "../../base/errors.ts";
import { type Database, openReadOnly } from "../../base/sqlite.ts";
import { newDataVersion } from "./data-versions.ts";

/** Kinds of parts. A registry names its part of a kind in its table `registry`, or has none. */
export const PART_KINDS = ["history"] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Part that a registry names. */
export interface RegistryPart {
  readonly kind: PartKind;
  /** File name in the folder of the registry. */
  readonly name: string;
  readonly identity: string;
}

const NAME = new RegExp(`^(?:${PART_KINDS.join("|")})-\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{12}\\.db$`);

/** Returns true for the name of a part, of whichever registry. */
export function isPartName(name: string): boolean {
  return NAME.test(name);
}

/** Returns a part with a name and an identity that no other has; `referenceDate` is YYYY-MM-DD. */
export function newPart(kind: PartKind, referenceDate: string): RegistryPart {
  const identity = newDataVersion(referenceDate);
  return { kind, name: `${kind}-${identity}.db`, identity };
}

/** Returns the rows of table `registry` that name a part. */
export function partMeta({ kind, name, identity }: RegistryPart): Record<string, string> {
  return { [`${kind}_file`]: name, [`${kind}_identity`]: identity };
}

/** Returns the parts that the values of table `registry` name; a name that is no part's counts as none. */
export function readParts(values: ReadonlyMap<string, string>): RegistryPart[] {
  return PART_KINDS.flatMap((kind) => {
    const name = values.get(`${kind}_file`);
    const identity = values.get(`${kind}_identity`);
    return name === undefined || identity === undefined || !isPartName(name)
      ? []
      : [{ kind, name, identity }];
  });
}

/** Table of every part, in which it says what it is. */
const PART_TABLE = "CREATE TABLE registry_part (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID";

/** Writes what a part is into its draft; `schemaVersion` is that of its kind. */
export function writePartTable(db: Database, { kind, identity }: RegistryPart, schemaVersion: number): void {
  db.run(PART_TABLE);
  const insert = db.query("INSERT INTO registry_part VALUES (?, ?)");
  insert.run("kind", kind);
  insert.run("identity", identity);
  insert.run("schema_version", String(schemaVersion));
}

/**
 * Opens the part of a registry in `folder`. Throws AppError `unavailable`, with the remedy, when it is missing, cannot
 * be read, is another file than the registry names, or of another schema.
 */
export function openPart(
  folder: string,
  part: RegistryPart,
  schemaVersion: number,
  lockTimeoutMs?: number,
): Database {
  const path = join(folder, part.name);
  let db: Database | undefined;
  try {
    db = openReadOnly(path, lockTimeoutMs);
    const rows = db.query<{ key: string; value: string }, []>("SELECT key, value FROM registry_part").all();
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    if (values.get("kind") !== part.kind || values.get("identity") !== part.identity) {
      throw refusal(path, part, `it is ${values.get("identity") ?? "none"}`);
    }
    const version = values.get("schema_version");
    if (version !== String(schemaVersion)) {
      throw refusal(path, part, `it has schema ${version}; this baken reads schema ${schemaVersion}`);
    }
    return db;
  } catch (error) {
    db?.close();
    throw error instanceof AppError ? error : refusal(path, part, messageOf(error), error);
  }
}

function refusal(path: string, { kind, identity }: RegistryPart, reason: string, cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    `${path} is not the ${kind} file ${identity} that the registry needs: ${reason}. Put that file back from a backup ` +
      "(baken restore), go back to another registry (baken use), or import again",
    { cause },
  );
}
