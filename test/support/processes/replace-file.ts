/** Changes files that running servers poll. */
import { renameSync, writeFileSync } from "node:fs";

/** Puts a file in the place of another in one step, so that who polls it never reads an empty or half-written one. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
