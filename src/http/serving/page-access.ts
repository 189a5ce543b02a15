/** Rules by which the server's own pages, and interfaces of other services, may be used without a key. */
import { type LoginLinks, linkFragment } from "../../accounts/login-link.ts";
import { openPageSessions } from "../../accounts/page-session.ts";
import { retryQuery } from "../../accounts/retry-query.ts";
import { isLoopback } from "../../base/loopback.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { PageAccess } from "../context.ts";

export interface PageOptions {
  readonly host?: string | undefined;
  readonly publicUrl?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  /** True or false: the pages of this server need no key, or always one. Undefined: none for the sample on loopback. */
  readonly publicPage?: boolean | undefined;
  /** Whom the pages name where they need a key: a text, an e-mail address or a URL. */
  readonly contact?: string | undefined;
}

/** Returns true for test data, such as the sample, that only this machine can read. */
export function isLocalDemo({ host = "" }: PageOptions, snapshot: Snapshot | undefined): boolean {
  return isLoopback(host) && snapshot?.meta.isDemo === true;
}

/** Returns true for a server that others than this machine can reach, itself or by a proxy. */
export function isForOthers({ host = "", publicUrl, trustedProxies = [] }: PageOptions): boolean {
  return !isLoopback(host) || publicUrl !== undefined || trustedProxies.length > 0;
}

interface PageStores {
  readonly secret: Uint8Array;
  readonly links: LoginLinks;
}

export function openPageAccess(options: PageOptions, { secret, links }: PageStores): PageAccess {
  const { publicPage, contact } = options;
  const isOpen = (snapshot: Snapshot | undefined) => publicPage ?? isLocalDemo(options, snapshot);
  const linkState = (snapshot: Snapshot | undefined) => {
    if (isForOthers(options)) {
      return "refused";
    }
    return isOpen(snapshot) ? "needless" : "usable";
  };
  return {
    sessions: openPageSessions(secret),
    isOpen,
    contact,
    links,
    linkState,
    async openLink(snapshot, by) {
      return linkState(snapshot) === "usable"
        ? linkFragment(await retryQuery(() => links.create(Date.now(), by)))
        : undefined;
    },
  };
}
