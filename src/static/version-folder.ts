/** Writes the files of one version next to the published ones, and moves them into place when all are there. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { watchGrowth } from "../base/disk-space.ts";
import { syncPath } from "../base/draft-file.ts";
import { AppError } from "../base/errors.ts";
import { FileLock } from "../base/file-lock.ts";
import { sha256Of, sha256OfFile } from "../base/sha256.ts";
import { FILES, FORMAT, type ListFile } from "./format.ts";

const DRAFT = ".baken-static-draft";
const LOCK = ".baken-static.lock";
/** Digits of the hash in the name of a version's folder. */
const HASH_DIGITS = 12;

export interface VersionOptions {
  /** Writes `.gz` and `.br` next to each file. */
  readonly isPrecompressed: boolean;
}

export interface PublishedVersion {
  /** Name of the folder. */
  readonly folder: string;
  readonly filesSha256: string;
  /** False when the same version was there already. */
  readonly isNew: boolean;
  /** Files, copies included, and their bytes; of the largest file, its path. */
  readonly files: number;
  readonly bytes: number;
  readonly gzipBytes: number | undefined;
  readonly largest: string;
}

/** Folder of a version that is being written. One writer at a time; leftovers of a crashed one are replaced. */
export class VersionFolder implements Disposable {
  readonly #out: string;
  readonly #options: VersionOptions;
  readonly #lock: FileLock;
  readonly #onGrowth: (bytes: number) => boolean;
  readonly #list: (readonly [path: string, bytes: number, sha256: string])[] = [];
  #copies = 0;
  #bytes = 0;
  #gzipBytes = 0;

  private constructor(out: string, options: VersionOptions, lock: FileLock) {
    this.#out = out;
    this.#options = options;
    this.#lock = lock;
    this.#onGrowth = watchGrowth(join(out, DRAFT));
    rmSync(this.#draft, { recursive: true, force: true });
    mkdirSync(this.#draft);
  }

  /** Begins a version in the folder `out`. Throws `unavailable` while another process writes there. */
  static begin(out: string, options: VersionOptions): VersionFolder {
    const lock = FileLock.acquire(join(out, LOCK), { create: true });
    if (lock === undefined) {
      throw new AppError("unavailable", `Another process is writing ${out}; try again when it has ended.`);
    }
    return new VersionFolder(out, options, lock);
  }

  get #draft(): string {
    return join(this.#out, DRAFT);
  }

  /** Writes a value as JSON. */
  write(path: string, content: object): void {
    const bytes = Buffer.from(JSON.stringify(content));
    this.#put(path, bytes);
    this.#list.push([path, bytes.length, sha256Of(bytes)]);
  }

  /**
   * Takes a file that `make` writes at a path: a file that is not JSON and may be large. It gets no compressed copies.
   */
  async add(path: string, make: (file: string) => Promise<unknown>): Promise<void> {
    const file = join(this.#draft, path);
    await make(file);
    const { size } = statSync(file);
    this.#bytes += size;
    this.#list.push([path, size, await sha256OfFile(file)]);
  }

  #put(path: string, bytes: Buffer): void {
    this.#writeFile(path, bytes);
    if (this.#options.isPrecompressed) {
      const gzip = gzipSync(bytes, { level: 9 });
      this.#writeFile(`${path}.gz`, gzip);
      this.#writeFile(`${path}.br`, brotli(bytes));
      this.#copies += 2;
      this.#gzipBytes += gzip.length;
    }
  }

  #writeFile(path: string, bytes: Buffer): void {
    const file = join(this.#draft, path);
    this.#onGrowth(bytes.length);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    this.#bytes += bytes.length;
  }

  /** Writes the list of files and gives the folder its name: the version of the data and a hash of its content. */
  publish(dataVersion: string): PublishedVersion {
    this.#list.sort(([a], [b]) => (a < b ? -1 : 1));
    const list = Buffer.from(JSON.stringify({ format: FORMAT, files: this.#list } satisfies ListFile));
    const filesSha256 = sha256Of(list);
    this.#put(FILES, list);
    const folder = folderName(dataVersion, filesSha256);
    const target = join(this.#out, folder);
    const isNew = !existsSync(target);
    if (isNew) {
      renameSync(this.#draft, target);
      syncPath(this.#out);
    } else {
      this.#addMissing(target);
    }
    const [largest] = this.#list.toSorted(([, a], [, b]) => b - a);
    return {
      folder,
      filesSha256,
      isNew,
      files: this.#list.length + 1 + this.#copies,
      bytes: this.#bytes,
      gzipBytes: this.#options.isPrecompressed ? this.#gzipBytes : undefined,
      largest: largest?.[0] ?? FILES,
    };
  }

  /** Moves files that the folder of the same content lacks into it: compressed copies, or files that were lost. */
  #addMissing(target: string): void {
    const entries = readdirSync(this.#draft, { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
      const file = join(parentPath, name);
      const wanted = join(target, relative(this.#draft, file));
      if (!existsSync(wanted)) {
        mkdirSync(dirname(wanted), { recursive: true });
        renameSync(file, wanted);
      }
    }
  }

  /** Removes the files that were not published. */
  [Symbol.dispose](): void {
    rmSync(this.#draft, { recursive: true, force: true });
    this.#lock.close();
    rmSync(join(this.#out, LOCK), { force: true });
  }
}

/** Returns the name of the folder of a version, which no other content has. */
export function folderName(dataVersion: string, filesSha256: string): string {
  return `${dataVersion}-${filesSha256.slice(0, HASH_DIGITS)}`;
}

function brotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}
