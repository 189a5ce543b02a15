/** Parses blocks that are data, or code that no shell runs, in their own language. */
import { SaxesParser } from "saxes";
import { parse as parseYaml } from "yaml";
import { findProgram } from "../processes/find-program.ts";
import type { Block } from "./blocks.ts";

/** Throws an Error for text that is not valid in the language. */
type Reader = (code: string) => unknown;

const transpile = (loader: "js" | "ts" | "tsx") => (code: string) =>
  new Bun.Transpiler({ loader }).transformSync(code);

function readXml(code: string): void {
  const parser = new SaxesParser({ fragment: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(code).close();
}

/** Every script of a page must be a program. */
async function readHtml(code: string): Promise<void> {
  let script = "";
  const rewriter = new HTMLRewriter().on("script", {
    text({ text }) {
      script += text;
    },
  });
  await rewriter.transform(new Response(code)).text();
  transpile("js")(script);
}

/** Every line has as many values as the header. */
function readCsv(code: string): void {
  const counts = code
    .trim()
    .split("\n")
    .map((line) => line.split(",").length);
  if (new Set(counts).size !== 1) {
    throw new Error(`lines have ${[...new Set(counts)].join(", ")} values`);
  }
}

/** Sections, keys and comments of INI files and units of systemd. */
function readIni(code: string): void {
  const wrong = code.split("\n").find((line) => !/^(\s*([#;].*)?|\[[^\]]+\]|[\w-]+\s*=.*)$/.test(line));
  if (wrong !== undefined) {
    throw new Error(`not a line of this language: ${wrong}`);
  }
}

/** Braces of configurations of servers must match. */
function readBraces(code: string): void {
  let depth = 0;
  for (const character of code.replaceAll(/"[^"]*"|'[^']*'|#.*/g, "")) {
    depth += character === "{" ? 1 : character === "}" ? -1 : 0;
    if (depth < 0) {
      break;
    }
  }
  if (depth !== 0) {
    throw new Error("braces do not match");
  }
}

function readCron(code: string): void {
  const wrong = code
    .trim()
    .split("\n")
    .find((line) => !/^(#.*|(\S+\s+){5}\S.*)$/.test(line));
  if (wrong !== undefined) {
    throw new Error(`not a line of cron: ${wrong}`);
  }
}

/** Checks the syntax, where Ruby is installed. */
function readRuby(code: string): void {
  if (findProgram("ruby") !== undefined) {
    const { success, stderr } = Bun.spawnSync(["ruby", "-c"], { stdin: Buffer.from(code) });
    if (!success) {
      throw new Error(stderr.toString());
    }
  }
}

const READERS: Readonly<Record<string, Reader>> = {
  json: JSON.parse,
  yaml: (code) => parseYaml(code),
  toml: (code) => Bun.TOML.parse(code),
  xml: readXml,
  html: readHtml,
  csv: readCsv,
  ini: readIni,
  systemd: readIni,
  nginx: readBraces,
  caddy: readBraces,
  haproxy: readBraces,
  cron: readCron,
  ruby: readRuby,
  js: transpile("js"),
  tsx: transpile("tsx"),
  // Output and figures.
  text: (code) => code.length > 0,
};

/** Reads a block; returns a sentence that says what is wrong with it. */
export async function faultOfData({ language, code, place }: Block): Promise<string | undefined> {
  if (language === "") {
    return `${place}: the block has no language`;
  }
  const read = READERS[language];
  if (read === undefined) {
    return `${place}: nothing reads ${language}`;
  }
  try {
    await read(code);
    return undefined;
  } catch (error) {
    return `${place}: ${String(error)}`;
  }
}
