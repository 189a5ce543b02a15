import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { AUDIT_DAYS } from "../../accounts/audit.ts";
import { hasAccounts, openStores, withStore } from "../../accounts/open-accounts.ts";
import { AppError } from "../../base/errors.ts";
import { defineCommand } from "../command.ts";
import { assertDataFolder } from "../data-folder.ts";
import { readKeyId } from "../key-options.ts";
import { alignColumns, printNote, printResult } from "../output.ts";

export const keysUses = defineCommand({
  name: "keys uses",
  summary:
    "List the networks from which a server key was used, by day, to notice use by strangers. Browser keys are " +
    "public and have no such list.",
  positionals: { placeholder: "<id>", min: 1, max: 1 },
  flags: {
    days: { type: "integer", placeholder: "N", description: "Only the last N days. Default 30." },
    json: { type: "boolean", description: "Print JSON." },
  },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags: { days = 30, json }, settings, positionals }) {
    const id = readKeyId(positionals);
    const place = accountsPlace(settings);
    assertDataFolder(place, { allowNew: false });
    if (days < 1 || days > 36_500) {
      throw new AppError("usage", `--days must be a number from 1 to 36500, such as ${AUDIT_DAYS}.`);
    }
    const { key, uses } = hasAccounts(place)
      ? await withStore(await openStores(place), async ({ keys, audit }) => ({
          key: await keys.report(id),
          uses: await audit.listUses(id, days),
        }))
      : { key: undefined, uses: [] };
    if (key === undefined) {
      throw new AppError("not_found", `There is no key ${id}. baken keys list shows all keys.`);
    }
    if (json) {
      return printResult(JSON.stringify(uses, null, 2));
    }
    if (uses.length === 0) {
      return printNote(
        key.kind !== "server"
          ? `Key ${id} is a ${key.kind} key, whose networks are not recorded.`
          : `Key ${id} was not used in the last ${days} days.`,
      );
    }
    const rows = uses.map(({ day, network, requests, lastAt }) => [
      day,
      network,
      String(requests),
      `${lastAt.slice(11, 19)}Z`,
    ]);
    printResult(alignColumns([["day", "network", "requests", "last"], ...rows]));
  },
});
