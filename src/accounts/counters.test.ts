import { describe, expect, test } from "bun:test";
import { readSettings } from "../base/config.ts";
import { countersPlace } from "./counters.ts";

const ACCOUNTS = "postgres://u@h:5432/baken";

describe("--counters", () => {
  test("is Redis with its time-outs; without it requests are counted in memory", () => {
    expect(countersPlace(readSettings({}, {}))).toBeUndefined();
    const flags = { counters: "rediss://:secret@h:6379/3", accounts: ACCOUNTS, countersTimeout: "250" };
    expect(countersPlace(readSettings(flags, { BAKEN_COUNTERS_RETRY: "3000" }))).toEqual({
      url: "rediss://:secret@h:6379/3",
      timeoutMs: 250,
      retryMs: 3_000,
    });
  });

  test("is refused without a database that all nodes share", () => {
    const settings = readSettings({ counters: "redis://h" }, {});
    expect(() => countersPlace(settings)).toThrow("--counters (BAKEN_COUNTERS) needs --accounts postgres://");
  });

  test.each(["redis", "redis://", "http://h:6379", "localhost:6379", "redis://h/x", "redis://h/1/2"])(
    "%s is no Redis",
    (counters) => {
      const read = () => readSettings({ counters, accounts: ACCOUNTS }, {});
      expect(read).toThrow("--counters must be a URL such as redis://host:6379: it");
    },
  );
});
