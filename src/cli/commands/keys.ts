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
import { defineCommand } from "../command.ts";
import { assertDataFolder } from "../data-folder.ts";
import { assertFitsKind, KEY_FLAGS, readKeyId, readKeySettings } from "../key-options.ts";
import { jsonOfKey, renderKey, renderKeyList } from "../key-report.ts";
import { printNote, printResult } from "../output.ts";

const KEY_ID_POSITIONAL = { placeholder: "<id>", min: 1, max: 1 };
const JSON_FLAG = { type: "boolean", description: "Print JSON." } as const;

export const keysCreate = defineCommand({
  name: "keys create",
  summary: "Create an API key and print its token, which is shown only once.",
  flags: {
    name: {
      type: "text",
      placeholder: "NAME",
      required: true,
      description: "Name of the key, such as its purpose.",
    },
    type: {
      type: "text",
      placeholder: "KIND",
      required: true,
      choices: KEY_KINDS,
      description: "server: full access from a back end; browser: read-only, from approved origins.",
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
        printNote(
          `No origin is approved yet, so this key cannot be used. Approve one with: baken keys update ${issued.key.id} --origin <origin>`,
        );
      }
      printToken(issued, `Created ${flags.type} key ${issued.key.id} "${issued.key.name}".`);
    });
  },
});

export const keysList = defineCommand({
  name: "keys list",
  summary: "List the API keys with their limits and usage.",
  flags: { json: JSON_FLAG },
  settings: ["data"],
  run({ flags, settings }) {
    assertDataFolder(settings.data, { mayBeginIn: false });
    const all = listKeys(settings.data);
    printResult(flags.json ? JSON.stringify(all.map(jsonOfKey), null, 2) : renderKeyList(all));
  },
});

export const keysShow = defineCommand({
  name: "keys show",
  summary: "Show one API key with its limits, origins, IP addresses and usage.",
  positionals: KEY_ID_POSITIONAL,
  flags: { json: JSON_FLAG },
  settings: ["data"],
  run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    withKey(settings.data, id, (keys) => {
      const key = keys.report(id) ?? throwUnknownKey(id);
      printResult(flags.json ? JSON.stringify(jsonOfKey(key), null, 2) : renderKey(key));
    });
  },
});

export const keysUpdate = defineCommand({
  name: "keys update",
  summary:
    "Change an API key; settings that are not given are kept. A running server applies the change within a second.",
  positionals: KEY_ID_POSITIONAL,
  flags: {
    name: { type: "text", placeholder: "NAME", description: "Name of the key, such as its purpose." },
    ...KEY_FLAGS,
  },
  settings: ["data"],
  run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    const changes = readKeySettings(flags);
    if (Object.keys(changes).length === 0) {
      throw new AppError("usage", "Expected at least one setting to change, such as --rate 120.");
    }
    withKey(settings.data, id, (keys) => {
      assertFitsKind((keys.report(id) ?? throwUnknownKey(id)).kind, changes);
      keys.update(id, changes);
      printNote(`Changed key ${id}.`);
      printResult(renderKey(keys.report(id)!));
    });
  },
});

export const keysRevoke = defineCommand({
  name: "keys revoke",
  summary: "Revoke an API key permanently. A running server refuses it within a second.",
  positionals: KEY_ID_POSITIONAL,
  flags: {},
  settings: ["data"],
  run({ settings, positionals }) {
    const id = readKeyId(positionals);
    withKey(settings.data, id, (keys) => {
      const key = keys.revoke(id) ?? throwUnknownKey(id);
      printNote(`Revoked key ${id} "${key.name}".`);
    });
  },
});

export const keysRotate = defineCommand({
  name: "keys rotate",
  summary: "Give an API key a new secret and print its token, which is shown only once.",
  positionals: KEY_ID_POSITIONAL,
  flags: {
    overlap: {
      type: "text",
      placeholder: "DURATION",
      description: "How long the current secret keeps working: 0, 90s, 30m, 24h, 7d. Default 24h.",
    },
  },
  settings: ["data"],
  run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    const { overlap = "24h" } = flags;
    const overlapMs = parseDuration(overlap);
    if (overlapMs === undefined) {
      throw new AppError(
        "usage",
        `--overlap must be a duration such as 24h, at most 366d, not "${overlap}".`,
      );
    }
    withKey(settings.data, id, (keys) => {
      const issued = keys.rotate(id, overlapMs) ?? throwUnknownKey(id);
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
  if (!existsSync(accountsPath(dataDir))) {
    throwUnknownKey(id);
  }
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
  printNote(`${note} Store its token: it is not shown again.`);
  printResult(token);
}

function throwUnknownKey(id: number): never {
  throw new AppError("not_found", `There is no key ${id}. baken keys list shows all keys.`);
}
