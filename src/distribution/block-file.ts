import { type FileHandle, open } from "node:fs/promises";
import type { BlockFile } from "./page-patch.ts";

export interface OpenBlockFile extends BlockFile, AsyncDisposable {
  /** Cuts the file, or extends it, to this size, and syncs it to disk. */
  finish(sizeBytes: number): Promise<void>;
}

/** Opens a file by blocks; only in a process that does not serve it. */
export async function openBlockFile(path: string, mode: "r" | "r+"): Promise<OpenBlockFile> {
  const file = await open(path, mode);
  const { size } = await file.stat();
  return {
    sizeBytes: size,
    read: (buffer, position) => readFully(file, buffer, position),
    async write(content, position) {
      for (let written = 0; written < content.length; ) {
        const { bytesWritten } = await file.write(
          content,
          written,
          content.length - written,
          position + written,
        );
        written += bytesWritten;
      }
    },
    async finish(sizeBytes) {
      await file.truncate(sizeBytes);
      await file.sync();
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

/** Fills the buffer from a position unless the file ends before; returns what was read. */
async function readFully(file: FileHandle, buffer: Uint8Array, position: number): Promise<Uint8Array> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) {
      break;
    }
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
