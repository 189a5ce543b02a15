/** Checks a published folder: every file of its list is there and whole. */
import { join } from "node:path";
import { messageOf } from "../base/errors.ts";
import { sha256Of } from "../base/sha256.ts";
import {
  type AddressFile,
  type AreaRef,
  FILES,
  FORMAT,
  LATEST,
  type LatestFile,
  type ListFile,
  type RecordFile,
} from "./format.ts";
import { folderName } from "./version-folder.ts";

export interface Verification {
  /** Undefined when there is no pointer to read. */
  readonly latest: LatestFile | undefined;
  readonly files: number;
  readonly bytes: number;
  /** Faults, one sentence each. */
  readonly faults: readonly string[];
}

/** Files read at once. */
const CONCURRENCY = 8;

type Read = (path: string) => Promise<Uint8Array>;

export interface Verifier {
  /** Called with the number of files checked since the last call. */
  advance(files: number): void;
  /** Takes each file of addresses that is whole, with its file of records if there is one. */
  take(area: AreaRef, file: AddressFile, records: RecordFile | undefined): void;
}

/** Checks the folder at a URL or on this machine. */
export async function verifyFolder(location: string, { advance, take }: Verifier): Promise<Verification> {
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
  let bytes = 0;
  // A file of records is read with the addresses that it belongs to.
  const open = [...Map.groupBy(list, ([path]) => path.replace(/^record\//, ""))];
  const work = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const [addressesPath, files] = next;
      const contents: Uint8Array[] = [];
      for (const [path, size, hash] of files) {
        const content = await readWhole(read, `${latest.folder}/${path}`, hash, faults);
        contents.push(...(content === undefined ? [] : [content]));
        bytes += size;
        advance(1);
      }
      const area = areaOf(addressesPath);
      if (area !== undefined && contents.length === files.length) {
        const [file, records] = contents.map((content) => JSON.parse(new TextDecoder().decode(content)));
        take(area, file, records);
      }
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
  const content = await readWhole(read, path, latest.files_sha256, faults);
  if (content === undefined) {
    return [];
  }
  if (latest.folder !== folderName(latest.data_version, latest.files_sha256)) {
    faults.push(`${LATEST} names the folder ${latest.folder}, which differs from its list.`);
  }
  return (JSON.parse(new TextDecoder().decode(content)) as ListFile).files;
}

/** Reads a file; undefined, with a fault, when it is not the one with this hash. */
async function readWhole(
  read: Read,
  path: string,
  hash: string,
  faults: string[],
): Promise<Uint8Array | undefined> {
  try {
    const content = await read(path);
    if (sha256Of(content) === hash) {
      return content;
    }
    faults.push(`${path} differs from what was written.`);
  } catch (error) {
    faults.push(`${path} cannot be read: ${messageOf(error)}.`);
  }
  return undefined;
}

/** Returns the area of a file of addresses; undefined for other files. */
function areaOf(path: string): AreaRef | undefined {
  const [, kind, name] = /^(postcode|place)\/(\d+)\.json$/.exec(path) ?? [];
  return kind === "postcode" ? Number(name) : name;
}
