import { describe, expect, test } from "bun:test";
import { readSettings } from "./config.ts";
import { SETTINGS } from "./settings.ts";

describe("readSettings", () => {
  test("gives the defaults", () => {
    expect(readSettings({}, {})).toEqual({
      accounts: undefined,
      accountsTimeout: 2000,
      counters: undefined,
      countersTimeout: 100,
      countersRetry: 1000,
      data: "./data",
      host: "127.0.0.1",
      port: 8080,
      publicUrl: undefined,
      publicPage: undefined,
      filesPage: undefined,
      contact: undefined,
      interfaces: undefined,
      locationIds: "identificatie",
      openKey: undefined,
      openToAll: false,
      baseMap: "none",
      threads: undefined,
      adminHost: "127.0.0.1",
      adminPort: undefined,
      adminUrl: undefined,
      adminNames: [],
      adminTokenFile: undefined,
      adminInsecure: false,
      drainSeconds: 0,
      trustedProxies: [],
      auditDays: 400,
      accessLog: false,
      maxWait: 3,
      slowMs: 1000,
      log: "json",
      logLevel: "info",
      exportRetentionHours: 24,
      exportsPerKey: 20,
      exportGbPerKey: 20,
      exportStore: undefined,
      registrySource: undefined,
      registryKey: undefined,
      registrySwitchWait: 600,
      exportsQueued: 100,
      history: undefined,
      keepRegistries: 2,
      extractSource: [
        "https://service.pdok.nl/kadaster/bag/atom/bag.xml",
        "https://service.pdok.nl/lv/bag/atom/bag.xml",
        "https://service.pdok.nl/kadaster/adressen/atom/v1_0/adressen.xml",
      ],
      gemeentenSource: [expect.stringContaining("/index.xml"), expect.stringContaining("gebieden.xml")],
      pc4Source: [
        "https://download.cbs.nl/postcode/{year}-cbs_pc4_{year-1}_v{version}.zip",
        "https://download.cbs.nl/postcode/2025-cbs_pc4_2024_v1.zip",
      ],
      cbsAreasSource: [expect.stringContaining("gebiedsindelingen")],
    });
  });

  test("accepts source URLs that use https or are on this machine, and none", () => {
    const pc4Source = " https://a.nl/x,y.xml , http://127.0.0.1:80/z.zip";
    expect(readSettings({ pc4Source, gemeentenSource: "none" }, {})).toMatchObject({
      pc4Source: ["https://a.nl/x,y.xml", "http://127.0.0.1:80/z.zip"],
      gemeentenSource: [],
    });
  });

  test.each(["http://a.nl/x", "http://127.0.0.1.nl/x", "ftp://a.nl", "https://user:pw@a.nl/x", "x", "none"])(
    "refuses %s as the extract's source",
    (extractSource) => {
      expect(() => readSettings({ extractSource }, {})).toThrow("--extract-source must be https URLs");
    },
  );

  test("prefers flags to variables and variables to defaults; an empty variable is absent", () => {
    const env = { BAKEN_PORT: "1", BAKEN_DATA: "/env", BAKEN_HOST: "", OTHER: "x" };
    expect(readSettings({ port: "2" }, env)).toMatchObject({ port: 2, data: "/env", host: "127.0.0.1" });
  });

  test("knows the variables of the documentation's samples", () => {
    const env = { BAKEN_URL: "http://127.0.0.1:8080", BAKEN_KEY: "1|bkn_x" };
    expect(readSettings({}, env)).toEqual(readSettings({}, {}));
  });

  test("takes a database by both names of its protocol, and a timeout up to a minute", () => {
    const urls = ["postgres://u:p@h/d", "postgresql://h:5433/d?sslmode=require"];
    expect(urls.map((accounts) => readSettings({ accounts }, {}).accounts)).toEqual(urls);
    const timeouts = ["1", "60000"].map(
      (text) => readSettings({ accountsTimeout: text }, {}).accountsTimeout,
    );
    expect(timeouts).toEqual([1, 60_000]);
  });

  test("removes the trailing slash of the public URL", () => {
    expect(readSettings({ publicUrl: "https://x.nl/a/" }, {}).publicUrl).toBe("https://x.nl/a");
  });

  test.each([
    [{ port: "65536" }, {}, '--port must be a number from 0 to 65535, not "65536".'],
    [{}, { BAKEN_PORT: "x" }, 'BAKEN_PORT must be a number from 0 to 65535, not "x".'],
    [{ publicUrl: "ftp://x" }, {}, '--public-url must be an http or https URL, not "ftp://x".'],
    [{ accountsTimeout: "0" }, {}, "--accounts-timeout must be a whole number from 1 to 60000"],
    [{ accountsTimeout: "60001" }, {}, "--accounts-timeout must be a whole number from 1 to 60000"],
    [
      { accounts: "postgres:///x" },
      {},
      "--accounts must be a URL such as postgres://user@host:5432/database",
    ],
    [
      {},
      { BAKEN_ACCOUNTS: "http://u:p@h/d" },
      "BAKEN_ACCOUNTS must be a URL such as postgres://user@host:5432/database: it must begin with postgres:// or postgresql://.",
    ],
    [{ publicUrl: "ftp://u:a/b@x" }, {}, "--public-url must be an http or https URL."],
    [{ adminNames: "a,b:9090" }, {}, '--admin-names must be host names separated by commas, not "a,b:9090".'],
    [{ data: "" }, {}, '--data must be the path of a folder, not "".'],
    [{}, { BAKEN_PROT: "1" }, "Unknown environment variable BAKEN_PROT. Did you mean BAKEN_PORT?"],
  ])("refuses %j %j", (flags, env, message) => {
    expect(() => readSettings(flags, env)).toThrow(message);
  });
});

test("every setting's variable and flag follow its name", () => {
  for (const [name, { flag, env }] of Object.entries(SETTINGS)) {
    const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(String(flag)).toBe(words);
    expect(String(env)).toBe(`BAKEN_${words.toUpperCase().replaceAll("-", "_")}`);
  }
});
