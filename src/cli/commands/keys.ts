import { existsSync } from "node:fs";
import { accountsPath } from "../../accounts/accounts-db.ts";
import { KEY_KINDS } from "../../accounts/api-key.ts";
import {
  type IssuedKey,
  type KeyReport,
  openKeyStore,
  type SqliteKeyStore,
} from "../../accounts/key-store.ts";
import { parseDuration } from "../../accounts/key-times.ts";
import { AppError } from "../../base/errors.ts";
import { command } from "../command.ts";
import { assertDataFolder } from "../data-folder.ts";
import { assertFitsKind, KEY_FLAGS, readKeyId, readKeySettings } from "../key-options.ts";
import { jsonOfKey, renderKey, renderKeyList } from "../key-report.ts";
import { printNote, printResult } from "../output.ts";

const ONE_KEY = { placeholder: "<id>", min: 1, max: 1 };
const JSON_FLAG = { type: "yes", sentence: "Print JSON." } as const;

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
      sentence: "server: full access from a back end; browser: read-only, from approved origins.",
    },
    ...KEY_FLAGS,
  },
  settings: ["data"],
  run({ flags, settings }) {
    const chosen = { name: flags.name, ...readKeySettings(flags) };
    assertFitsKind(flags.type, chosen);
    assertDataFolder(settings.data, { mayBeginIn: true });
    withKeys(settings.data, (keys) => {
      const issued = keys.create({ ...chosen, kind: flags.type });
      if (flags.type === "browser" && issued.key.origins.length === 0) {
        printNote("No origin is approved yet, so nothing can use this key: baken keys update --origin …");
      }
      printToken(issued, `Made ${flags.type} key ${issued.key.id} "${issued.key.name}".`);
    });
  },
});

export const keysList = command({
  name: "keys list",
  summary: "List the API keys, what they may do and what they did.",
  flags: { json: JSON_FLAG },
  settings: ["data"],
  run({ flags, settings }) {
    assertDataFolder(settings.data, { mayBeginIn: false });
    const all = listKeys(settings.data);
    printResult(flags.json ? JSON.stringify(all.map(jsonOfKey), null, 2) : renderKeyList(all));
  },
});

export const keysShow = command({
  name: "keys show",
  summary: "Show one API key with its limits, origins, addresses and use.",
  positionals: ONE_KEY,
  flags: { json: JSON_FLAG },
  settings: ["data"],
  run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    withKey(settings.data, id, (keys) => {
      const key = keys.report(id) ?? refuseUnknown(id);
      printResult(flags.json ? JSON.stringify(jsonOfKey(key), null, 2) : renderKey(key));
    });
  },
});

export const keysUpdate = command({
  name: "keys update",
  summary: "Change an API key; what is not given stays. A running server follows within a second.",
  positionals: ONE_KEY,
  flags: { name: { type: "text", placeholder: "NAME", sentence: "What the key is for." }, ...KEY_FLAGS },
  settings: ["data"],
  run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    const changes = readKeySettings(flags);
    if (Object.keys(changes).length === 0) throw new AppError("usage", "Say what to change.");
    withKey(settings.data, id, (keys) => {
      assertFitsKind((keys.report(id) ?? refuseUnknown(id)).kind, changes);
      keys.update(id, changes);
      printNote(`Changed key ${id}.`);
      printResult(renderKey(keys.report(id)!));
    });
  },
});

export const keysRevoke = command({
  name: "keys revoke",
  summary: "Stop an API key for good. A running server refuses it within a second.",
  positionals: ONE_KEY,
  flags: {},
  settings: ["data"],
  run({ settings, positionals }) {
    const id = readKeyId(positionals);
    withKey(settings.data, id, (keys) => {
      const key = keys.revoke(id) ?? refuseUnknown(id);
      printNote(`Revoked key ${id} "${key.name}".`);
    });
  },
});

export const keysRotate = command({
  name: "keys rotate",
  summary: "Give an API key a new secret; its token is shown this once.",
  positionals: ONE_KEY,
  flags: {
    overlap: {
      type: "text",
      placeholder: "TIME",
      sentence: "How long the present secret works on: 0, 90s, 30m, 24h, 7d (24h when not given).",
    },
  },
  settings: ["data"],
  run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    const { overlap = "24h" } = flags;
    const overlapMs = parseDuration(overlap);
    if (overlapMs === undefined) {
      throw new AppError("usage", `--overlap must be a time such as 24h, at most 366d, not "${overlap}".`);
    }
    withKey(settings.data, id, (keys) => {
      const issued = keys.rotate(id, overlapMs) ?? refuseUnknown(id);
      const { previous } = issued.key;
      const old = previous === undefined ? "is refused from now on" : `works until ${previous.until}`;
      printToken(issued, `Key ${id} "${issued.key.name}" has a new secret; the old one ${old}.`);
    });
  },
});

/**
 * Lists the keys; none when there is no accounts.db: a read-only command makes no file, least of all where one was
 * removed.
 */
function listKeys(dataDir: string): KeyReport[] {
  let all: KeyReport[] = [];
  if (existsSync(accountsPath(dataDir))) {
    withKeys(dataDir, (keys) => {
      all = keys.list();
    });
  }
  return all;
}

/** Opens the keys for a key that must exist; throws `not_found` when there is no accounts.db. */
function withKey(dataDir: string, id: number, use: (keys: SqliteKeyStore) => void): void {
  assertDataFolder(dataDir, { mayBeginIn: false });
  if (!existsSync(accountsPath(dataDir))) refuseUnknown(id);
  withKeys(dataDir, use);
}

function withKeys(dataDir: string, use: (keys: SqliteKeyStore) => void): void {
  const keys = openKeyStore(dataDir);
  try {
    use(keys);
  } finally {
    keys.close();
  }
}

/** Prints the token alone as the last line of standard output, so that a script can read it. */
function printToken({ token }: IssuedKey, note: string): void {
  printNote(`${note} Keep its token: it is not shown again.`);
  printResult(token);
}

function refuseUnknown(id: number): never {
  throw new AppError("not_found", `There is no key ${id}. baken keys list shows them.`);
}
