/** Changes files that running servers poll. */
import { renameSync, writeFileSync } from "node:fs";

/** Replaces a file in one step, so that a server that polls it never reads an empty or half-written one. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
