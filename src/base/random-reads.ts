/**
 * Tells Linux that a file is read at random. Otherwise each read of a page that is not in memory reads the pages after
 * it too, up to the read-ahead of the disk: 128 KB by default, 8 MB on some cloud disks. These push out pages that
 * requests need.
 */
import { dlopen, FFIType } from "bun:ffi";
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";

const LIBRARIES = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];
/** Advice of `madvise` and `posix_fadvise`: both number these two alike. */
const ADVICE = { normal: 0, random: 1 } as const;

const { i32, i64, u64 } = FFIType;

function loadLibrary() {
  for (const library of LIBRARIES) {
    try {
      return dlopen(library, {
        madvise: { args: [u64, u64, i32], returns: i32 },
        posix_fadvise: { args: [i32, i64, i64, i32], returns: i32 },
      }).symbols;
    } catch {
      // Another C library.
    }
  }
  return undefined;
}

let library: ReturnType<typeof loadLibrary> | null = null;

/**
 * Tells the kernel how a file is read: at random, or `normal`, with read-ahead. Applies to all mappings and descriptors
 * of the file that this process has now, including the driver's. Does nothing on other systems.
 */
export function adviseReads(file: string, order: keyof typeof ADVICE): void {
  if (process.platform !== "linux" || !existsSync(file)) {
    return;
  }
  library ??= loadLibrary();
  if (library === undefined || library === null) {
    return;
  }
  // /proc names files without symbolic links.
  const path = realpathSync(file);
  for (const { start, length } of listMappings(path)) {
    library.madvise(start, length, ADVICE[order]);
  }
  for (const descriptor of listDescriptors(path)) {
    library.posix_fadvise(descriptor, 0, 0, ADVICE[order]);
  }
}

/** `7f12a000-7f13b000 r--s 00000000 fe:00 1234    /path`. */
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ \S+ +(.*)$/;

function listMappings(path: string): { readonly start: bigint; readonly length: bigint }[] {
  const lines = readFileSync("/proc/self/maps", "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, from, to, file] = MAPPING.exec(line) ?? [];
    const start = BigInt(`0x${from ?? 0}`);
    return file === path ? [{ start, length: BigInt(`0x${to}`) - start }] : [];
  });
}

function listDescriptors(path: string): number[] {
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
      } catch {
        // Closed since: the listing has its own descriptor.
        return false;
      }
    });
}
