/**
 * Packs the client, installs it in a fresh folder, compiles a project against it with both versions of TypeScript, and
 * runs that project where users do.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { packClient } from "../../release/client/build-client.ts";
import { HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { collectOutcome, start } from "../support/processes/baken-process.ts";
import { findProgram } from "../support/processes/find-program.ts";
import { KEURSTRAAT } from "../support/registries/registry-fixture.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const ROOT = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "baken-client-package-"));
const project = join(folder, "project");
const dataDir = makeDataFolder();
let server: ServeProcess | undefined;
let archive: string;

/** Uses the client of static files as a program does. */
const STATIC_CONSUMER = `
import type { Address } from "baken-client";
import { createStaticClient, type StaticAddress, StaticFilesFailed } from "baken-client/static";

export async function tryStatic(baseUrl: string): Promise<string> {
  const files = createStaticClient({ baseUrl });
  const { address, candidates }: { address: StaticAddress | null; candidates: readonly StaticAddress[] } =
    await files.lookup({ postcode: "1382 kt", number: "5a" });
  const part: Pick<Address, "straatnaam"> | null = address;
  // @ts-expect-error positions may be missing
  const north: number = candidates[0]!.latitude;
  return part === null ? String(north) : part.straatnaam;
}

export const isAway = (error: unknown): boolean => error instanceof StaticFilesFailed && error.reason === "away";
`;

/** Uses the client as a program does; the lines that must not compile say so. */
const CONSUMER = `
import { type Address, type AnswerOf, createClient, type ParametersOf, RequestFailed } from "baken-client";

export async function tryClient(baseUrl: string, token: string): Promise<unknown> {
  const baken = createClient({ baseUrl, token, retries: 1 });
  const question: ParametersOf<"/addresses/lookup"> = { postcode: "1382KT", number: 5, letter: "a" };
  const { data }: AnswerOf<"/addresses/lookup"> = await baken.get("/addresses/lookup", question);
  const address: Address = data;
  const year: number | null = address.bouwjaar;
  const purpose: string | undefined = address.gebruiksdoel[0];
  const numbers: number[] = [];
  const street = { openbareRuimteId: "${KEURSTRAAT}", per_page: 3 };
  for await (const { huisnummer } of baken.each("/streets/{openbareRuimteId}/addresses", street)) {
    numbers.push(huisnummer);
  }
  const refused = await baken.get("/addresses/lookup", { postcode: "1382KT", number: 6 }).catch((error: unknown) => error);
  const code = refused instanceof RequestFailed ? refused.problem?.code : undefined;
  return { street: address.straatnaam, hasYear: year !== null, purpose: purpose ?? null, numbers, code };
}

export async function requestExport(baseUrl: string, token: string): Promise<string> {
  const baken = createClient({ baseUrl, token });
  const { data } = await baken.post("/export/addresses", { format: "json" });
  return (await baken.get("/export/{jobId}", { jobId: data.job_id })).data.job_id === data.job_id ? "queued" : "lost";
}

export async function never(): Promise<void> {
  const baken = createClient({ baseUrl: "" });
  // @ts-expect-error no such path
  await baken.get("/nope");
  // @ts-expect-error number is missing
  await baken.get("/addresses/lookup", { postcode: "1382KT" });
  // @ts-expect-error not a number
  await baken.get("/addresses/lookup", { postcode: "1382KT", number: "5" });
  // @ts-expect-error not a list
  baken.each("/version");
  // @ts-expect-error nothing of that name to include
  await baken.get("/cities", { include: "addresses" });
  // @ts-expect-error not one of the formats
  await baken.post("/export/addresses", { format: "xml" });
  // @ts-expect-error a record is not any
  (await baken.get("/version")).data.nope;
}
`;
const PROGRAM = `
import process from "node:process";
import { requestExport, tryClient } from "./consumer.js";
const [baseUrl, token] = process.argv.slice(2);
console.log(JSON.stringify([await tryClient(baseUrl, token), await requestExport(baseUrl, token)]));
`;
/** Declarations that the sample needs and no library has. */
const PROCESS = "declare const process: { env: Record<string, string | undefined> };\n";
const CONSOLE = "declare const console: { log(text: string): void };\n";
/** The registry fixture (ADRESSEN of registry-fixture-rows.ts): the numbers of Keurstraat in order. */
const EXPECTED = {
  street: "Keurstraat",
  hasYear: true,
  purpose: "woonfunctie",
  numbers: [5, 5, 12, 12, 12, 12, 100, 100, 100, 100],
  code: "not_found",
};

async function run(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await collectOutcome(start(words));
  expect({ exitCode, output: stdout + stderr }).toEqual({ exitCode: 0, output: stdout + stderr });
  return stdout;
}

