import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { hashLink, linkFragment } from "../../accounts/login-link.ts";
import { describeAccounts, hasAccounts, openStores, withStore } from "../../accounts/open-accounts.ts";
import { AppError } from "../../base/errors.ts";
import type { Settings } from "../../base/settings.ts";
import { linkCheck } from "../../pages/kit/server/kit-endpoints.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { askServer, parseJson, urlOf } from "../probe.ts";

export const open = defineCommand({
  name: "open",
  summary:
    "Print a link that opens the pages of the server on this machine without a key, once, within ten minutes.",
  flags: {},
  settings: ["data", ...ACCOUNTS_SETTINGS, "host", "port"],
  async run({ settings }) {
    const place = accountsPlace(settings);
    const server = urlOf(settings, "");
    if (!hasAccounts(place)) {
      throw new AppError(
        "unavailable",
        `No server has used the folder ${settings.data} yet: check --data, or start baken serve.`,
      );
    }
    const stores = await openStores(place, { create: false });
    const token = await withStore(stores, async ({ links }) => links.create(Date.now()));
    switch (await checkState(settings, token)) {
      case "usable":
        printNote("This link opens the pages once, within ten minutes, in a browser on this machine:");
        return printResult(`${server}/${linkFragment(token)}`);
      case "needless":
        printNote("The pages of this server need no key:");
        return printResult(`${server}/`);
      case "refused":
        throw new AppError(
          "unavailable",
          `Other machines can reach the server at ${server}, so no link opens its pages. Create a key for them: baken keys create --name NAME --type server`,
        );
      case "unknown":
        throw new AppError(
          "unavailable",
          `The server at ${server} does not use ${describeAccounts(place)} of ${settings.data}: check --data, --host and --port.`,
        );
    }
  },
});

/** Asks the server what the link opens, by the hash of its token: another program may have taken the port. */
async function checkState(settings: Pick<Settings, "host" | "port">, token: string) {
  const server = urlOf(settings, "");
  const remedy = "Start baken serve, or name --host and --port of the server.";
  const { status, body } = await askServer(urlOf(settings, `/session/link/${hashLink(token)}`), server).catch(
    (error: AppError) => {
      throw new AppError("unavailable", `${error.message}. ${remedy}`);
    },
  );
  const answer = linkCheck.safeParse(parseJson(body));
  if (status === 200 && answer.success) {
    return answer.data.data.state;
  }
  throw new AppError(
    "unavailable",
    `${server} answered ${status}, not as this version of baken does. ${remedy}`,
  );
}
