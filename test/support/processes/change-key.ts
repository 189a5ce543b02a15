/**
 * Changes keys of a data folder, one for each line of standard input: `rotate 1`, `update 1` or `revoke 1`. Prints a
 * line for each: the new token, `done`, or the code of the error.
 */
import { createInterface } from "node:readline";
import { openKeyStore } from "../../../src/accounts/sqlite/sqlite-key-store.ts";
import { codeOf } from "../../../src/base/errors.ts";

const HOUR_MS = 3_600_000;
const keys = openKeyStore(process.argv[2]!);

function change(action: string, id: number): string {
  try {
    switch (action) {
      case "rotate":
        return keys.rotate(id, HOUR_MS)!.token;
      case "update":
        keys.update(id, { name: "changed" });
        return "done";
      default:
        keys.revoke(id);
        return "done";
    }
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}

process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const [action = "", id = ""] = line.split(" ");
  process.stdout.write(`${change(action, Number(id))}\n`);
}
