/**
 * Checks the OpenAPI documents with common linters: Redocly (recommended) and Spectral (OAS rules) find only what
 * test/http/redocly-ignore.yaml names, and the Dutch government's API Design Rules only the deviations of docs/http.md.
 * Skips, with a notice, where the linters cannot be had.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOGIUS_RULES } from "../support/extracts/reference-files.ts";
import { canReachRegistry, installPackages } from "../support/release/npm-versions.ts";
import { openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { openHarness } from "../support/servers/http-harness.ts";

/** Larger than baken, and used by this test only. Some need Node 22 or later: the npm package `node`. */
const LINTERS = [
  "node@24.21.0",
  "@redocly/cli@2.77.0",
  "@stoplight/spectral-cli@6.16.3",
  "openapi-typescript@7.13.0",
  "typescript@5.9.3",
];
/** Kept, because they are slow to install. */
const LINTERS_FOLDER = join(tmpdir(), "baken-linters");
const BIN = join(LINTERS_FOLDER, "node_modules/.bin");
const isInstalled = existsSync(join(BIN, "redocly"));
const hasLinters = isInstalled || canReachRegistry();
if (hasLinters && !isInstalled) {
  installPackages(LINTERS_FOLDER, LINTERS);
}

const folder = mkdtempSync(join(tmpdir(), "baken-lint-"));
const harness = openHarness();
const yaml = await harness.ask("/openapi.yaml").text();
await Bun.write(join(folder, "openapi.yaml"), yaml);
const foreign = openInterfaces({}, { interfaces: ["ogc", "location"] });
const FOREIGN = { ogc: "/kadaster/bag/ogc/v2/api", location: "/kadaster/location-api/v1/api" };
for (const [name, path] of Object.entries(FOREIGN)) {
  await Bun.write(join(folder, `${name}.json`), await (await foreign.ask(path)).text());
}
foreign.close();
// The design rules switch most OAS rules off; the second entry switches these on again.
const rules = { extends: [LOGIUS_RULES, ["spectral:oas", "recommended"]] };
await Bun.write(join(folder, "rules.yaml"), JSON.stringify(rules));
cpSync(join(import.meta.dir, "redocly-ignore.yaml"), join(folder, ".redocly.lint-ignore.yaml"));
afterAll(() => {
  harness.close();
  rmSync(folder, { recursive: true });
});

/** Runs a linter and parses its JSON output. */
async function lint(linter: "redocly" | "spectral", args: string[], file = "openapi.yaml"): Promise<unknown> {
  const child = Bun.spawn([join(BIN, "node"), join(BIN, linter), "lint", ...args, file], {
    cwd: folder,
    env: { PATH: process.env.PATH!, REDOCLY_TELEMETRY: "off" },
    stderr: "pipe",
  });
  const text = await child.stdout.text();
  if (!text.startsWith("{") && !text.startsWith("[")) {
    throw new Error(text + (await child.stderr.text()));
  }
  return JSON.parse(text);
}

interface SpectralResult {
  readonly code: string;
  readonly path: readonly (string | number)[];
}

/** Returns the findings of OAS rules and design rules; one run for both reads the document and its examples once. */
async function spectral(): Promise<string[]> {
  const results = (await lint("spectral", ["--quiet", "-f", "json", "-r", "rules.yaml"])) as SpectralResult[];
  return results.map(({ code, path }) => `${code} ${path.join(" ")}`);
}

describe.skipIf(!hasLinters)("linters", () => {
  let findings: readonly string[];
  beforeAll(async () => {
    findings = await spectral();
  }, 180_000);

  test("Redocly, recommended rules", async () => {
    const { totals } = (await lint("redocly", ["--extends", "recommended", "--format", "json"])) as {
      totals: { errors: number; warnings: number; ignored: number };
    };
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 1 });
  }, 180_000);

  test("Spectral, OAS rules", () => {
    expect(findings.filter((finding) => !finding.startsWith("nlgov:"))).toEqual([NO_CONTACT]);
  });

  test.each(Object.keys(FOREIGN))(
    "Redocly, on the document of the interface %s",
    async (name) => {
      const args = ["--extends", "recommended", "--format", "json"];
      const { totals } = (await lint("redocly", args, `${name}.json`)) as { totals: object };
      expect(totals).toMatchObject({ errors: 0, warnings: 0 });
    },
    180_000,
  );

  test("openapi-typescript makes types of the Location API that TypeScript takes", async () => {
    const run = async (...args: string[]) => {
      const child = Bun.spawn([join(BIN, "node"), ...args], { cwd: folder, stdout: "pipe", stderr: "pipe" });
      return [await child.exited, (await child.stdout.text()) + (await child.stderr.text())] as const;
    };
    const [made, output] = await run(join(BIN, "openapi-typescript"), "location.json", "-o", "location.ts");
    expect([made, output]).toEqual([0, expect.any(String)]);
    const use = `import type { operations } from "./location.ts";
      export const query: operations["search"]["parameters"]["query"] = { q: "x", adres: { version: 1, relevance: 0.5 } };
      export type Href = operations["search"]["responses"]["200"]["content"]["application/geo+json"]["features"][0];
      export const href = (each: Href): string[] | undefined => each.properties.href;`;
    await Bun.write(join(folder, "use.ts"), use);
    const flags = ["--noEmit", "--strict", "--allowImportingTsExtensions", "--module", "nodenext"];
    expect(await run(join(BIN, "tsc"), ...flags, "use.ts")).toEqual([0, ""]);
  }, 180_000);

  test("API Design Rules, but for the listed deviations", () => {
    expect(findings.filter((finding) => !DEVIATIONS.some((deviation) => deviation.test(finding)))).toEqual(
      [],
    );
    for (const deviation of DEVIATIONS) {
      expect(findings.some((finding) => deviation.test(finding))).toBe(true);
    }
  });
});

/** The document names no contact: baken cannot know whom the users of a service should ask. */
const NO_CONTACT = "info-contact info";

/** Accepted deviations, explained in docs/http.md. */
const DEVIATIONS = [
  new RegExp(`^${NO_CONTACT}$`),
  /^nlgov:query-keys-camel-case paths \S+ (get|post) parameters \d+ name$/,
  /^nlgov:use-problem-schema paths \/status get responses 503 content$/,
  /^nlgov:use-problem-schema paths \/mcp post responses 404 content$/,
  // The rule takes any key that contains "post" for a method, but the specification has fields with such names.
  /^nlgov:problem-invalid-input paths \S+ get responses 200 content application\/json example .*\bpostcode(s|_area)?$/,
];
