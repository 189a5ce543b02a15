import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { matchesSecret, parseToken } from "./api-key.ts";
import { authorize } from "./authorize.ts";
import { openKeyStore } from "./key-store.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("keeps keys, never their secrets", () => {
  const dataDir = join(folder, "new", "folder");
  const keys = openKeyStore(dataDir);
  expect(keys.count()).toBe(0);
  const { key, token } = keys.create({ name: "site", kind: "browser" });
  const { secret } = parseToken(token)!;
  keys.close();

  const reopened = openKeyStore(dataDir);
  expect(reopened.find(key.id)).toEqual(key);
  expect(matchesSecret(reopened.find(key.id), secret)).toBe(true);
  expect(reopened.find(key.id + 1)).toBeUndefined();
  reopened.close();
  expect(readFileSync(join(dataDir, "accounts.db")).includes(secret)).toBe(false);
});

test("finds a key that another process made, within a second", async () => {
  const serving = openKeyStore(folder);
  const other = openKeyStore(folder);
  expect(serving.find(1)).toBeUndefined();
  const { key } = other.create({ name: "later", kind: "server" });
  await Bun.sleep(300);
  expect(serving.find(key.id)).toEqual(key);
  serving.close();
  other.close();
});

test("authorize takes the Bearer token of a known key and nothing else", () => {
  const keys = openKeyStore(join(folder, "authorize"));
  const { key, token } = keys.create({ name: "x", kind: "server" });
  const other = keys.create({ name: "y", kind: "server" });
  for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token} `]) {
    expect(authorize(keys, header)).toEqual(key);
  }
  const [, secret] = token.split("|");
  const wrong = [
    null,
    "",
    "Bearer",
    "Bearer ",
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${secret}`,
  ];
  for (const header of [...wrong, `Bearer 99|${secret}`, `Bearer ${other.key.id}|${secret}`]) {
    expect(() => authorize(keys, header)).toThrow("Unauthenticated.");
  }
  keys.close();
});

test("says which file cannot be used", () => {
  expect(() => openKeyStore("/dev/null/data")).toThrow("/dev/null/data/accounts.db cannot be used: ");
});
