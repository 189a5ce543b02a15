/** Reads from files until a buffer is full: a single read may return less, for example on a network file system. */
import { readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** Fills the buffer from a position unless the file ends before; returns the filled part. */
export async function readFully(file: FileHandle, buffer: Uint8Array, position: number): Promise<Uint8Array> {
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

/** Does as {@link readFully} does, and blocks the thread. */
export function readFullySync(fd: number, buffer: Uint8Array, position: number): Uint8Array {
  let length = 0;
  while (length < buffer.length) {
    const bytesRead = readSync(fd, buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) {
      break;
    }
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
