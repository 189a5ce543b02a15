import { statSync } from "node:fs";

/**
 * Tells one file from another that takes its name: device, inode, moment of the last write and size, as one text.
 * Undefined where there is no file or it cannot be looked at. Never opens the file, which would drop the locks that this
 * process holds on it.
 */
export function identityOf(path: string): string | undefined {
  try {
    const { dev, ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${dev}:${ino}:${mtimeNs}:${size}`;
  } catch {
    return undefined;
  }
}
