/** Requests as whole programs, in the languages of the reference. Shared by server and browser: imports nothing. */

/** Languages of samples by name, with the name shown. */
export const SAMPLE_LANGUAGES = {
  curl: "curl",
  typescript: "TypeScript",
  javascript: "JavaScript",
  python: "Python",
} as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;

/** Kind of the answer: JSON with its content in `data`, other JSON, text, or a file. */
export type SampleAnswer = "data" | "json" | "text" | "file";

/** One request to the interface. */
export interface SampleRequest {
  /** Absolute URL of `/api/v1`. */
  readonly baseUrl: string;
  readonly method: string;
  /** Path with `{name}` for parameters. */
  readonly path: string;
  readonly needsKey: boolean;
  readonly answer: SampleAnswer;
  readonly values: Readonly<Record<string, string | number>>;
  /** JSON text of a POST. */
  readonly body?: string | undefined;
  /** Text of a CSV file that a POST takes as its body; samples send a file of the user's instead. */
  readonly file?: string | undefined;
}

const WRITERS: Readonly<Record<SampleLanguage, (request: SampleRequest) => string>> = {
  curl: writeCurl,
  typescript: writeTypescript,
  javascript: writeJavascript,
  python: writePython,
};

export function writeSample(language: SampleLanguage, request: SampleRequest): string {
  return WRITERS[language](request);
}

/** Returns the URL of a request, path and query percent-encoded. */
export function requestUrl(request: SampleRequest): string {
  const query = Object.entries(queryOf(request)).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const url = request.baseUrl + fillPath(request);
  return query.length === 0 ? url : `${url}?${query.join("&")}`;
}

function fillPath({ path, values }: SampleRequest): string {
  return path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    values[name] === undefined ? placeholder : encodeURIComponent(values[name]),
  );
}

function queryOf({ path, values }: SampleRequest): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !path.includes(`{${name}}`)));
}

/** Name of the user's file in samples, and its type; name of a file that an answer is saved to. */
const FILE = "addresses.csv";
const CSV = "text/csv";
const SAVED = "download";
const KEY_FLAG = '-H "Authorization: Bearer $BAKEN_KEY"';

/** Writes parameters one by one and as typed, which reads more easily than an encoded URL. */
function writeCurl(request: SampleRequest): string {
  const { method, baseUrl, needsKey, answer, body, file } = request;
  if (file !== undefined) {
    const target = `curl -X ${method} ${quoteForShell(requestUrl(request))}`;
    return [target, KEY_FLAG, `-H 'Content-Type: ${CSV}'`, `--data-binary @${FILE}`].join(" \\\n  ");
  }
  const query = Object.entries(queryOf(request)).map(([name, value]) => curlParameter(`${name}=${value}`));
  const flags = [...(query.length > 0 ? ["-G"] : []), ...(method === "GET" ? [] : [`-X ${method}`])];
  const lines = [["curl", ...flags, quoteForShell(baseUrl + fillPath(request))].join(" "), ...query];
  if (needsKey) {
    lines.push(KEY_FLAG);
  }
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoteForShell(body)}`);
  }
  if (answer === "file") {
    lines.push(`-o ${SAVED}`);
  }
  return lines.join(" \\\n  ");
}

function curlParameter(text: string): string {
  return /^[\w.=-]+$/.test(text) ? `-d ${text}` : `--data-urlencode ${quoteForShell(text)}`;
}

function quoteForShell(text: string): string {
  if (/^[\w.:/-]+$/.test(text)) {
    return text;
  }
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes a call of the typed client. It reads JSON only; other requests are written with fetch. */
function writeTypescript(request: SampleRequest): string {
  const { method, needsKey, answer, baseUrl } = request;
  if (method !== "GET" || (answer !== "data" && answer !== "json")) {
    return writeFetch(request, { isTyped: true });
  }
  const token = needsKey ? ", token: process.env.BAKEN_KEY!" : "";
  const values = Object.entries(request.values).map(
    ([name, value]) => `  ${propertyName(name)}: ${literal(value)},`,
  );
  const given = values.length === 0 ? "" : `, {\n${values.join("\n")}\n}`;
  return [
    `// npm install ${new URL("/docs/baken-client.tgz", baseUrl).href}`,
    "// npx tsx sample.mts",
    'import { createClient } from "baken-client";',
    "",
    `const baken = createClient({ baseUrl: ${literal(baseUrl)}${token} });`,
    `const ${answer === "data" ? "{ data }" : "answer"} = await baken.get(${literal(request.path)}${given});`,
    `console.log(${answer === "data" ? "data" : "answer"});`,
  ].join("\n");
}

function writeJavascript(request: SampleRequest): string {
  return writeFetch(request, { isTyped: false });
}

