/**
 * Links that open the pages of a server on this machine without a key: once, within ten minutes. The accounts have the
 * hash of a link's token, so that `./baken open` can make one that a running server accepts.
 */
import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Awaitable } from "../base/awaitable.ts";
import type { Actor, AuditRecord } from "./audit.ts";

/** Methods throw `unavailable` when the store cannot be used. */
export interface LoginLinks {
  /** Stores a new link, made by the user of this process unless given. Its token exists only in this result. */
  create(nowMs: number, by?: Actor): Awaitable<string>;
  /** Returns true for the hash of a link that can be used. */
  has(sha256: string, nowMs: number): Awaitable<boolean>;
  /** Uses a link up and records it in the audit, both or neither; returns false without such a link. */
  use(token: string, nowMs: number): Awaitable<boolean>;
}

/** Time for which a link can be used. */
export const LINK_MS = 600_000;
const TOKEN_BYTES = 32;

/** Row of the table login_link, which every store has. */
export interface LoginLinkRow {
  readonly sha256: string;
  /** Milliseconds since 1970. */
  readonly expires_ms: number;
  /** User or session that made the link. */
  readonly actor: Actor["kind"];
  readonly who: string;
}

export function newLoginLink(nowMs: number, { kind, name }: Actor): { token: string; row: LoginLinkRow } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = { sha256: hashLink(token), expires_ms: nowMs + LINK_MS, actor: kind, who: name };
  return { token, row };
}

/** Returns the hash of a token in hexadecimal. Differs by machine, because machines may share their accounts. */
export function hashLink(token: string): string {
  return createHash("sha256").update(`${hostname()}|${token}`).digest("hex");
}

/** Returns the record of the use of a link; its actor is the user or session that made the link. */
export function recordOfUse({ actor, who }: Pick<LoginLinkRow, "actor" | "who">): AuditRecord {
  return { action: "open", subject: "pages", by: { kind: actor, name: who } };
}

/** Returns the part of the URL of a link after the slash (pages/kit/client/access.ts). */
export function linkFragment(token: string): string {
  return `#open=${token}`;
}
