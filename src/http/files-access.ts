/** Decides who may begin work on the page for files. */
import type { AccountsPlace } from "../accounts/accounts-place.ts";
import { isInDatabase } from "../accounts/open-accounts.ts";
import { isLoopback } from "../base/loopback.ts";
import type { Context, FilesAccess } from "./context.ts";

interface FilesOptions extends AccountsPlace {
  readonly host?: string | undefined;
  readonly publicUrl?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  readonly filesPage?: "on" | "key" | "off" | undefined;
}

/** Returns a warning when the page is off although a setting asks for it, else undefined. */
export function describeFilesFault(options: FilesOptions): string | undefined {
  const { filesPage } = options;
  return isInDatabase(options) && filesPage !== undefined && filesPage !== "off"
    ? `The page /files is off, though --files-page is ${filesPage}: with keys in a database it cannot be opened, ` +
        "because a session is on one machine."
    : undefined;
}

/**
 * Returns the rule. Without the setting, only the user of this machine may use the page. With keys in a database the
 * page is off: a session is on one machine, but any machine may run its job.
 */
export function filesAccess(options: FilesOptions): (context: Context) => FilesAccess {
  const { filesPage, host = "", trustedProxies = [], publicUrl } = options;
  if (isInDatabase(options)) {
    return () => "off";
  }
  if (filesPage !== undefined) {
    return () => (filesPage === "on" ? "open" : filesPage);
  }
  const mayBeLocal = isLoopback(host) && trustedProxies.length === 0 && publicUrl === undefined;
  return (context) => (mayBeLocal && context.isLocal ? "open" : "off");
}
