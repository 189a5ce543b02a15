/** Requests as code, in the languages of the reference. Shared by server and browser: imports nothing. */

/** Languages of samples by name, with the name shown. */
export const SAMPLE_LANGUAGES = {
  curl: "curl",
  typescript: "TypeScript",
  javascript: "JavaScript",
  python: "Python",
} as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;

/** One request to the interface. */
export interface SampleRequest {
  /** Absolute URL of `/api/v1`. */
  readonly baseUrl: string;
  readonly method: string;
  /** Path with `{name}` for parameters. */
  readonly path: string;
  readonly needsKey: boolean;
  /** True when the answer has its content in `data`. */
  readonly hasData: boolean;
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

/** Name of the user's file in samples, and its type. */
const FILE = "addresses.csv";
const CSV = "text/csv";
const KEY_FLAG = '-H "Authorization: Bearer $BAKEN_KEY"';

/** Writes parameters one by one and as typed, which reads more easily than an encoded URL. */
function writeCurl(request: SampleRequest): string {
  const { method, baseUrl, needsKey, body, file } = request;
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

/** Writes a call of the typed client; that reads only, so a POST is written with fetch. */
function writeTypescript(request: SampleRequest): string {
  if (request.method !== "GET") {
    return writeJavascript(request);
  }
  const token = request.needsKey ? ", token: env.BAKEN_KEY!" : "";
  const values = Object.entries(request.values).map(
    ([name, value]) => `  ${propertyName(name)}: ${literal(value)},`,
  );
  const given = values.length === 0 ? "" : `, {\n${values.join("\n")}\n}`;
  return [
    ...(request.needsKey ? ['import { env } from "node:process";'] : []),
    'import { createClient } from "baken-client";',
    "",
    `const baken = createClient({ baseUrl: ${literal(request.baseUrl)}${token} });`,
    `const ${resultName(request)} = await baken.get(${literal(request.path)}${given});`,
  ].join("\n");
}

function writeJavascript(request: SampleRequest): string {
  const { method, body, file, hasData } = request;
  const url = `${request.baseUrl}${fillPath(request)}`;
  const query = Object.entries(queryOf(request)).map(
    ([name, value]) => `  ${propertyName(name)}: ${literal(value)},`,
  );
  const options = [
    ...(method === "GET" ? [] : [`  method: ${literal(method)},`]),
    ...headersOf(request),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll("\n", "\n  ")}),`]),
    ...(file === undefined ? [] : ["  body: file, // a File or Blob"]),
  ];
  const target = query.length === 0 ? literal(url) : `\`${url}?\${query}\``;
  return [
    ...(query.length === 0 ? [] : [`const query = new URLSearchParams({\n${query.join("\n")}\n});`]),
    `const response = await fetch(${target}${options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`});`,
    `const ${resultName(request)} = await response.${file === undefined || hasData ? "json" : "text"}();`,
  ].join("\n");
}

function headersOf({ needsKey, body, file }: SampleRequest): string[] {
  const headers = [
    ...(needsKey ? [`Authorization: \`Bearer \${key}\``] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(file === undefined ? [] : [`"Content-Type": "${CSV}"`]),
  ];
  return headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`];
}

function writePython(request: SampleRequest): string {
  const { method, needsKey, body, file } = request;
  const query = Object.entries(queryOf(request)).map(
    ([name, value]) => `${literal(name)}: ${literal(value)}`,
  );
  const lines = [
    `    ${literal(request.baseUrl + fillPath(request))},`,
    ...(query.length === 0 ? [] : [`    params={${query.join(", ")}},`]),
    ...(needsKey && file === undefined ? [`    headers={${PYTHON_KEY}},`] : []),
    ...(file === undefined
      ? []
      : [`    headers={${PYTHON_KEY}, "Content-Type": "${CSV}"},`, `    data=open("${FILE}", "rb"),`]),
    ...(body === undefined ? [] : [`    json=${pythonLiteral(body)},`]),
  ];
  return [
    ...(needsKey ? ["import os"] : []),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(\n${lines.join("\n")}\n)`,
    "response.raise_for_status()",
    request.hasData ? 'data = response.json()["data"]' : "answer = response.text",
  ].join("\n");
}

const PYTHON_KEY = `"Authorization": f"Bearer {os.environ['BAKEN_KEY']}"`;

function resultName({ hasData }: SampleRequest): string {
  return hasData ? "{ data }" : "answer";
}

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
