/** Runs the samples of the reference as whole programs, as they are shown, in each language. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_JOB_ID } from "../../src/http/endpoints/job-answers.ts";
import { makeDemoPastFolder } from "../support/countries/import-data-folders.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { until } from "../support/processes/until.ts";
import { startServe } from "../support/servers/serve-process.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../..");
const NODE = join(ROOT, "node_modules/.bin/node");
const dataDir = await makeDemoPastFolder(500);
const keys = openKeyStore(dataDir);
const { token } = keys.create({ name: "samples", kind: "server", ratePerMinute: 1_000_000 });
keys.close();
const server = await startServe(dataDir, ["--threads", "1"]);
const origin = new URL(server.url).origin;
/** Folder in which a visitor keeps the programs, beside the file that uploads send. */
const folder = join(dataDir, "programs");
mkdirSync(folder);
writeFileSync(join(folder, "addresses.csv"), "postcode,huisnummer\n1234AB,1\n");

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

const samples = await readSamples();
const samplesIn = (language: string) =>
  samples
    .filter((sample) => sample.language === language)
    .map(({ operation, code }) => [operation, code] as const);

const headers = { Authorization: `Bearer ${token}` };

/** Starts a job of a kind; returns its id when it is done. */
async function makeJob(kind: "export" | "geocode/jobs"): Promise<string> {
  const id =
    kind === "export"
      ? await post("export/addresses", JSON.stringify({ format: "csv" }), "application/json")
      : await post(kind, readFileSync(join(folder, "addresses.csv"), "utf8"), "text/csv");
  await until(async () => {
    const answer = await fetch(`${origin}/api/v1/${kind}/${id}`, { headers });
    const { status } = ((await answer.json()) as { data: { status: string } }).data;
    expect(status).not.toBe("failed");
    return status === "completed";
  });
  return id;
}

async function post(path: string, body: string, type: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/${path}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": type },
    body,
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { data: { job_id: string } }).data.job_id;
}

const jobs = new Map<string, string>();

/** Puts the id of a real job into a sample. Samples that read share a job; each sample that deletes gets a new job. */
async function withRealJob(operation: string, code: string): Promise<string> {
  if (!code.includes(EXAMPLE_JOB_ID)) {
    return code;
  }
  const kind = operation.includes("geocode") ? "geocode/jobs" : "export";
  if (operation.startsWith("delete")) {
    return code.replaceAll(EXAMPLE_JOB_ID, await makeJob(kind));
  }
  const id = jobs.get(kind) ?? (await makeJob(kind));
  jobs.set(kind, id);
  return code.replaceAll(EXAMPLE_JOB_ID, id);
}

/** Runs a command in the folder; returns what it printed, or the file that it saved. */
async function run(command: readonly string[]): Promise<string> {
  const saved = join(folder, "download");
  rmSync(saved, { force: true });
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { PATH: process.env.PATH!, BAKEN_KEY: token },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect({ exitCode: await child.exited, errors: child.exitCode === 0 ? "" : errors }).toEqual({
    exitCode: 0,
    errors: "",
  });
  return (await Bun.file(saved).exists()) ? readFileSync(saved, "latin1") : printed;
}

function save(operation: string, extension: string, code: string): string {
  const path = join(folder, `${operation.replaceAll(/\W/g, "-")}.${extension}`);
  writeFileSync(path, code);
  return path;
}

test("there is a sample of every operation in every language", () => {
  const operations = samplesIn("curl").map(([operation]) => operation);
  expect(operations.length).toBeGreaterThan(40);
  for (const language of ["javascript", "typescript", "python"]) {
    expect(samplesIn(language).map(([operation]) => operation)).toEqual(operations);
  }
});

describe.skipIf(!hasProgram("curl", "curl"))("curl", () => {
  test.each(samplesIn("curl"))("%s", async (operation, code) => {
    const command = (await withRealJob(operation, code)).replace("curl ", "curl -sS --fail-with-body ");
    expect(await run(["sh", "-eu", "-c", command])).not.toBe("");
  });
});

describe("JavaScript", () => {
  test.each(samplesIn("javascript"))("%s", async (operation, code) => {
    const path = save(operation, "mjs", await withRealJob(operation, code));
    expect(await run([NODE, path])).not.toBe("");
  });
});

describe.skipIf(!hasProgram("/usr/bin/python3", "python3"))("Python", () => {
  test.each(samplesIn("python"))("%s", async (operation, code) => {
    const path = save(operation, "py", await withRealJob(operation, code));
    expect(await run(["/usr/bin/python3", "-I", path])).not.toBe("");
  });
});

describe("TypeScript", () => {
  beforeAll(async () => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await run(["npm", "install", "--no-audit", "--no-fund", `${origin}/docs/baken-client.tgz`]);
    mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
    symlinkSync(join(ROOT, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  });

  test("all samples are strict TypeScript", async () => {
    for (const [operation, code] of samplesIn("typescript")) {
      // Without an import or export, TypeScript takes the file for a script, whose names are shared by all files.
      save(operation, "ts", `${code}\nexport {};\n`);
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2024",
      module: "nodenext",
      types: ["node"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    await run([process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder]);
  });

  test.each(samplesIn("typescript"))("%s", async (operation, code) => {
    const path = save(operation, "ts", await withRealJob(operation, code));
    expect(await run([NODE, path])).not.toBe("");
  });
});
