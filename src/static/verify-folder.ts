/** Checks a published folder: every file of its list is there and whole. */
import { join } from "node:path";
import { messageOf } from "../base/errors.ts";
import { FILES, FORMAT, LATEST, type LatestFile, type ListFile } from "./format.ts";
import { folderName, sha256 } from "./version-folder.ts";

export interface Verification {
  /** Undefined when there is no pointer to read. */
  readonly latest: LatestFile | undefined;
  readonly files: number;
  readonly bytes: number;
  /** What is wrong, one sentence each. */
  readonly faults: readonly string[];
}

/** Files read at once. */
const CONCURRENCY = 8;

type Read = (path: string) => Promise<Uint8Array>;

/** Checks the folder at a URL or on this machine. Calls `advance` with the files checked, out of `onTotal`. */
export async function verifyFolder(
  location: string,
  { onTotal, advance }: { onTotal(files: number): void; advance(files: number): void },
): Promise<Verification> {
  const read = readerOf(location);
  const faults: string[] = [];
  const latest = await readJson<LatestFile>(read, LATEST, faults);
  if (latest === undefined) {
    return { latest, files: 0, bytes: 0, faults };
  }
  if (latest.format !== FORMAT) {
    faults.push(`${LATEST} has format ${latest.format}; this baken writes and reads ${FORMAT}.`);
    return { latest, files: 0, bytes: 0, faults };
  }
  const listPath = `${latest.folder}/${FILES}`;
  const list = await readList(read, latest, listPath, faults);
  onTotal(list.length);
  let bytes = 0;
  const open = [...list];
  const work = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const [path, size, hash] = next;
      const fault = await faultOf(read, `${latest.folder}/${path}`, hash);
      faults.push(...(fault === undefined ? [] : [fault]));
      bytes += size;
      advance(1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { latest, files: list.length, bytes, faults };
}

function readerOf(location: string): Read {
  if (!/^https?:\/\//.test(location)) {
    return (path) => Bun.file(join(location, path)).bytes();
  }
  const root = location.replace(/\/*$/, "/");
  return async (path) => {
    const response = await fetch(root + path, { cache: "no-store" });
    if (response.status !== 200) {
      throw new Error(`the host answers ${response.status}`);
    }
    return response.bytes();
  };
}

async function readJson<T>(read: Read, path: string, faults: string[]): Promise<T | undefined> {
  try {
    return JSON.parse(new TextDecoder().decode(await read(path)));
  } catch (error) {
    faults.push(`${path} cannot be read: ${messageOf(error)}.`);
    return undefined;
  }
}

/** Reads the list of files; empty when it is not the one that `latest.json` names. */
async function readList(
  read: Read,
  latest: LatestFile,
  path: string,
  faults: string[],
): Promise<ListFile["files"]> {
  const fault = await faultOf(read, path, latest.files_sha256);
  if (fault !== undefined) {
    faults.push(fault);
    return [];
  }
  if (latest.folder !== folderName(latest.data_version, latest.files_sha256)) {
    faults.push(`${LATEST} names the folder ${latest.folder}, which is not that of its list.`);
  }
  return (await readJson<ListFile>(read, path, faults))?.files ?? [];
}

async function faultOf(read: Read, path: string, hash: string): Promise<string | undefined> {
  try {
    return sha256(await read(path)) === hash ? undefined : `${path} differs from what was written.`;
  } catch (error) {
    return `${path} cannot be read: ${messageOf(error)}.`;
  }
}
