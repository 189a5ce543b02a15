/** Asks the storage of job files for what a server does there. */
import { existsSync } from "node:fs";
import { messageOf } from "../base/errors.ts";
import type { StorageLocation } from "../base/storage-location.ts";
import { openStore } from "../storage/open-storage.ts";

/** Milliseconds that an answer may take. */
const ANSWER_MS = 5_000;

/**
 * Writes, reads, lists and removes a small object beside the files of jobs. Returns the fault; undefined when all of it
 * works.
 */
export async function findStoreFault(location: StorageLocation): Promise<string | undefined> {
  if (location.kind === "folder" && !existsSync(location.path)) {
    // A server makes it at its start.
    return undefined;
  }
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
