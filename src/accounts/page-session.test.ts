import { expect, test } from "bun:test";
import { createPageSecret, isPageToken, openPageSessions, PAGE_SESSION_MS } from "./page-session.ts";

const NOW_MS = Date.UTC(2026, 10, 22);

test("a token opens a session until it expires, under the secret that signed it", () => {
  const secret = createPageSecret();
  const sessions = openPageSessions(secret);
  const { token, expiresAtMs } = sessions.issue(NOW_MS);
  expect(isPageToken(token)).toBe(true);
  expect(expiresAtMs).toBe(NOW_MS + PAGE_SESSION_MS);
  expect(sessions.isValid(token, NOW_MS)).toBe(true);
  expect(sessions.isValid(token, expiresAtMs - 1)).toBe(true);
  expect(sessions.isValid(token, expiresAtMs)).toBe(false);
  expect(openPageSessions(secret).isValid(token, NOW_MS)).toBe(true);
  expect(openPageSessions(createPageSecret()).isValid(token, NOW_MS)).toBe(false);
});

test("a token with a later expiry, another signature or none is refused", () => {
  const sessions = openPageSessions(createPageSecret());
  const { token } = sessions.issue(NOW_MS);
  const [expiry, signature] = token.slice("page|".length).split(".");
  const later = (NOW_MS + 10 * PAGE_SESSION_MS).toString(36);
  const forged = [
    `page|${later}.${signature}`,
    `page|${expiry}`,
    `page|${expiry}.`,
    `page|${expiry}.${signature!.slice(1)}`,
    `page|${expiry}.${signature}x`,
    `page|.${signature}`,
    "page|",
  ];
  expect(forged.filter((text) => sessions.isValid(text, NOW_MS))).toEqual([]);
});
