/**
 * Tickets for one file, which a browser follows as a link for a minute: links carry no headers. A ticket is
 * `<file>.<expiry>.<signature>`, signed under the secret of the page sessions; nothing is stored.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface DownloadTickets {
  /** Returns a ticket for a file, whose name does not begin with a dot and has no control characters. */
  issue(file: string, nowMs: number): string;
  /** Returns the file of a ticket that this process issued and that has not expired. */
  fileOf(ticket: string, nowMs: number): string | undefined;
}

export const TICKET_MS = 60_000;

export function openDownloadTickets(secret: Uint8Array): DownloadTickets {
  const sign = (content: string) =>
    createHmac("sha256", secret).update(`download ${content}`).digest("base64url");
  return {
    issue(file, nowMs) {
      const content = `${file}.${(nowMs + TICKET_MS).toString(36)}`;
      return `${content}.${sign(content)}`;
    },
    fileOf(ticket, nowMs) {
      const [, content = "", file, expiry = "", signature = ""] =
        /^((.+)\.([0-9a-z]+))\.([\w-]+)$/.exec(ticket) ?? [];
      const expected = Buffer.from(sign(content));
      const given = Buffer.from(signature);
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
      return isSigned && Number.parseInt(expiry, 36) > nowMs ? file : undefined;
    },
  };
}
