/** `backup.json`, which describes a backup: what it holds, and how to tell that its bytes are those written. */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { AppError, messageOf } from "../base/errors.ts";

export const MANIFEST_FILE = "backup.json";
export const ACCOUNTS_COPY = "accounts.db";

const FORMAT = 1;
const file = z.object({
  file: z.string().refine((name) => name === basename(name) && !/^\.*$/.test(name), "a file name"),
  bytes: z.number().int().nonnegative(),
});
const manifest = z.object({
  format: z.number().int(),
  /** Time before the first page was read; ISO 8601, UTC. */
  made_at: z.string(),
  /** Version of baken that made it. */
  software: z.string(),
  accounts: file.extend({ sha256: z.string(), keys: z.number().int() }),
  /** Registry that served; null when none could be served. */
  registry: file
    .extend({
      reference_date: z.string().nullable(),
      schema: z.number().int(),
      demo: z.boolean().nullable(),
      /** True when the backup holds the file. */
      included: z.boolean(),
    })
    .nullable(),
});
export type Manifest = z.output<typeof manifest>;

/** Returns the text of a manifest. */
export function renderManifest(content: Omit<Manifest, "format">): string {
  return `${JSON.stringify({ format: FORMAT, ...content }, null, 2)}\n`;
}

/** Reads the manifest of a backup. Throws `unavailable` for a folder that is no backup that this baken can read. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST_FILE);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new AppError(
      "unavailable",
      `There is no ${path}: expected a folder that baken backup made. It exists only when the backup is complete.`,
    );
  }
  const parsed = manifest.safeParse(parse(path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw unreadable(path, `${issue?.path.join(".")}: ${issue?.message}`);
  }
  if (parsed.data.format > FORMAT) {
    throw unreadable(path, `a newer baken, ${parsed.data.software}, made it. Restore with that version`);
  }
  return parsed.data;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw unreadable(path, messageOf(error));
  }
}

function unreadable(path: string, reason: string): AppError {
  return new AppError("unavailable", `${path} cannot be used: ${reason}.`);
}

/** Returns the SHA-256 of a file in hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const piece of createReadStream(path)) {
    hash.update(piece);
  }
  return hash.digest("hex");
}
