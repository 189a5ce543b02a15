/**
 * Patch from one registry file to the next: the blocks that differ, in groups. Each group is compressed with the former
 * content of its blocks as dictionary. An update changes few blocks, an import nearly all.
 *
 * Layout: groups of [u32 number of blocks][u32 compressed bytes][u32 index of each block][compressed blocks], little
 * endian. The blocks of a group follow each other without gaps; the last block of a file may be shorter.
 */

import { open } from "node:fs/promises";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { readFully } from "../base/read-fully.ts";

/** Page size of registries. A file of other pages makes larger patches, and no wrong ones. */
export const BLOCK_BYTES = 4096;
/** Blocks of one group: 4 MiB before compression. */
const GROUP_BLOCKS = 1024;
const GROUP_BYTES = GROUP_BLOCKS * BLOCK_BYTES;
const HEADER_BYTES = 8;
const INDEX_BYTES = 4;

/** The window spans a group and its dictionary. */
const PACK_PARAMS = {
  [constants.ZSTD_c_compressionLevel]: 6,
  [constants.ZSTD_c_windowLog]: 24,
};

/** File opened for reading; `write` only where a patch is applied. */
export interface BlockFile {
  readonly sizeBytes: number;
  /** Fills the buffer from this position; returns the bytes that there are. */
  read(buffer: Uint8Array, position: number): Promise<Uint8Array>;
  write(content: Uint8Array, position: number): Promise<void>;
}

/** Yields the patch that turns `base` into `target`. */
export async function* makePatch(
  base: BlockFile,
  target: BlockFile,
  advance: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const [oldBuffer, newBuffer] = [new Uint8Array(GROUP_BYTES), new Uint8Array(GROUP_BYTES)];
  let group = new Group();
  for (let position = 0; position < target.sizeBytes; position += GROUP_BYTES) {
    const after = await target.read(newBuffer, position);
    const before = await base.read(oldBuffer, position);
    for (let from = 0; from < after.length; from += BLOCK_BYTES) {
      const block = after.subarray(from, from + BLOCK_BYTES);
      const old = before.subarray(from, from + BLOCK_BYTES);
      if (Buffer.compare(block, old) === 0) {
        continue;
      }
      group.add((position + from) / BLOCK_BYTES, block, old);
      if (group.isFull) {
        yield group.pack();
        group = new Group();
      }
    }
    advance(after.length);
  }
  if (!group.isEmpty) {
    yield group.pack();
  }
}

class Group {
  readonly #indexes: number[] = [];
  readonly #blocks: Uint8Array[] = [];
  readonly #old: Uint8Array[] = [];

  get isEmpty(): boolean {
    return this.#indexes.length === 0;
  }

  get isFull(): boolean {
    return this.#indexes.length === GROUP_BLOCKS;
  }

  /** Copies the block and its former content. */
  add(index: number, block: Uint8Array, old: Uint8Array): void {
    this.#indexes.push(index);
    this.#blocks.push(block.slice());
    this.#old.push(old.slice());
  }

  pack(): Uint8Array {
    const packed = zstdCompressSync(Buffer.concat(this.#blocks), {
      params: PACK_PARAMS,
      ...dictionaryOf(this.#old),
    });
    const head = Buffer.alloc(HEADER_BYTES + this.#indexes.length * INDEX_BYTES);
    head.writeUInt32LE(this.#indexes.length, 0);
    head.writeUInt32LE(packed.length, INDEX_BYTES);
    this.#indexes.forEach((index, i) => void head.writeUInt32LE(index, HEADER_BYTES + i * INDEX_BYTES));
    return Buffer.concat([head, packed]);
  }
}

/**
 * Applies a patch in place to a copy of its base, which then has to be cut or extended to `sizeBytes`. Throws an Error
 * for a patch that is cut off or damaged; the copy is then of no use.
 */
export async function applyPatch(
  file: BlockFile,
  patch: ReadableStream<Uint8Array>,
  sizeBytes: number,
): Promise<void> {
  const reader = new ExactReader(patch);
  for (;;) {
    const head = await reader.read(HEADER_BYTES);
    if (head === undefined) {
      return;
    }
    const [count, packedBytes] = [head.readUInt32LE(0), head.readUInt32LE(INDEX_BYTES)];
    if (count > GROUP_BLOCKS || packedBytes > 2 * GROUP_BYTES) {
      throw new Error(`a group of ${count} blocks in ${packedBytes} bytes is too large`);
    }
    const list = await reader.readAll(count * INDEX_BYTES);
    const packed = await reader.readAll(packedBytes);
    const indexes = Array.from({ length: count }, (_, i) => list.readUInt32LE(i * INDEX_BYTES));
    await applyGroup(file, { indexes, packed }, sizeBytes);
  }
}

async function applyGroup(
  file: BlockFile,
  { indexes, packed }: { readonly indexes: readonly number[]; readonly packed: Uint8Array },
  sizeBytes: number,
): Promise<void> {
  const old: Uint8Array[] = [];
  for (const index of indexes) {
    old.push(await file.read(new Uint8Array(BLOCK_BYTES), index * BLOCK_BYTES));
  }
  const blocks = zstdDecompressSync(packed, { maxOutputLength: GROUP_BYTES, ...dictionaryOf(old) });
  let from = 0;
  for (const index of indexes) {
    const position = index * BLOCK_BYTES;
    const length = Math.min(BLOCK_BYTES, sizeBytes - position);
    if (length <= 0 || from + length > blocks.length) {
      throw new Error(`block ${index} lies outside the registry or the patch`);
    }
    await file.write(blocks.subarray(from, from + length), position);
    from += length;
  }
}

/** Blocks beyond the end of the base have no former content. */
function dictionaryOf(old: readonly Uint8Array[]): { readonly dictionary?: Buffer } {
  const dictionary = Buffer.concat(old);
  return dictionary.length === 0 ? {} : { dictionary };
}

/** Reads pieces of given sizes from a stream. */
class ExactReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Returns the next bytes; undefined at the end. Throws when the stream ends within them. */
  async read(length: number): Promise<Buffer | undefined> {
    const pieces = [this.#rest];
    let available = this.#rest.length;
    while (available < length) {
      const { value, done } = await this.#chunks.next();
      if (done) {
        if (available === 0) {
          return undefined;
        }
        throw new Error(`the patch ends ${length - available} bytes too early`);
      }
      pieces.push(Buffer.from(value));
      available += value.length;
    }
    const all = pieces.length === 1 ? this.#rest : Buffer.concat(pieces);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }

  async readAll(length: number): Promise<Buffer> {
    const bytes = await this.read(length);
    if (bytes === undefined) {
      throw new Error("the patch ends within a group");
    }
    return bytes;
  }
}

interface OpenBlockFile extends BlockFile, AsyncDisposable {
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
