/**
 * Generates request bodies: JSON, forms, broken text, deep nesting, large cells, compressed, up to the size limit and
 * above it.
 */

import type { Random } from "./random.ts";
import { anyJson } from "./values.ts";

export interface GeneratedBody {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly contentEncoding?: string;
}

/** Largest body that the server reads, in bytes; docs/limits.md. */
const LIMIT = 256 * 1024;

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const MULTIPART = "multipart/form-data; boundary=x";

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const FIELDS = [
  "format",
  "gemeente_code",
  "woonplaats_id",
  "provincie_naam",
  "gebruiksdoel",
  "city",
  "__proto__",
  "x",
];
const VALUES = [
  "csv",
  "json",
  "xml",
  "0457",
  "NH",
  "Narnia",
  "",
  " ",
  "\u0000",
  "é",
  "x".repeat(500),
  "woonfunctie",
];

/** Returns a table: sound, ragged, with broken quotes, or of hostile cells. */
function anyCsv(random: Random): string {
  const separator = random.pick([",", ";", "\t", "|"]);
  const cell = () =>
    random.pick(["1382KT", "5", "5a", "Keurstraat", "Weesp", '"', '"a\n', "=1+1", "\u0000", "é", ""]);
  const header = random.pick(["postcode,nr", "adres", "lat,lon", "x,y", ""]).replaceAll(",", separator);
  const rows = random.list(random.integer(0, 30), () =>
    random.list(random.integer(0, 4), cell).join(separator),
  );
  return [header, ...rows].join(random.pick(["\n", "\r\n", "\r"]));
}

/** Characters of large cells: about what is matched, what a cell may hold, and far more. */
const CELL_LENGTHS = [500, 4_000, 5_000, 32_767, 32_768, 900_000];

/** Returns a table with a large cell in one of its columns. */
function largeCell(random: Random): string {
  const word = random.pick(["1382KT ", "5", "a", "Keurstraat ", "é", "1382", "0"]);
  const cells = ["1382KT", "5", "Keurstraat", "Weesp"];
  cells[random.integer(0, 3)] = word.repeat(random.pick(CELL_LENGTHS)).slice(0, random.pick(CELL_LENGTHS));
  return `postcode,huisnummer,straat,plaats\n${cells.join(",")}\n`;
}

/** Returns sound JSON with lists or objects in each other, on both sides of the limit and far above it. */
function deepJson(random: Random): string {
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['{"type":"Feature","geometry":', "}"],
  ] as const);
  const depth = random.pick([30, 31, 32, 33, 1_000, 8_000, 40_000]);
  const nested = `${open.repeat(depth)}1${close.repeat(depth)}`;
  return random.pick([
    nested,
    `{"polygon":${nested}}`,
    `{"format":"csv","polygon":${JSON.stringify(nested)}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_address","arguments":{"q":${nested}}}}`,
  ]);
}

type Maker = (random: Random) => GeneratedBody;

const json = (value: unknown): GeneratedBody => ({
  bytes: Buffer.from(JSON.stringify(value) ?? ""),
  contentType: JSON_TYPE,
});
const text = (value: string, contentType?: string): GeneratedBody => ({
  bytes: Buffer.from(value),
  contentType,
});
const fieldsOf = (random: Random) =>
  random.list(random.integer(0, 4), () => [random.pick(FIELDS), random.pick(VALUES)] as const);

const MAKERS: readonly Maker[] = [
  (random) => json(Object.fromEntries(fieldsOf(random))),
  (random) => json(anyJson(random)),
  (random) =>
    text(
      fieldsOf(random)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&"),
      FORM,
    ),
  (random) => text("%&=%zz&a=%ff&a=b&=", random.pick([FORM, JSON_TYPE, undefined])),
  (random) =>
    text(
      `${fieldsOf(random)
        .map(([name, value]) => part(name, value))
        .join("")}--x--\r\n`,
      MULTIPART,
    ),
  (random) =>
    text(
      part("format", "csv"),
      random.pick([MULTIPART, "multipart/form-data", "multipart/form-data; boundary="]),
    ),
  (random) => json(random.oneIn(2) ? {} : []),
  (random) => text(random.pick(["[", '{"a":'] as const).repeat(random.integer(1, 20_000)), JSON_TYPE),
  (random) => text(deepJson(random), JSON_TYPE),
  (random) => text(JSON.stringify({ format: "csv" }).slice(0, random.integer(0, 15)), JSON_TYPE),
  (random) => ({
    bytes: Uint8Array.from(random.list(random.integer(0, 200), () => random.integer(0, 255))),
    contentType: JSON_TYPE,
  }),
  (random) => ({
    bytes: Bun.gzipSync(Buffer.from('{"format":"csv"}')),
    contentType: JSON_TYPE,
    contentEncoding: random.pick(["gzip", "br", "x"]),
  }),
  (random) => text(anyCsv(random), random.pick(["text/csv", "text/csv; charset=x", "text/plain", undefined])),
  (random) =>
    text(`"${"x".repeat(LIMIT - 2 + random.integer(-1, 1))}"`, random.pick([JSON_TYPE, "text/plain"])),
];
/** All makers but the last, whose bodies are large and therefore rare. */
const OFTEN = MAKERS.slice(0, -1);

export function anyBody(random: Random): GeneratedBody {
  return random.pick(random.oneIn(40) ? MAKERS : OFTEN)(random);
}

/** Returns the body of a request that takes tables. */
export function anyTable(random: Random): GeneratedBody {
  return text(random.oneIn(4) ? largeCell(random) : anyCsv(random), "text/csv");
}

export function headersOfBody({ contentType, contentEncoding }: GeneratedBody): string[] {
  return [
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(contentEncoding === undefined ? [] : [`Content-Encoding: ${contentEncoding}`]),
  ];
}
