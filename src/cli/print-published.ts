import { readPointedName } from "../registry/file/pointer.ts";
import { updateStableLink } from "../registry/file/stable-link.ts";
import { describePin, findPin } from "../registry/file/use-log.ts";
import { printNote, printResult } from "./output.ts";

/** Prints which registry is current now, or stored beside a pinned one, and why the link to it could not be set. */
export function printPublished(dataDir: string, name: string, content: string): void {
  const pin = findPin(dataDir);
  if (pin !== undefined && readPointedName(dataDir) !== name) {
    printResult(
      `${dataDir}/${name} ${content} is stored, but not current: ${describePin(pin)}. To make it current: baken use ${name}`,
    );
    return;
  }
  printResult(`${dataDir}/${name} ${content} is now the current registry.`);
  const fault = updateStableLink(dataDir);
  if (fault !== undefined) {
    printNote(fault);
  }
}
