/**
 * Changes keys of a store, whose place is the argument in JSON: one for each line of standard input, `rotate 1`,
 * `update 1 name` or `revoke 1`. Prints a line for each: the new token, `done`, or the code of the error.
 */
import { createInterface } from "node:readline";
import { openStores } from "../../../src/accounts/open-accounts.ts";
import { codeOf } from "../../../src/base/errors.ts";

const HOUR_MS = 3_600_000;
const { keys, close } = await openStores(JSON.parse(process.argv[2]!));

async function change(action: string, id: number, name: string): Promise<string> {
  try {
    switch (action) {
      case "rotate":
        return (await keys.rotate(id, HOUR_MS))!.token;
      case "update":
        await keys.update(id, { name });
        return "done";
      default:
        await keys.revoke(id);
        return "done";
    }
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}

process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const [action = "", id = "", name = "changed"] = line.split(" ");
  process.stdout.write(`${await change(action, Number(id), name)}\n`);
}
close();
