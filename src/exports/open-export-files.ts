/** Opens the store of the files of jobs, in the data folder or in a bucket, and checks that a server could use it. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { spaceLeft, watchGrowth } from "../base/disk-space.ts";
import { createDraft, DRAFT_SUFFIX, syncPath, writeWhole } from "../base/draft-file.ts";
import { codeOf, messageOf } from "../base/errors.ts";
import { formatStorageLocation, type StorageLocation } from "../base/storage-location.ts";
import { type ObjectStore, StorageFault } from "../storage/object-store.ts";
import { openStore } from "../storage/open-storage.ts";
import type { ExportFiles, StoredFile } from "./export-files.ts";
import { createExportDraft, gzipNameOf } from "./gzipped-draft.ts";
import { isInputName, isJobFileName } from "./job.ts";
import { guardSharedFolder, inspectSharedFolder } from "./shared-folder.ts";

export interface ExportFilesOptions {
  readonly dataDir: string;
  /** Absent: the folder `exports` of the data folder. */
  readonly exportStore?: StorageLocation | undefined;
  /** Longest wait for an answer of S3 storage in milliseconds, for threads that serve requests. */
  readonly storeAnswerMs?: number | undefined;
}

/** Milliseconds for which a file that no job owns stays where servers with other jobs may write too. */
const UNOWNED_MS = 24 * 3_600_000;

/** Opens the files without reading anything. Throws `usage` when credentials are missing. */
export function openExportFiles({ dataDir, exportStore, storeAnswerMs }: ExportFilesOptions): ExportFiles {
  if (exportStore === undefined) {
    return openExportFolder(join(dataDir, "exports"), { parent: dataDir, unownedMs: 0 });
  }
  if (exportStore.kind === "folder") {
    const { path } = exportStore;
    return guardSharedFolder(
      openExportFolder(path, { parent: undefined, unownedMs: UNOWNED_MS }),
      path,
      dataDir,
    );
  }
  return openExportBucket(openStore(exportStore, storeAnswerMs), UNOWNED_MS);
}

/** Opens export files as objects of a bucket. A killed upload leaves no object. */
function openExportBucket(store: ObjectStore, unownedMs: number): ExportFiles {
  const toStoredFile = async (name: string): Promise<StoredFile | undefined> => {
    const sizeBytes = await store.sizeOf(name);
    return sizeBytes === undefined
      ? undefined
      : { sizeBytes, open: (range = { first: 0, last: sizeBytes - 1 }) => store.read(name, range) };
  };
  return {
    createDraft: (name, form) => createExportDraft(name, form, (each) => store.createDraft(each)),
    async storeInput(name, path) {
      // If the storage does not answer, this request fails soon; an upload would fail late.
      await store.sizeOf(name);
      await writeWhole(await store.createDraft(name), Bun.file(path).stream());
      rmSync(path);
    },
    fetchInput: (name, copy) => copyObject(store, name, copy),
    async find(name) {
      const [plain, gzip] = await Promise.all([toStoredFile(name), toStoredFile(gzipNameOf(name))]);
      return plain && { plain, gzip };
    },
    async remove(name) {
      await Promise.all([store.remove(name), store.remove(gzipNameOf(name))]);
    },
    async removeUnowned(listOwned) {
      const objects = await store.list();
      const owned = new Set([...(await listOwned())].flatMap((name) => [name, gzipNameOf(name)]));
      const oldest = Date.now() - unownedMs;
      for (const { name, modifiedAtMs } of objects) {
        // Others may keep objects below the same prefix.
        if (isJobFileName(name) && !owned.has(name) && modifiedAtMs < oldest) {
          await store.remove(name);
        }
      }
    },
    spaceLeft: () => undefined,
  };
}

/** Mode of files with the data of a user. */
const OWNER_ONLY = 0o600;

/** Writes an object to a file of this machine, replacing an earlier one; returns its path. */
async function copyObject(store: ObjectStore, name: string, path: string): Promise<string> {
  const sizeBytes = await store.sizeOf(name);
  if (sizeBytes === undefined) {
    throw new StorageFault(`${store.describe(name)} does not exist`);
  }
  rmSync(path, { force: true });
  const file = await open(path, "wx", OWNER_ONLY);
  try {
    const onGrowth = watchGrowth(path);
    for await (const piece of store.read(name, { first: 0, last: sizeBytes - 1 })) {
      const isSyncDue = onGrowth(piece.length);
      await file.writeFile(piece);
      if (isSyncDue) {
        await file.datasync();
      }
    }
  } finally {
    await file.close();
  }
  return path;
}

/** Milliseconds that an answer may take. */
const ANSWER_MS = 5_000;

