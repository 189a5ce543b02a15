/** Runs the oracle of the past: Python on the XML of an extract, which shares nothing with the code under test. */
import { join } from "node:path";
import { hasProgram } from "../../processes/find-program.ts";

const ORACLE = join(import.meta.dir, "oracle.py");
const REWIND = join(import.meta.dir, "rewind.py");

export const hasOracle = (): boolean => hasProgram("python3", "python3");

/** An address as the oracle knows it: fields of docs/interface.md, "Address", by name. */
export type OracleAddress = Readonly<Record<string, unknown>> & { readonly nummeraanduiding_id: string };

interface OracleInput {
  readonly extract: string;
  /** File of names of gemeenten in the layout of NLExtract. */
  readonly names?: string;
  /** Lines for standard input, each written as JSON. */
  readonly lines?: readonly unknown[];
}

/** Returns the lines that a command of oracle.py answers, parsed. */
export async function askOracle<T>(
  { extract, names, lines = [] }: OracleInput,
  ...command: string[]
): Promise<T[]> {
  const named = names === undefined ? [] : ["--names", names];
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const text = await runPython([ORACLE, ...named, extract, ...command], input);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

/** Writes a copy of an extract with the date of another day. */
export async function writeRewound(extract: string, day: string, out: string): Promise<string> {
  await runPython([REWIND, extract, day, out]);
  return out;
}

async function runPython(argv: readonly string[], input = ""): Promise<string> {
  // -B: no compiled files beside the sources.
  const stdin = new Blob([input]);
  const child = Bun.spawn(["python3", "-B", ...argv], { stdin, stdout: "pipe", stderr: "pipe" });
  const [text, complaint, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) {
    throw new Error(`${argv.join(" ")}: ${complaint}`);
  }
  return text;
}
