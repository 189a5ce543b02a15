import { updateStableLink } from "../registry/stable-link.ts";
import { printNote, printResult } from "./output.ts";

/** Prints which registry is current now, and why the link to it could not be set. */
export function printPublished(dataDir: string, name: string, rest: string): void {
  printResult(`${dataDir}/${name} ${rest}`);
  const fault = updateStableLink(dataDir);
  if (fault !== undefined) {
    printNote(fault);
  }
}
