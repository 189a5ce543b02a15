/** Checks the files of deploy/ against baken: every variable is a setting with a valid value, every command exists. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { SETTINGS } from "../../src/base/settings.ts";
import { parseCommand } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands/index.ts";

const DEPLOY = join(import.meta.dir, "../../deploy");
const FILES = ["compose", "kubernetes"].flatMap((folder) =>
  readdirSync(join(DEPLOY, folder))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => `${folder}/${name}`),
);
/** Variables of compose itself, in .env beside the file. */
const IN_ENV_FILE = {
  POSTGRES_PASSWORD: "p/ %",
  POSTGRES_PASSWORD_IN_URL: "p%2F%20%25",
  VALKEY_PASSWORD: "p@#?",
  VALKEY_PASSWORD_IN_URL: "p%40%23%3F",
  STORAGE_PASSWORD: "p",
};
const IMAGE = /baken:latest|BAKEN_IMAGE/;

type Node = Readonly<Record<string, unknown>>;

/** Returns every map of a document, the outer ones first. */
function mapsOf(value: unknown): Node[] {
  if (Array.isArray(value)) {
    return value.flatMap(mapsOf);
  }
  return typeof value === "object" && value !== null
    ? [value as Node, ...Object.values(value).flatMap(mapsOf)]
    : [];
}

function readMaps(file: string): Node[] {
  const documents = parseAllDocuments(readFileSync(join(DEPLOY, file), "utf8"), { merge: true });
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.flatMap((document) => mapsOf(document.toJS()));
}

/** Returns the variables that a file sets: as a map, or as pairs of name and value. */
function variablesIn(file: string): [name: string, value: string][] {
  return readMaps(file).flatMap((map) => {
    const pairs = Object.entries(map).filter(([, value]) => typeof value === "string");
    const { name, value } = map;
    return [
      ...(pairs as [string, string][]),
      ...(typeof name === "string" ? [[name, `${value}`] as const] : []),
    ];
  }) as [string, string][];
}

/** Replaces `${NAME:?}` and `${NAME:-default}` as compose does. */
function interpolate(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::\?|:-([^}]*))\}/g, (_, name: string, fallback?: string) => {
    const value = fallback ?? IN_ENV_FILE[name as keyof typeof IN_ENV_FILE];
    expect(value, `${name} is neither a variable of .env nor has a default`).toBeDefined();
    return value!;
  });
}

describe.each(FILES)("deploy/%s", (file) => {
  test("its variables are settings with values that they accept", () => {
    const ours = variablesIn(file).filter(([name]) => name.startsWith("BAKEN_"));
    const settings = Object.values(SETTINGS);
    for (const [name, value] of ours) {
      const setting = settings.find(({ env }) => env === name);
      expect(setting, name).toBeDefined();
      const parsed = setting!.schema.safeParse(interpolate(value));
      expect(parsed.error?.message, `${name}=${value}`).toBeUndefined();
    }
  });

  test("its commands exist and accept their arguments", async () => {
    const containers = readMaps(file).filter(({ image }) => typeof image === "string" && IMAGE.test(image));
    for (const { command, args } of containers) {
      const words = (command ?? args ?? []) as string[];
      if (words.length > 0) {
        const [name = "", ...rest] = words;
        expect(Object.keys(COMMANDS)).toContain(name);
        const definition = await COMMANDS[name]!();
        expect(() => parseCommand(definition, rest)).not.toThrow();
      }
    }
  });

  test("files that it mounts are there", () => {
    const mounted = [...readFileSync(join(DEPLOY, file), "utf8").matchAll(/"(\.\/[\w.]+):/g)];
    for (const [, path = ""] of mounted) {
      expect(existsSync(join(DEPLOY, file, "..", path)), path).toBe(true);
    }
  });
});

test("nodes trust the proxy alone, never a network", () => {
  const trusted = (file: string) =>
    variablesIn(file).flatMap(([name, value]) => (name === "BAKEN_TRUSTED_PROXIES" ? value.split(",") : []));
  const proxies = readMaps("compose/compose.yaml").flatMap(({ ipv4_address }) => ipv4_address ?? []);
  // Once for the anchor, and once for each of the three nodes that merge it.
  expect([...new Set(trusted("compose/compose.yaml"))]).toEqual([...new Set(proxies)] as string[]);
  const ingress = trusted("kubernetes/nodes.yaml");
  expect(ingress.length).toBeGreaterThan(0);
  expect(ingress.filter((address) => isIP(address) === 0)).toEqual([]);
});

test("every file sets what the nodes share", () => {
  const names = (folder: string) =>
    FILES.filter((file) => file.startsWith(folder)).flatMap((file) =>
      variablesIn(file).map(([name]) => name),
    );
  const shared = ["BAKEN_ACCOUNTS", "BAKEN_COUNTERS", "BAKEN_EXPORT_STORE", "BAKEN_REGISTRY_SOURCE"];
  expect(names("compose")).toEqual(expect.arrayContaining(shared));
  expect(names("kubernetes")).toEqual(expect.arrayContaining(shared));
});
