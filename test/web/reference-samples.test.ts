/** Sends the samples of the reference as they are shown: each must be answered with success. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openKeyStore } from "../../src/accounts/sqlite/sqlite-key-store.ts";
import { createClient } from "../../src/http/client/client.ts";
import { makeDemoPastFolder } from "../support/countries/import-data-folders.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { startServe } from "../support/servers/serve-process.ts";

const dataDir = await makeDemoPastFolder(500);
const keys = openKeyStore(dataDir);
const { token } = keys.create({ name: "samples", kind: "server", ratePerMinute: 1_000_000 });
keys.close();
const server = await startServe(dataDir, ["--threads", "1"]);
const origin = new URL(server.url).origin;

afterAll(async () => {
  await server.signal("SIGTERM");
  rmSync(dataDir, { recursive: true });
});

interface Sample {
  readonly operation: string;
  readonly language: string;
  readonly code: string;
}

/** Reads the samples of all operations from the pages. */
async function readSamples(): Promise<Sample[]> {
  const samples: Sample[] = [];
  const overview = await (await fetch(`${origin}/docs`)).text();
  const pages = new Set([...overview.matchAll(/<h3><a href="(\/docs\/\w+)"/g)].map(([, path]) => path!));
  for (const page of pages) {
    const source = await (await fetch(origin + page)).text();
    const articles = source.matchAll(/<article class="operation" id="([^"]+)"[\s\S]*?<\/article>/g);
    for (const [article, operation] of articles) {
      for (const [, language, code] of article.matchAll(/data-code="(\w+)">([\s\S]*?)<\/pre>/g)) {
        samples.push({ operation: operation!, language: language!, code: textOf(code!) });
      }
    }
  }
  return samples;
}

function textOf(markup: string): string {
  const references = (_: string, code: string) => String.fromCodePoint(Number(code));
  return markup.replaceAll(/<[^>]+>/g, "").replaceAll(/&#(\d+);/g, references);
}

/** Status and file of a job need a job, which the example does not name. */
const WITHOUT_EXAMPLE = [
  "delete-export-jobId",
  "delete-geocode-jobs-jobId",
  "get-export-jobId",
  "get-export-jobId-download",
  "get-geocode-jobs-jobId",
  "get-geocode-jobs-jobId-download",
];
/** The user's file, which samples of an upload send. */
const FILE = "postcode,huisnummer\n1234AB,1\n";
writeFileSync(join(dataDir, "addresses.csv"), FILE);
const samples = (await readSamples()).filter(({ operation }) => !WITHOUT_EXAMPLE.includes(operation));
const samplesIn = (language: string) =>
  samples
    .filter((sample) => sample.language === language)
    .map(({ operation, code }) => [operation, code] as const);

test("there is a sample of every operation in every language", () => {
  expect(samples.length).toBeGreaterThan(40 * 4);
  expect(samplesIn("curl").length).toBe(samplesIn("python").length);
});

describe.skipIf(!hasProgram("curl", "curl"))("curl", () => {
  test.each(samplesIn("curl"))("%s", async (_, code) => {
    const command = code.replace("curl ", "curl -sS -o /dev/null -w '%{http_code}' ");
    const child = Bun.spawn(["sh", "-c", command], {
      cwd: dataDir,
      env: { PATH: process.env.PATH!, BAKEN_KEY: token },
    });
    expect(await new Response(child.stdout).text()).toMatch(/^20[02]$/);
  });
});

const AsyncFunction = (async () => {}).constructor as new (
  ...text: string[]
) => (...values: unknown[]) => Promise<unknown>;

describe("JavaScript", () => {
  test.each(samplesIn("javascript"))("%s", async (operation, code) => {
    const readsJson = operation !== "get-openapi-yaml";
    const run = new AsyncFunction(
      "key",
      "file",
      `${readsJson ? code : code.replace("response.json", "response.text")}; return response.status`,
    );
    expect(await run(token, new Blob([FILE]))).toBeOneOf([200, 202]);
  });
});

describe("TypeScript", () => {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  const reading = samplesIn("typescript").filter(([, code]) => code.includes("baken-client"));

  test.each(reading)("%s", async (_, code) => {
    const [, call = ""] = code.split('from "baken-client";');
    const script = transpiler.transformSync(
      `export default async (createClient, env) => {${call}; return 1;}`,
    );
    const run = new AsyncFunction(
      "createClient",
      "env",
      script.replace("export default async", "return (async").replace(/;?\s*$/, ")(createClient, env)"),
    );
    expect(await run(createClient, { BAKEN_KEY: token })).toBe(1);
  });
});
