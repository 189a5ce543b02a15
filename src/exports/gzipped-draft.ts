import { createDraft, type DraftFile } from "./draft-file.ts";
import { createGzipPieces } from "./gzip-pieces.ts";

/** Name of the compressed form that lies beside a file. */
export function gzipNameOf(name: string): string {
  return `${name}.gz`;
}

/**
 * A file and its compressed form, written together. The compressed one is published first: once the plain one has its
 * name, both are whole and on disk.
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
