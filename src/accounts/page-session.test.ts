import { expect, test } from "bun:test";
import { createPageSecret, isPageToken, openPageSessions, SESSION_MS } from "./page-session.ts";

const NOW_MS = Date.UTC(2026, 10, 22);

test.each(["visitor", "local"] as const)("a token opens a %s session until it expires", (scope) => {
  const secret = createPageSecret();
  const sessions = openPageSessions(secret);
  const { token, expiresAtMs } = sessions.issue(scope, NOW_MS);
  expect(isPageToken(token)).toBe(true);
  expect(expiresAtMs).toBe(NOW_MS + SESSION_MS[scope]);
  expect(sessions.scopeOf(token, NOW_MS)).toBe(scope);
  expect(sessions.scopeOf(token, expiresAtMs - 1)).toBe(scope);
  expect(sessions.scopeOf(token, expiresAtMs)).toBeUndefined();
  expect(openPageSessions(secret).scopeOf(token, NOW_MS)).toBe(scope);
  expect(openPageSessions(createPageSecret()).scopeOf(token, NOW_MS)).toBeUndefined();
});

test("a token with another scope, a later expiry, another signature or none is refused", () => {
  const sessions = openPageSessions(createPageSecret());
  const { token } = sessions.issue("visitor", NOW_MS);
  const [scope, expiry, signature] = token.slice("page|".length).split(".");
  const later = (NOW_MS + 10 * SESSION_MS.visitor).toString(36);
  const forged = [
    `page|${scope}.${later}.${signature}`,
    `page|local.${expiry}.${signature}`,
    `page|${scope}.${expiry}`,
    `page|${scope}.${expiry}.`,
    `page|${scope}.${expiry}.${signature!.slice(1)}`,
    `page|${scope}.${expiry}.${signature}x`,
    `page|${expiry}.${signature}`,
    `page|..${signature}`,
    "page|link",
    "page|",
  ];
  expect(forged.filter((text) => sessions.scopeOf(text, NOW_MS) !== undefined)).toEqual([]);
});
