import { KEY_KINDS } from "../../accounts/api-key.ts";
import { openKeyStore } from "../../accounts/key-store.ts";
import { command } from "../command.ts";
import { printNote, printResult } from "../output.ts";

/** The token, alone, is the last line of standard output, so that a script can take it. */
export const keysCreate = command({
  name: "keys create",
  summary: "Make an API key; its token is shown this once.",
  flags: {
    name: { type: "text", placeholder: "NAME", required: true, sentence: "What the key is for." },
    type: {
      type: "text",
      placeholder: "KIND",
      required: true,
      choices: KEY_KINDS,
      sentence: "server: full access from a back end; browser: read-only.",
    },
  },
  settings: ["data"],
  run({ flags, settings }) {
    const keys = openKeyStore(settings.data);
    const { key, token } = keys.create({ name: flags.name, kind: flags.type });
    keys.close();
    printNote(`Made ${key.kind} key ${key.id} "${key.name}". Keep its token: it is not shown again.`);
    printResult(token);
  },
});
