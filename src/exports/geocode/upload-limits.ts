/**
 * Limits on the uploads of one key that are under way on this machine. All threads and processes see them as files of
 * the work folder, whose names tell the key and the process.
 */
import { hostname } from "node:os";
import { AppError } from "../../base/errors.ts";
import { isWorkerDead } from "../worker-name.ts";
import type { WorkFolder } from "./work-folder.ts";

const UPLOADS_AT_ONCE = 4;
const MAX_BYTES_AT_ONCE = 2 * 1024 ** 3;
const RETRY_AFTER_S = 10;
/** This process, in a form that names of files may have. */
const PROCESS = `${process.pid}@${hostname()}`;

/** Returns the name of the file of an upload to this process. */
export function uploadName(id: string, keyId: number): string {
  return `${id}.${keyId}.${PROCESS}.upload`;
}

/**
 * Throws `export_queue_full` when the key has more uploads under way than it may, or larger ones. A file that was not
 * yet received whole counts with its declared size, which it has from its start.
 */
export function assertFewUploads(folder: WorkFolder, keyId: number): void {
  const own = folder.list().filter(({ name }) => isUnderWay(name, keyId));
  if (own.length > UPLOADS_AT_ONCE) {
    throw refusal(`This API key already has ${UPLOADS_AT_ONCE} uploads under way.`);
  }
  if (own.length > 1 && own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > MAX_BYTES_AT_ONCE) {
    throw refusal(
      "The uploads of this API key that are under way are more than 2 GiB: send them one by one.",
    );
  }
}

function refusal(message: string): AppError {
  return new AppError("export_queue_full", message, { headers: { "Retry-After": `${RETRY_AFTER_S}` } });
}

/** Returns true for an upload of the key, unless its process has ended: then nobody goes on with it. */
function isUnderWay(name: string, keyId: number): boolean {
  const [, key, pid, host] = /^[^.]+\.(\d+)\.(\d+)@(.+)\.upload$/.exec(name) ?? [];
  return Number(key) === keyId && !isWorkerDead(`${host}/${pid}`);
}
