import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { type AuditEntry, type AuditLog, subjectOfKey } from "../../accounts/audit.ts";
import { hasAccounts, openStores, withStore } from "../../accounts/open-accounts.ts";
import { AppError } from "../../base/errors.ts";
import { defineCommand } from "../command.ts";
import { assertDataFolder } from "../data-folder.ts";
import { printNote, printResult } from "../output.ts";

/** Entries read at a time. */
const PAGE = 1_000;
const DAY_MS = 86_400_000;

export const audit = defineCommand({
  name: "audit",
  summary:
    "List the changes of keys, registries, jobs and backups: when, by whom, on which machine, and the values " +
    "before and after. The newest is last.",
  flags: {
    days: { type: "integer", placeholder: "N", description: "Only the last N days. Default 30." },
    key: { type: "integer", placeholder: "ID", description: "Only changes of this API key." },
    json: { type: "boolean", description: "Print a JSON object on each line." },
  },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags: { days = 30, key, json }, settings }) {
    const place = accountsPlace(settings);
    assertDataFolder(place, { allowNew: false });
    if (days < 1 || days > 36_500) {
      throw new AppError("usage", "--days must be a number from 1 to 36500.");
    }
    const since = new Date(Date.now() - days * DAY_MS).toISOString();
    const subject = key === undefined ? undefined : subjectOfKey(key);
    // A read-only command creates no file.
    const entries = hasAccounts(place)
      ? await withStore(await openStores(place, { create: false }), (stores) =>
          listSince(stores.audit, since, subject),
        )
      : [];
    for (const entry of entries.reverse()) {
      printResult(json ? JSON.stringify(entry) : renderEntry(entry));
    }
    if (entries.length === 0 && !json) {
      printNote(`Nothing was recorded since ${since.slice(0, 10)}.`);
    }
  },
});

/** Lists the entries since that time, newest first. */
async function listSince(log: AuditLog, since: string, subject: string | undefined): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (;;) {
    const page = await log.list({ limit: PAGE, beforeId: found.at(-1)?.id, subject });
    const recent = page.filter(({ at }) => at >= since);
    found.push(...recent);
    if (recent.length < PAGE) {
      return found;
    }
  }
}

function renderEntry({ at, actor, who, node, action, subject, before, after }: AuditEntry): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const values = names.map((name) => {
    const now = showValue(after?.[name]);
    return before !== null && name in before
      ? `${name} ${showValue(before[name])} -> ${now}`
      : `${name} ${now}`;
  });
  const by = `${actor === "session" ? "session " : ""}${who}@${node}`;
  return [`${at.slice(0, 19)}Z`, by, action, subject, values.join(", ")].join("  ").trimEnd();
}

/** Shows a value on one line: JSON escapes what would end it or steer a terminal. */
function showValue(value: unknown): string {
  return value === null || value === undefined ? "none" : JSON.stringify(value);
}
