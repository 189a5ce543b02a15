/** `backup.json`, which describes a backup: its files, and the hashes that prove them unchanged. */
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { AppError, messageOf } from "../base/errors.ts";

export const MANIFEST_FILE = "backup.json";
export const ACCOUNTS_COPY = "accounts.db";

const FORMAT = 2;
const file = z.strictObject({
  file: z.string().refine((name) => name === basename(name) && !/^\.*$/.test(name), "a file name"),
  bytes: z.number().int().nonnegative(),
});
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const accounts = file.extend({ sha256, keys: z.number().int() });
/** File attached to the registry; its checksum is null when the backup does not hold it. */
const attached = file.extend({ sha256: sha256.nullable() });
const registry = file.extend({
  reference_date: z.string().nullable(),
  schema: z.number().int(),
  demo: z.boolean().nullable(),
  /** True when the backup holds the file. */
  included: z.boolean(),
  attached: z.array(attached).default([]),
});
const shared = {
  /** Time before the first page was read; ISO 8601, UTC. */
  made_at: z.string(),
  /** Version of baken that made it. */
  software: z.string(),
};
const content = z.strictObject({
  format: z.literal(FORMAT),
  ...shared,
  /** Null where keys, usage and jobs were in PostgreSQL. */
  accounts: accounts.nullable(),
  /** Registry that served, with a checksum where it is included; null when none could be served. */
  registry: registry.extend({ sha256: sha256.nullable() }).nullable(),
});
/** Older format: without checksums of the registry and of the manifest. */
const formerContent = z.strictObject({
  format: z.literal(1),
  ...shared,
  accounts,
  registry: registry.transform((former) => ({ ...former, sha256: null })).nullable(),
});
export type BackupManifest = z.output<typeof content> | z.output<typeof formerContent>;

/** Content of a manifest, to be rendered. */
export type BackupFacts = Omit<z.input<typeof content>, "format">;

/** Returns the text of a manifest, in which every changed byte is noticed. */
export function renderBackupManifest(facts: BackupFacts): string {
  return sealed({ format: FORMAT, ...facts });
}

/** Adds the SHA-256 of all members, as JSON without white space. */
function sealed(members: object): string {
  const sum = new Bun.CryptoHasher("sha256").update(JSON.stringify(members)).digest("hex");
  return `${JSON.stringify({ ...members, sha256: sum }, null, 2)}\n`;
}

/** Reads the manifest of a backup. Throws `unavailable` for a folder that is no backup that this baken can read. */
export function readBackupManifest(folder: string): BackupManifest {
  const path = join(folder, MANIFEST_FILE);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new AppError(
      "unavailable",
      `There is no ${path}: expected a folder that baken backup made. It exists only when the backup is complete.`,
    );
  }
  const {
    text,
    content: { sha256: sum, ...members },
  } = parse(path);
  if (typeof members.format === "number" && members.format > FORMAT) {
    throw unreadable(path, `a newer baken, ${members.software}, made it. Restore with that version`);
  }
  const isFormer = members.format === 1 && sum === undefined;
  if (!isFormer && text !== sealed(members)) {
    throw unreadable(path, "it is not what baken backup wrote: its SHA-256 differs. Use another backup");
  }
  const parsed = (isFormer ? formerContent : content).safeParse(members);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw unreadable(path, `${issue?.path.join(".")}: ${issue?.message}`);
  }
  return parsed.data;
}

/** Largest manifest that is read; one has 700 bytes. */
const MAX_BYTES = 64 * 1024;

function parse(path: string): { readonly text: string; readonly content: Record<string, unknown> } {
  let text: string;
  let parsed: unknown;
  try {
    if (statSync(path).size > MAX_BYTES) {
      throw new Error(`it has more than ${MAX_BYTES} bytes`);
    }
    text = readFileSync(path, "utf8");
    parsed = JSON.parse(text);
  } catch (error) {
    throw unreadable(path, messageOf(error));
  }
  if (typeof parsed !== "object" || parsed === null) {
    throw unreadable(path, "it holds no JSON object");
  }
  return { text, content: { ...parsed } };
}

function unreadable(path: string, reason: string): AppError {
  return new AppError("unavailable", `${path} cannot be used: ${reason}.`);
}
