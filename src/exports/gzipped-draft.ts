import type { DraftFile } from "../base/draft-file.ts";
import type { FileForm } from "./export-files.ts";
import { createGzipPieces } from "./gzip-pieces.ts";

/** Returns the name of the compressed form of a file, in the same place. */
export function gzipNameOf(name: string): string {
  return `${name}.gz`;
}

/**
 * Creates a draft that writes a file, with `isGzipped` together with its compressed form. Publishes the compressed one
 * first: once the plain file has its final name, both are complete and stored.
 */
export async function createExportDraft(
  name: string,
  { isGzipped }: FileForm,
  createDraft: (name: string) => Promise<DraftFile>,
): Promise<DraftFile> {
  const plain = await createDraft(name);
  if (!isGzipped) {
    return plain;
  }
  const zipped = await createDraft(gzipNameOf(name)).catch(async (error) => {
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
