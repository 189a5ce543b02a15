import { describe, expect, test } from "bun:test";
import { readSettings } from "./config.ts";

const accounts = (url: string) => readSettings({ accounts: url }, {}).accounts;
const counters = (url: string) => readSettings({ counters: url }, {}).counters;
const ENCODE = "user and password must be percent-encoded, / as %2F, % as %25, a space as %20.";

describe("the URL of a database", () => {
  test.each([
    "postgres://h",
    "postgres://h/",
    "postgresql://u@h:5432/d",
    "postgres://u:a@b:c!$&'()*+,;=@h:1/d",
    "postgres://u:%2F%20%25%40%23%3F%3A%C3%A9@h/d?sslmode=require",
    "postgres://u:p@[::1]:5432/d%20d",
    "POSTGRES://u@h/d",
    "postgres://u:a,b@one:5432,two:5433,[::1]/d?target_session_attrs=read-write",
  ])("of PostgreSQL may be %s", (url) => {
    expect(accounts(url)).toBe(url);
  });

  test.each(["redis://h", "redis://:p@h:6379", "rediss://u:a%2Fb@10.0.0.1:0/3", "redis://h:65535/9999"])(
    "of Redis may be %s",
    (url) => {
      expect(counters(url)).toBe(url);
    },
  );

  test("is trimmed: a file with a password often ends with a line break", () => {
    expect(accounts(" postgres://u:p@h/d\n")).toBe("postgres://u:p@h/d");
  });

  const SECRETS = [
    "a/b",
    "12/34",
    "a b",
    "a%b",
    "%zz",
    "%ff",
    "a#b",
    "12#3",
    "a?b",
    "12?3",
    "a\tb",
    "a@b/c",
    "a/b@c",
  ];
  test.each(SECRETS)("with the password %s is refused, without showing it", (secret) => {
    const message = `must be a URL such as postgres://user@host:5432/database: ${ENCODE}`;
    const refuse = (env: Record<string, string>) => () => readSettings({}, env);
    expect(refuse({ BAKEN_ACCOUNTS: `postgres://baken:${secret}@h:5432/d` })).toThrow(
      new Error(`BAKEN_ACCOUNTS ${message}`),
    );
    expect(refuse({ BAKEN_COUNTERS: `redis://:${secret}@h:6379` })).toThrow(
      new Error(`BAKEN_COUNTERS must be a URL such as redis://host:6379: ${ENCODE}`),
    );
  });

  test.each([
    ["secret", "it must begin with postgres:// or postgresql://"],
    ["u:secret@h/d", "it must begin with postgres:// or postgresql://"],
    ["http://u:secret@h/d", "it must begin with postgres:// or postgresql://"],
    ["postgres://", "its host is missing, or neither a name nor an IP address"],
    ["postgres:///d", "its host is missing, or neither a name nor an IP address"],
    ["postgres://u:secret@/d", "its host is missing, or neither a name nor an IP address"],
    ["postgres://u:secret@:5432/d", "its host is missing, or neither a name nor an IP address"],
    ["postgres://u:secret@h h/d", "its host is missing, or neither a name nor an IP address"],
    ["postgres://u:secret@[::x]/d", "its host is missing, or neither a name nor an IP address"],
    [
      "postgres://u:secret@h:65536/d",
      "its port must be a number from 0 to 65535, and user and password end with @",
    ],
    ["postgres://u:secret", "its port must be a number from 0 to 65535, and user and password end with @"],
    ["postgres://u:sec/ret", "its port must be a number from 0 to 65535, and user and password end with @"],
    ["postgres://u:secret@h/d/e", "its path must be the name of a database, percent-encoded"],
    ["postgres://u:secret@h/%zz", "its path must be the name of a database, percent-encoded"],
  ])("%s is refused: %s", (url, fault) => {
    expect(() => accounts(url)).toThrow(
      new Error(`--accounts must be a URL such as postgres://user@host:5432/database: ${fault}.`),
    );
  });

  test.each(["redis://h/x", "redis://h/1/2", "redis://h/12345"])("%s names no database of Redis", (url) => {
    expect(() => counters(url)).toThrow("its path must be the number of a database.");
  });
});
