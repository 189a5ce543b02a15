/**
 * Sessions of the page for files: each has a folder on this machine with the file of its user and the files made of it.
 * The folder is named after the SHA-256 of a secret that only the user's tab has, so nothing on disk opens a
 * session. `docs/files-page.md` says how long it stays.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { assertSpace } from "../../base/disk-space.ts";
import { codeOf } from "../../base/errors.ts";
import type { InputOptions } from "../../batch/run/open-input.ts";
import type { SurveyedFile } from "../geocode/survey-thread.ts";

/** Secrets that open a session: 32 bytes in base64url. */
const SECRET = /^[\w-]{43}$/;
const ID = /^[0-9a-f]{64}$/;
const OWNER_ONLY = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** State of a session in its folder. */
export interface SessionRecord {
  /** Network of the client, as networkName gives it. */
  readonly network: string;
  /** Key that began the session; the rows count for this key. 0: no key. */
  readonly keyId: number;
  readonly createdAt: number;
  /** Size of the file: declared while it comes in. */
  readonly sizeBytes: number;
  /** Process that receives the file, as createWorkerName gives it. */
  readonly receiver: string;
  readonly options: InputOptions;
  /** Absent while the file comes in or is read. */
  readonly file?: SurveyedFile;
}

/** Session of a folder that exists. */
export interface FoundSession {
  readonly session: SessionFolder;
  readonly record: SessionRecord;
}

/** Milliseconds for which a session stays after the last look at it. */
export const KEPT_MS = 3_600_000;

/** Says that a session is no longer there. */
export const SESSION_ENDED = "There is no such session: it has ended, or was deleted.";

/** Returns the id of the session that a secret opens; undefined for any other text. */
export function sessionIdOf(secret: string): string | undefined {
  return SECRET.test(secret) ? createHash("sha256").update(secret).digest("hex") : undefined;
}

/**
 * Returns the id of the job that geocodes the file of a session: always the same, so that a session has one run at
 * most.
 */
export function runIdOf({ session, record }: FoundSession): string {
  const hash = createHash("sha256").update(`${session.id} ${record.createdAt}`).digest("hex");
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

const RECORD = "session.json";
/** Part of the name of a folder that is being removed. */
const REMOVED = ".removed-";

/** Folder of one session, which need not exist. */
export class SessionFolder {
  readonly id: string;
  readonly path: string;

  constructor(root: string, id: string) {
    this.id = id;
    this.path = join(root, id);
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** Path of the user's file. */
  get inputPath(): string {
    return this.pathOf("input");
  }

  /** Makes the folder; returns false when there is one already. */
  create(): boolean {
    mkdirSync(join(this.path, ".."), { recursive: true, mode: OWNER_ONLY });
    try {
      mkdirSync(this.path, { mode: OWNER_ONLY });
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") {
        return false;
      }
      throw error;
    }
  }

  read(): SessionRecord | undefined {
    return this.readJson<SessionRecord>(RECORD);
  }

  async write(record: SessionRecord): Promise<void> {
    await this.writeJson(RECORD, record);
  }

  /** Returns the content of a file of the folder; undefined when it does not exist. */
  readJson<T>(name: string): T | undefined {
    try {
      return JSON.parse(readFileSync(this.pathOf(name), "utf8")) as T;
    } catch (error) {
      if (codeOf(error) === "ENOENT") {
        return undefined;
      }
      throw error;
    }
  }

  /** Writes a file whole or not at all. Throws ENOENT when the session was removed. */
  async writeJson(name: string, value: unknown): Promise<void> {
    const path = this.pathOf(name);
    const draft = `${path}.${crypto.randomUUID()}`;
    const text = JSON.stringify(value);
    assertSpace(path, text.length);
    const file = await open(draft, "wx", OWNER_ONLY_FILE);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  }

  /** Notes that the user has looked at the session, which prolongs it. */
  look(): void {
    const now = new Date();
    try {
      utimesSync(this.pathOf(RECORD), now, now);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") {
        throw error;
      }
    }
  }

  /** Returns the time of the last look in milliseconds since 1970; without a record, the time the folder was made. */
  lookedAtMs(): number {
    const options = { throwIfNoEntry: false } as const;
    return (statSync(this.pathOf(RECORD), options) ?? statSync(this.path, options))?.mtimeMs ?? 0;
  }

  /** Lists the names of its files. */
  list(): string[] {
    return existsSync(this.path) ? readdirSync(this.path) : [];
  }

  /** Removes the folder with all in it, also while others write to it: their next file fails with ENOENT. */
  remove(): void {
    const removed = `${this.path}${REMOVED}${crypto.randomUUID()}`;
    try {
      renameSync(this.path, removed);
    } catch (error) {
      if (codeOf(error) === "ENOENT") {
        return;
      }
      throw error;
    }
    rmSync(removed, { recursive: true, force: true });
  }
}

/** The sessions of a data folder, in `files`. */
export class SessionFolders {
  readonly dataDir: string;
  readonly #root: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.#root = join(dataDir, "files");
  }

  of(id: string): SessionFolder {
    return new SessionFolder(this.#root, id);
  }

  list(): SessionFolder[] {
    const names = existsSync(this.#root) ? readdirSync(this.#root) : [];
    return names.filter((name) => ID.test(name)).map((name) => this.of(name));
  }

  /** Lists the sessions that have a record. */
  listRecords(): FoundSession[] {
    return this.list().flatMap((session) => {
      const record = session.read();
      return record === undefined ? [] : [{ session, record }];
    });
  }

  /** Removes the folders that a killed process was removing. */
  removeRemains(): void {
    for (const name of existsSync(this.#root) ? readdirSync(this.#root) : []) {
      if (name.includes(REMOVED)) {
        rmSync(join(this.#root, name), { recursive: true, force: true });
      }
    }
  }

  isExpired(session: SessionFolder, nowMs = Date.now()): boolean {
    return session.lookedAtMs() + KEPT_MS <= nowMs;
  }
}
