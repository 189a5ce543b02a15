import { statSync } from "node:fs";

/**
 * Returns the identity of a file, which differs when another file replaces it under the same name: device, inode, time
 * of the last write (ns) and size, as one string. Returns undefined when the file is absent or stat fails. Never opens
 * the file: closing it again would drop the POSIX locks that this process holds on it.
 */
export function fileIdentityOf(path: string): string | undefined {
  try {
    const { dev, ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${dev}:${ino}:${mtimeNs}:${size}`;
  } catch {
    return undefined;
  }
}
