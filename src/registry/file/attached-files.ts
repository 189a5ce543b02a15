/**
 * Files attached to a registry, next to it in the folder. Registries that updates make of it name the same files. A
 * registry stores the name and identity of each; the file contains its identity too, so that no other file is mistaken
 * for it. A file never changes. Publishing syncs it to disk before the registry that names it; it is removed after the
 * last registry that names it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError, messageOf } from "../../base/errors.ts";
import { type Database, openReadOnly } from "../../base/sqlite.ts";
import { newDataVersion } from "./new-data-version.ts";

/** Kinds of attached files. Table `registry` names one file of a kind, or none. */
const ATTACHED_KINDS = ["history"] as const;
export type AttachedKind = (typeof ATTACHED_KINDS)[number];

/** File that a registry names. */
export interface AttachedFile {
  readonly kind: AttachedKind;
  /** File name in the folder of the registry. */
  readonly name: string;
  readonly identity: string;
}

/** Names of attached files: kind and identity. */
export const ATTACHED_NAME = new RegExp(
  `^(${ATTACHED_KINDS.join("|")})-(\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{12})\\.db$`,
);

/** Returns true for the name of an attached file of any registry. */
export function isAttachedName(name: string): boolean {
  return ATTACHED_NAME.test(name);
}

/** Returns the attached file that has such a name (`isAttachedName`). */
export function attachedFileOf(name: string): AttachedFile {
  const [, kind, identity] = ATTACHED_NAME.exec(name)!;
  return { kind: kind as AttachedKind, name, identity: identity! };
}

/** Returns an attached file with a name and an identity that no other has; `referenceDate` is YYYY-MM-DD. */
export function newAttachedFile(kind: AttachedKind, referenceDate: string): AttachedFile {
  const identity = newDataVersion(referenceDate);
  return { kind, name: `${kind}-${identity}.db`, identity };
}

/** Returns the rows of table `registry` that name an attached file. */
export function attachedMeta({ kind, name, identity }: AttachedFile): Record<string, string> {
  return { [`${kind}_file`]: name, [`${kind}_identity`]: identity };
}

/** Returns the files that the values of table `registry` name; ignores a name that no import generates. */
export function readAttached(values: ReadonlyMap<string, string>): AttachedFile[] {
  return ATTACHED_KINDS.flatMap((kind) => {
    const name = values.get(`${kind}_file`);
    const identity = values.get(`${kind}_identity`);
    return name === undefined || identity === undefined || !isAttachedName(name)
      ? []
      : [{ kind, name, identity }];
  });
}

/** Table in every attached file, with its kind and identity. */
const IDENTITY_TABLE = "CREATE TABLE attached_file (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID";

/** Writes kind and identity of an attached file into its draft; `schemaVersion` is the version of its kind. */
export function writeIdentity(db: Database, { kind, identity }: AttachedFile, schemaVersion: number): void {
  db.run(IDENTITY_TABLE);
  const insert = db.query("INSERT INTO attached_file VALUES (?, ?)");
  insert.run("kind", kind);
  insert.run("identity", identity);
  insert.run("schema_version", String(schemaVersion));
}

/**
 * Opens an attached file of a registry, from the first of the folders that has it. Throws AppError `unavailable`, with
 * the remedy, when it is missing, cannot be read, is another file than the registry names, or of another schema.
 */
export function openAttached(
  folders: readonly string[],
  file: AttachedFile,
  {
    schemaVersion,
    lockTimeoutMs,
  }: { readonly schemaVersion: number; readonly lockTimeoutMs?: number | undefined },
): Database {
  const paths = folders.map((folder) => join(folder, file.name));
  const path = paths.find((one) => existsSync(one)) ?? paths[0]!;
  let db: Database | undefined;
  try {
    db = openReadOnly(path, lockTimeoutMs);
    const rows = db.query<{ key: string; value: string }, []>("SELECT key, value FROM attached_file").all();
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    if (values.get("kind") !== file.kind || values.get("identity") !== file.identity) {
      throw refusal(path, file, `it is ${values.get("identity") ?? "none"}`);
    }
    const version = values.get("schema_version");
    if (version !== String(schemaVersion)) {
      throw refusal(path, file, `it has schema ${version}; this baken reads schema ${schemaVersion}`);
    }
    return db;
  } catch (error) {
    db?.close();
    throw error instanceof AppError ? error : refusal(path, file, messageOf(error), error);
  }
}

function refusal(path: string, { kind, identity }: AttachedFile, reason: string, cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    `${path} is not the ${kind} file ${identity} that the registry needs: ${reason}. Copy that file from a backup ` +
      "to this place, go back to another registry (baken use), or import again",
    { cause },
  );
}