beforeAll(async () => {
  archive = await packClient(folder);
  mkdirSync(project);
  const manifest = { name: "project", private: true, type: "module" };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  await run("npm", "install", "--prefix", project, "--offline", "--no-audit", "--no-fund", archive);
  const [, sample = ""] = readFileSync(join(ROOT, "release/client/README.md"), "utf8").match(
    /```ts\n(.*?)```/s,
  )!;
  const files = {
    "consumer.ts": CONSUMER,
    "static-consumer.ts": STATIC_CONSUMER,
    "sample.ts": sample,
    "program.js": PROGRAM,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(project, name), text);
  }
  server = await startServe(dataDir, ["--threads", "1"]);
});
afterAll(async () => {
  await server?.signal("SIGTERM");
  for (const path of [folder, dataDir]) {
    rmSync(path, { recursive: true });
  }
});

const COMPILERS = ["typescript", "typescript-5"];
const RESOLUTIONS = [
  ["node16", "node16", "es2022"],
  ["nodenext", "nodenext", "es2022,dom"],
  ["esnext", "bundler", "es2022"],
  ["esnext", "bundler", "es2022,dom"],
] as const;

test.each(
  COMPILERS.flatMap((compiler) => RESOLUTIONS.map((resolution) => [compiler, ...resolution] as const)),
)(
  "%s compiles it under strict: %s, moduleResolution %s, lib %s",
  async (compiler, module, moduleResolution, lib) => {
    const compilerOptions = { module, moduleResolution, lib: lib.split(","), target: "es2022", types: [] };
    const options = {
      ...compilerOptions,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
    };
    const config = {
      compilerOptions: options,
      files: ["consumer.ts", "static-consumer.ts", "sample.ts", "globals.d.ts"],
    };
    const hasConsole = lib.includes("dom");
    writeFileSync(join(project, "globals.d.ts"), hasConsole ? PROCESS : PROCESS + CONSOLE);
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    await run("node", join(ROOT, "node_modules", compiler, "bin/tsc"), "--project", project);
  },
);

test("a CommonJS program requires it, with its types, and a module of TypeScript for node16 may too", async () => {
  writeFileSync(join(project, "consumer.cts"), CONSUMER);
  writeFileSync(
    join(project, "program.cjs"),
    `const { tryClient } = require("./consumer.cjs");
const { createStaticClient } = require("baken-client/static");
const [baseUrl, token] = process.argv.slice(2);
tryClient(baseUrl, token).then((got) => console.log(JSON.stringify([got, typeof createStaticClient])));`,
  );
  const tsc = ["node", join(ROOT, "node_modules/typescript/bin/tsc")];
  const options = ["--module", "node16", "--target", "es2022", "--strict", "--types", "", "--lib", "es2022"];
  await run(...tsc, ...options, "--ignoreConfig", join(project, "consumer.cts"));
  const token = issueKey(dataDir, {});
  const printed = await run("node", join(project, "program.cjs"), server!.url, token);
  expect(JSON.parse(printed)).toEqual([EXPECTED, "function"]);
});

const RUNTIMES: [string, string | undefined, ...string[]][] = [
  ["Node of the system", findProgram("node")],
  ["Node 24", join(ROOT, "node_modules/node/bin/node")],
  ["Bun", process.execPath],
  ["Deno", findProgram("deno"), "run", "--allow-net"],
];

test.each(RUNTIMES)("%s runs it", async (name, program, ...words) => {
  if (program === undefined) {
    return printSkipped(`${name} is not installed`);
  }
  const token = issueKey(dataDir, {});
  const printed = await run(program, ...words, join(project, "program.js"), server!.url, token);
  expect(JSON.parse(printed)).toEqual([EXPECTED, "queued"]);
});

describe.if(HAS_BROWSER)("in a browser", () => {
  test("Chromium loads the module unchanged and asks a server of another origin", async () => {
    const types = { "/": "text/html", "/consumer.js": "text/javascript", "/client.js": "text/javascript" };
    const page = `<!doctype html><script type="importmap">{"imports": {"baken-client": "/client.js"}}</script>`;
    const site = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch(request) {
        const { pathname } = new URL(request.url);
        const type = types[pathname as "/"];
        const file = join(project, pathname === "/client.js" ? "node_modules/baken-client" : "", pathname);
        return type === undefined
          ? new Response(null, { status: 404 })
          : new Response(pathname === "/" ? page : Bun.file(file), { headers: { "content-type": type } });
      },
    });
    const token = issueKey(dataDir, { kind: "browser", origins: [site.url.origin] });
    const browser = await launchBrowser();
    try {
      const watched = await openPage(browser);
      await watched.page.goto(site.url.href);
      const answer = await watched.page.evaluate(
        async ([url, key]) => (await import("/consumer.js" as string)).tryClient(url, key),
        [server!.url, token] as const,
      );
      expect(answer).toEqual(EXPECTED);
      expect(watched.faults).toEqual([]);
    } finally {
      await browser.close();
      await site.stop(true);
    }
  });
});

test("it has no dependencies, loads less than 5 KB compressed, and is packed alike each time", async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(basename(archive)).toBe(`baken-client-${version}.tgz`);
  const installed = join(project, "node_modules/baken-client");
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect([manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const code = readFileSync(join(installed, "client.js"));
  expect(code.toString()).not.toContain("import");
  expect(Bun.gzipSync(code).length).toBeLessThan(5 * 1024);
  const again = await packClient(join(folder, "again"));
  expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
});
