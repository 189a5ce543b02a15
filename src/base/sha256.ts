import { open } from "node:fs/promises";

const READ_BYTES = 4 * 1024 * 1024;

/** Returns the SHA-256 of bytes in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/**
 * Returns the SHA-256 of a file in hexadecimal digits; calls `advance` with the bytes of each piece that was read. Not
 * for a database that this process has open: closing a file drops the locks that SQLite holds on it.
 */
export async function sha256OfFile(
  path: string,
  advance: (bytes: number) => void = () => {},
): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  await using file = await open(path);
  const buffer = new Uint8Array(READ_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) {
      return hasher.digest("hex");
    }
    hasher.update(buffer.subarray(0, bytesRead));
    advance(bytesRead);
  }
}
