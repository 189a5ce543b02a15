import { ACCOUNTS_SETTINGS, type AccountsPlace, accountsPlace } from "../../accounts/accounts-place.ts";
import { KEY_KINDS, visitorRateOf } from "../../accounts/api-key.ts";
import {
  type IssuedKey,
  jsonOfKey,
  type KeyAdmin,
  type KeyReport,
  keyStateOf,
  overlapEnd,
} from "../../accounts/key-store.ts";
import { parseDuration } from "../../accounts/key-times.ts";
import { hasAccounts, openStores, withStore } from "../../accounts/open-accounts.ts";
import { AppError } from "../../base/errors.ts";
import { defineCommand } from "../command.ts";
import { assertDataFolder } from "../data-folder.ts";
import { assertFitsKind, KEY_FLAGS, readKeyId, readKeySettings } from "../key-options.ts";
import { alignColumns, printNote, printResult } from "../output.ts";

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
      description:
        "server: full access from a back end; browser: read-only, from approved origins; link: read-only, may be " +
        "part of a URL in a program.",
    },
    ...KEY_FLAGS,
  },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings }) {
    const chosen = { name: flags.name, ...readKeySettings(flags) };
    assertFitsKind(flags.type, chosen);
    const place = accountsPlace(settings);
    assertDataFolder(place, { allowNew: true });
    await withStore(await openStores(place), async ({ keys }) => {
      const issued = await keys.create({ ...chosen, kind: flags.type });
      if (flags.type === "browser" && issued.key.origins.length === 0) {
        printNote(
          "No origin is approved yet, so this key cannot be used. Approve one with: baken keys update " +
            `${issued.key.id} --origin <origin>`,
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
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings }) {
    const place = accountsPlace(settings);
    assertDataFolder(place, { allowNew: false });
    const all = await listKeys(place);
    printResult(flags.json ? JSON.stringify(all.map(jsonOfKey), null, 2) : renderKeyList(all));
  },
});

export const keysShow = defineCommand({
  name: "keys show",
  summary: "Show one API key with its limits, origins, IP addresses and usage.",
  positionals: KEY_ID_POSITIONAL,
  flags: { json: JSON_FLAG },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    await withKeysOf(accountsPlace(settings), id, async (keys) => {
      const key = (await keys.report(id)) ?? throwUnknownKey(id);
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
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    const changes = readKeySettings(flags);
    if (Object.keys(changes).length === 0) {
      throw new AppError("usage", "Expected at least one setting to change, such as --rate 120.");
    }
    await withKeysOf(accountsPlace(settings), id, async (keys) => {
      const { kind } = (await keys.report(id)) ?? throwUnknownKey(id);
      assertFitsKind(kind, changes);
      await keys.update(id, changes);
      printNote(`Changed key ${id}.`);
      printResult(renderKey((await keys.report(id))!));
    });
  },
});

export const keysRevoke = defineCommand({
  name: "keys revoke",
  summary: "Revoke an API key permanently. A running server refuses it within a second.",
  positionals: KEY_ID_POSITIONAL,
  flags: {},
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ settings, positionals }) {
    const id = readKeyId(positionals);
    await withKeysOf(accountsPlace(settings), id, async (keys) => {
      const key = (await keys.revoke(id)) ?? throwUnknownKey(id);
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
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings, positionals }) {
    const id = readKeyId(positionals);
    const { overlap = "24h" } = flags;
    const overlapMs = parseDuration(overlap);
    if (overlapMs === undefined) {
      throw new AppError(
        "usage",
        `--overlap must be a duration such as 24h, at most 366d, not "${overlap}".`,
      );
    }
    await withKeysOf(accountsPlace(settings), id, async (keys) => {
      const issued = (await keys.rotate(id, overlapMs)) ?? throwUnknownKey(id);
      const { previous } = issued.key;
      const old = previous === undefined ? "is refused from now on" : `works until ${previous.until}`;
      printToken(issued, `Key ${id} "${issued.key.name}" has a new secret; the old one ${old}.`);
    });
  },
});

/**
 * Lists the keys; none when there is no store: a read-only command creates no file, least of all where one was
 * removed.
 */
async function listKeys(place: AccountsPlace): Promise<KeyReport[]> {
  return hasAccounts(place) ? withStore(await openStores(place), async ({ keys }) => keys.list()) : [];
}

/** Runs `work` with the keys; the key `id` must exist; throws `not_found` when there is no store. */
async function withKeysOf(
  place: AccountsPlace,
  id: number,
  work: (keys: KeyAdmin) => Promise<void>,
): Promise<void> {
  assertDataFolder(place, { allowNew: false });
  if (!hasAccounts(place)) {
    throwUnknownKey(id);
  }
  await withStore(await openStores(place), ({ keys }) => work(keys));
}

/** Prints the token alone as the last line of standard output, so that a script can read it. */
function printToken({ token }: IssuedKey, note: string): void {
  printNote(`${note} Store its token: it is not shown again.`);
  printResult(token);
}

function throwUnknownKey(id: number): never {
  throw new AppError("not_found", `There is no key ${id}. baken keys list shows all keys.`);
}

/** Renders one line for each key, under a heading. */
function renderKeyList(keys: readonly KeyReport[]): string {
  const rows = keys.map((key) => [
    String(key.id),
    key.name,
    key.kind,
    keyStateOf(key),
    Number.isFinite(key.ratePerMinute) ? String(key.ratePerMinute) : "none",
    key.kind === "server" ? "-" : showVisitorRate(key),
    key.monthlyQuota === undefined ? "none" : String(key.monthlyQuota),
    String(key.requestsThisMonth),
    showTime(key.lastUsedAt),
  ]);
  const heading = [
    "id",
    "name",
    "type",
    "state",
    "rate/min",
    "visitor/min",
    "quota/month",
    "this month",
    "last used",
  ];
  return alignColumns([heading, ...rows]);
}

function renderKey(key: KeyReport): string {
  return alignColumns([
    ["id", String(key.id)],
    ["name", key.name],
    ["type", key.kind],
    ["state", keyStateOf(key)],
    ["rate", Number.isFinite(key.ratePerMinute) ? `${key.ratePerMinute} per minute` : "none"],
    ...(key.kind === "server" ? [] : [["visitor rate", visitorRateText(key)]]),
    ["quota", key.monthlyQuota === undefined ? "none" : `${key.monthlyQuota} per month`],
    ["this month", `${key.requestsThisMonth} requests`],
    ["origins", key.origins.join(", ") || "none"],
    ["addresses", key.ipRanges.join(", ") || "any"],
    ["expires", showTime(key.expiresAt)],
    ["created", showTime(key.createdAt)],
    ["last used", showTime(key.lastUsedAt)],
    ["old secret", overlapEnd(key) === undefined ? "refused" : `works until ${showTime(overlapEnd(key))}`],
  ]);
}

function showVisitorRate(key: KeyReport): string {
  return String(visitorRateOf(key) ?? "none");
}

function visitorRateText(key: KeyReport): string {
  const rate = showVisitorRate(key);
  if (rate === "none") {
    return rate;
  }
  const origin = key.visitorRatePerMinute === undefined ? " (half of the rate, at least 30)" : "";
  return `${rate} per minute and address${origin}`;
}

function showTime(time: string | undefined): string {
  return time === undefined ? "never" : `${time.slice(0, 19)}Z`;
}
