import { createDraft, type DraftFile } from "../base/draft-file.ts";
import { createGzipPieces } from "./gzip-pieces.ts";

/** Returns the name of the compressed form of a file, in the same folder. */
export function gzipNameOf(name: string): string {
  return `${name}.gz`;
}

/**
 * Creates a draft that writes a file and its compressed form together. Publishes the compressed one first: once the
 * plain file has its final name, both are complete and on disk.
 */
export async function createGzippedDraft(path: string): Promise<DraftFile> {
  const plain = await createDraft(path);
  const zipped = await createDraft(gzipNameOf(path)).catch(async (error) => {
    await plain.close();
    throw error;
  });
  const gzip = createGzipPieces();
  return {
    async write(bytes) {
      await plain.write(bytes);
      await zipped.write(gzip.add(bytes));
    },
    async publish() {
      await zipped.write(gzip.end());
      await zipped.publish();
      return await plain.publish();
    },
    async close() {
      await Promise.all([plain.close(), zipped.close()]);
    },
  };
}
