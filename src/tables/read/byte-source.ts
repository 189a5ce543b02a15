/** Bytes of a file of a user: on disk, or in memory after an upload. */
import { type FileHandle, open } from "node:fs/promises";
import { codeOf } from "../../base/errors.ts";
import { readFully } from "../../base/read-fully.ts";
import { refuseTable } from "./refuse.ts";

/** A file that can be read at any position, several times. */
export interface ByteSource {
  /** For messages. */
  readonly name: string;
  readonly size: number;
  /** Returns the bytes from `start` up to `end`, both at most `size`. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Throws AppError `usage` when the file is no longer as it was when opened. */
  assertUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/** Path of a regular file, or a path or bytes with the name that messages give them. */
export type TableInput =
  | string
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly bytes: Uint8Array };

/** Opens a file. Throws AppError `usage` when it cannot be opened or cannot be read twice. */
export async function openBytes(input: TableInput): Promise<ByteSource> {
  if (typeof input !== "string" && "bytes" in input) {
    return bytesInMemory(input.name, input.bytes);
  }
  const { name, path } = typeof input === "string" ? { name: input, path: input } : input;
  const handle = await openFile(path, name);
  const { size, mtimeMs } = await handle.stat();
  return {
    name,
    size,
    async read(start, end) {
      const bytes = await readFully(handle, new Uint8Array(end - start), start);
      if (bytes.length < end - start) {
        refuseTable(`${name} became shorter while it was read. Do not change it, and start again.`);
      }
      return bytes;
    },
    assertUnchanged: async () => {
      const now = await handle.stat();
      if (now.size !== size || now.mtimeMs !== mtimeMs) {
        refuseTable(`${name} was changed while it was read. Do not change it, and start again.`);
      }
    },
    close: async () => await handle.close(),
  };
}

function bytesInMemory(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    async read(start, end) {
      // As a read from disk does, lets a server answer other requests before the next piece.
      await new Promise(setImmediate);
      return bytes.subarray(start, end);
    },
    assertUnchanged: async () => {},
    close: async () => {},
  };
}

async function openFile(path: string, name: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (error) {
    const reason = REASONS[codeOf(error) ?? ""];
    return refuseTable(`${name} ${reason ?? `cannot be opened: ${error}`}.`, error);
  }
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    const kind = stat.isDirectory() ? "is a folder" : "is no regular file";
    refuseTable(`${name} ${kind}; expected a CSV or xlsx file, which is read more than once.`);
  }
  return handle;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "cannot be opened: this user may not read it",
};