export interface StoreExamination {
  readonly isUsable: boolean;
  /** Sentence without its full stop. */
  readonly text: string;
}

/**
 * Writes, reads, lists and removes a small object next to the files of jobs. Does not create a missing folder that a
 * server would create.
 */
export async function examineExportStore(
  location: StorageLocation,
  dataDir: string,
): Promise<StoreExamination> {
  const address = formatStorageLocation(location);
  if (location.kind === "folder") {
    const state = inspectSharedFolder(location.path, dataDir);
    if (state.kind === "away") {
      return { isUsable: false, text: state.fault };
    }
    if (state.kind === "not made yet") {
      return { isUsable: true, text: `${address} does not exist yet; a server makes it` };
    }
  }
  const fault = await findStoreFault(location);
  return fault === undefined
    ? { isUsable: true, text: `${address} can be written, read and listed` }
    : { isUsable: false, text: fault };
}

/** Returns the fault of a store; undefined for a working one. */
async function findStoreFault(location: StorageLocation): Promise<string | undefined> {
  const name = `doctor-${crypto.randomUUID()}`;
  const content = Buffer.from("baken doctor");
  try {
    const store = openStore(location, ANSWER_MS);
    // This request fails soon when nothing answers.
    await store.sizeOf(name);
    await writeWhole(await store.createDraft(name), [content]);
    const read = await store.readSmall(name);
    const isListed = (await store.list()).some((object) => object.name === name);
    await store.remove(name);
    return read !== undefined && content.equals(read) && isListed
      ? undefined
      : `${store.describe(name)} was written, but is not there afterwards`;
  } catch (error) {
    return messageOf(error);
  }
}

interface ExportFolderOptions {
  /** Parent that must exist before the folder is created, again whenever it is missing; undefined: never created. */
  readonly parent: string | undefined;
  /** Age in milliseconds from which a file that no job owns is removed. */
  readonly unownedMs: number;
}

/** Milliseconds for which an input without a job stays: its job is added only after the input is stored. */
const UNOWNED_INPUT_MS = 600_000;

/** Opens export files in a folder. */
function openExportFolder(folder: string, { parent, unownedMs }: ExportFolderOptions): ExportFiles {
  const makeFolder = () => {
    if (parent !== undefined && !existsSync(folder) && existsSync(parent)) {
      mkdirSync(folder, { recursive: true });
    }
  };
  const pathOf = (name: string) => join(folder, name);
  const isOlder = (name: string, ms: number) => Date.now() - (modifiedAtMs(pathOf(name)) ?? Date.now()) >= ms;
  const isLeftOver = (name: string) => {
    if (isInputName(name)) {
      return isOlder(name, Math.max(unownedMs, UNOWNED_INPUT_MS));
    }
    return unownedMs === 0 || (isJobFileName(name) && isOlder(name, unownedMs));
  };
  makeFolder();
  return {
    createDraft(name, form) {
      makeFolder();
      const mode = form.isPrivate ? OWNER_ONLY : undefined;
      return createExportDraft(name, form, (each) => createDraft(pathOf(each), mode));
    },
    async storeInput(name, path) {
      makeFolder();
      await moveFile(path, pathOf(name));
    },
    fetchInput: async (name) => pathOf(name),
    find(name) {
      const plain = toStoredFile(pathOf(name));
      return plain && { plain, gzip: toStoredFile(pathOf(gzipNameOf(name))) };
    },
    remove(name) {
      for (const each of [name, gzipNameOf(name)]) {
        rmSync(pathOf(each), { force: true });
      }
    },
    async removeUnowned(listOwned) {
      makeFolder();
      const names = readdirSync(folder);
      const owned = new Set([...(await listOwned())].flatMap((name) => [name, gzipNameOf(name)]));
      for (const name of names) {
        const file = name.endsWith(DRAFT_SUFFIX) ? name.slice(0, -DRAFT_SUFFIX.length) : name;
        if (!owned.has(file) && isLeftOver(name)) {
          rmSync(pathOf(name), { force: true });
        }
      }
    },
    spaceLeft() {
      makeFolder();
      return spaceLeft(folder);
    },
  };
}

/** Moves a file, also to another file system; it has its final name only when it is whole. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    const now = new Date();
    utimesSync(from, now, now);
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") {
      throw error;
    }
    await writeWhole(await createDraft(to, OWNER_ONLY), Bun.file(from).stream());
    rmSync(from);
  }
  syncPath(dirname(to));
}

function toStoredFile(path: string): StoredFile | undefined {
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (sizeBytes === undefined) {
    return undefined;
  }
  return {
    sizeBytes,
    open(range) {
      const file = Bun.file(path);
      return range === undefined ? file : file.slice(range.first, range.last + 1);
    },
  };
}

function modifiedAtMs(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
