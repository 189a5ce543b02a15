import { expect, test } from "bun:test";
import { type ApiKey, createSecret, hashSecret, parseToken, verifySecret } from "./api-key.ts";

test("a secret is bkn_, 40 random characters and their CRC-32 in base62", () => {
  const secret = createSecret();
  const [, random] = /^bkn_([0-9A-Za-z]{40})[0-9A-Za-z]{6}$/.exec(secret)!;
  expect(createSecret()).not.toBe(secret);
  const crc = Bun.hash.crc32(random!);
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const checksum = [5, 4, 3, 2, 1, 0].map((power) => digits[Math.floor(crc / 62 ** power) % 62]).join("");
  expect(secret).toBe(`bkn_${random}${checksum}`);
});

test.each([
  ["1|bkn_x", { id: 1, secret: "bkn_x" }],
  ["12|a|b", { id: 12, secret: "a|b" }],
  ["1|", { id: 1, secret: "" }],
  ["", undefined],
  ["1", undefined],
  ["|x", undefined],
  ["x|y", undefined],
  ["-1|y", undefined],
  ["1e3|y", undefined],
  ["9999999999999999|y", undefined],
])("parseToken(%j)", (token, expected) => {
  expect(parseToken(token)).toEqual(expected);
});

const NOW = Date.parse("2026-11-21T12:00:00Z");
const secret = createSecret();
const oldSecret = createSecret();
const key: ApiKey = {
  id: 1,
  name: "",
  kind: "server",
  secretSha256: hashSecret(secret, "server"),
  previous: undefined,
  ratePerMinute: 60,
  visitorRatePerMinute: undefined,
  monthlyQuota: undefined,
  origins: [],
  ipRanges: [],
  expiresAt: undefined,
  createdAt: "",
  revokedAt: undefined,
};

test("a secret opens its own key only", () => {
  expect(verifySecret(key, secret, NOW)).toBe(true);
  expect(verifySecret(key, createSecret(), NOW)).toBe(false);
  expect(verifySecret(key, "", NOW)).toBe(false);
  expect(verifySecret(undefined, secret, NOW)).toBe(false);
});

test("a program that knows no link keys, and so hashes the secret alone, is not opened by theirs", () => {
  const link: ApiKey = { ...key, kind: "link", secretSha256: hashSecret(secret, "link") };
  expect(verifySecret(link, secret, NOW)).toBe(true);
  expect(verifySecret({ ...link, kind: "server" }, secret, NOW)).toBe(false);
  expect(verifySecret({ ...key, kind: "link" }, secret, NOW)).toBe(false);
});

test.each([
  [{ revokedAt: "2026-11-21T11:59:59.000Z" }, false],
  [{ expiresAt: "2026-11-21T12:00:00.000Z" }, false],
  [{ expiresAt: "2026-11-21T12:00:00.001Z" }, true],
])("a key in state %j opens: %p", (state, opens) => {
  expect(verifySecret({ ...key, ...state }, secret, NOW)).toBe(opens);
});

test("after a rotation the old secret works until the overlap ends", () => {
  const previous = { secretSha256: hashSecret(oldSecret, "server"), until: "2026-11-21T12:00:01.000Z" };
  const rotated = { ...key, previous };
  expect(verifySecret(rotated, secret, NOW)).toBe(true);
  expect(verifySecret(rotated, oldSecret, NOW)).toBe(true);
  expect(verifySecret(rotated, oldSecret, NOW + 1_000)).toBe(false);
  expect(verifySecret({ ...rotated, revokedAt: "2026-11-21T11:00:00.000Z" }, oldSecret, NOW)).toBe(false);
});