function writeFetch(request: SampleRequest, { isTyped }: { readonly isTyped: boolean }): string {
  const { method, body, file, answer } = request;
  const url = `${request.baseUrl}${fillPath(request)}`;
  const query = Object.entries(queryOf(request)).map(
    ([name, value]) => `  ${propertyName(name)}: ${literal(isTyped ? String(value) : value)},`,
  );
  const options = [
    ...(method === "GET" ? [] : [`  method: ${literal(method)},`]),
    ...headersOf(request),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll("\n", "\n  ")}),`]),
    ...(file === undefined ? [] : [`  body: await openAsBlob(${literal(FILE)}),`]),
  ];
  const target = query.length === 0 ? literal(url) : `\`${url}?\${query}\``;
  const imports = [
    ...(file === undefined ? [] : ['import { openAsBlob } from "node:fs";']),
    ...(answer === "file" ? ['import { writeFile } from "node:fs/promises";'] : []),
  ];
  return [
    ...imports,
    ...(imports.length === 0 ? [] : [""]),
    ...(query.length === 0 ? [] : [`const query = new URLSearchParams({\n${query.join("\n")}\n});`]),
    `const response = await fetch(${target}${options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`});`,
    "if (!response.ok) throw new Error(await response.text());",
    ...FETCH_ENDS[answer](isTyped),
  ].join("\n");
}

/** Last lines of a program, which read the answer. */
const FETCH_ENDS: Readonly<Record<SampleAnswer, (isTyped: boolean) => string[]>> = {
  data: (isTyped) => [
    `const { data } = ${isTyped ? "(await response.json()) as { data: unknown }" : "await response.json()"};`,
    "console.log(data);",
  ],
  json: () => ["console.log(await response.json());"],
  text: () => ["console.log(await response.text());"],
  file: () => [`await writeFile("${SAVED}", new Uint8Array(await response.arrayBuffer()));`],
};

function headersOf({ needsKey, body, file }: SampleRequest): string[] {
  const headers = [
    ...(needsKey ? [`Authorization: \`Bearer \${process.env.BAKEN_KEY}\``] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(file === undefined ? [] : [`"Content-Type": "${CSV}"`]),
  ];
  return headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`];
}

/** Writes a program that needs the standard library only. */
function writePython(request: SampleRequest): string {
  const { method, needsKey, answer, body, file } = request;
  const url = request.baseUrl + fillPath(request);
  const query = Object.entries(queryOf(request)).map(
    ([name, value]) => `    ${literal(name)}: ${literal(value)},`,
  );
  const type = body !== undefined ? "application/json" : file !== undefined ? CSV : undefined;
  const headers = [
    ...(needsKey ? [`"Authorization": f"Bearer {os.environ['BAKEN_KEY']}"`] : []),
    ...(type === undefined ? [] : [`"Content-Type": "${type}"`]),
  ];
  const lines = [
    `    ${query.length === 0 ? literal(url) : `${literal(`${url}?`)} + query`},`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(", ")}},`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body)}).encode(),`]),
    ...(file === undefined ? [] : [`    data=open("${FILE}", "rb").read(),`]),
    ...(method === "GET" ? [] : [`    method=${literal(method)},`]),
  ];
  const imports = [
    ...(body !== undefined || answer === "data" || answer === "json" ? ["import json"] : []),
    ...(needsKey ? ["import os"] : []),
    ...(query.length === 0 ? [] : ["from urllib.parse import urlencode"]),
    "from urllib.request import Request, urlopen",
  ];
  return [
    ...imports,
    "",
    ...(query.length === 0 ? [] : [`query = urlencode({\n${query.join("\n")}\n})`]),
    `request = Request(\n${lines.join("\n")}\n)`,
    "with urlopen(request) as response:",
    `    ${PYTHON_ENDS[answer]}`,
  ].join("\n");
}

/** Last line of a program, which reads the answer. */
const PYTHON_ENDS: Readonly<Record<SampleAnswer, string>> = {
  data: 'print(json.load(response)["data"])',
  json: "print(json.load(response))",
  text: "print(response.read().decode())",
  file: `open("${SAVED}", "wb").write(response.read())`,
};

/** Writes JSON as Python; text that is no JSON stays unchanged. */
function pythonLiteral(json: string): string {
  const words = new Map<unknown, string>([
    [true, "True"],
    [false, "False"],
    [null, "None"],
  ]);
  try {
    const marked = JSON.stringify(JSON.parse(json), (_, value) => markWord(words.get(value)) ?? value, 4);
    return marked.replaceAll(/"\\u0000(\w+)"/g, "$1").replaceAll("\n", "\n    ");
  } catch {
    return json;
  }
}

function markWord(word: string | undefined): string | undefined {
  return word && `\u0000${word}`;
}

/** Writes a literal that JavaScript and Python share. */
function literal(value: string | number): string {
  return JSON.stringify(value);
}

function propertyName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : literal(name);
}
