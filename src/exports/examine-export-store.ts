/** Asks the storage of job files for what a server does there. */
import { messageOf } from "../base/errors.ts";
import { formatStorageLocation, type StorageLocation } from "../base/storage-location.ts";
import { openStore } from "../storage/open-storage.ts";
import { inspectSharedFolder } from "./shared-folder.ts";

/** Milliseconds that an answer may take. */
const ANSWER_MS = 5_000;

export interface StoreExamination {
  readonly isUsable: boolean;
  /** Sentence without its full stop. */
  readonly text: string;
}

/**
 * Writes, reads, lists and removes a small object beside the files of jobs; a folder that a server would make is only
 * looked for.
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

/** Returns the fault of a store; undefined when all of it works. */
async function findStoreFault(location: StorageLocation): Promise<string | undefined> {
  const name = `doctor-${crypto.randomUUID()}`;
  const content = Buffer.from("baken doctor");
  try {
    const store = openStore(location, ANSWER_MS);
    // First a question, which ends soon where nothing answers.
    await store.sizeOf(name);
    const draft = await store.createDraft(name);
    try {
      await draft.write(content);
      await draft.publish();
    } finally {
      await draft.close();
    }
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
