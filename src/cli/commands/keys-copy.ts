import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { copyToDatabase } from "../../accounts/open-accounts.ts";
import { defineCommand } from "../command.ts";
import { printNote } from "../output.ts";

export const keysCopy = defineCommand({
  name: "keys copy",
  summary:
    "Copy all keys and their usage from accounts.db in the data folder to the database of --accounts, which must have no keys yet. Tokens stay valid. Stop the server first.",
  flags: {},
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ settings }) {
    const { keys, address } = await copyToDatabase(accountsPlace(settings));
    printNote(`Copied ${keys} keys and their usage to ${address}. accounts.db is unchanged.`);
  },
});
