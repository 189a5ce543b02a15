/**
 * Generates request headers: mostly only a valid key, else every header that the server reads, in valid and invalid
 * forms.
 */
import type { Random } from "./random.ts";
import type { FuzzInput } from "./surface.ts";

type Forms = Readonly<Record<string, readonly string[]>>;

const FORMS: Forms = {
  Accept: ["*/*", "text/html", "application/xml;q=0.9", ";;,", "é"],
  "Accept-Encoding": [
    "gzip",
    "zstd;q=0.1, gzip",
    "*;q=0",
    "br",
    "gzip;q=x",
    ";;,q=1",
    "gzip, ".repeat(200),
    "identity;q=0",
  ],
  "If-None-Match": ["*", '"x"', 'W/"x"', ",,", '"', `${'"x", '.repeat(100)}`, 'W/"0.1.0-1-2026"'],
  "If-Modified-Since": ["Sun, 22 Nov 2026 10:00:00 GMT", "x"],
  "If-Range": ['"x"', "x"],
  Range: ["bytes=0-1", "bytes=-", "x", "bytes=9-1", "bytes=0-1,2-3", `bytes=${"9".repeat(400)}-`, "bytes=-0"],
  "X-Forwarded-For": [
    "203.0.113.7",
    "203.0.113.7, 127.0.0.1",
    "unknown",
    "::ffff:203.0.113.7",
    "1.2.3.4:5555",
    "[2001:db8::1]:80",
    ",,,",
    "010.0.0.1",
    "x".repeat(500),
  ],
  "X-Forwarded-Proto": ["https", "http", "javascript", "https,http", ""],
  "X-Forwarded-Host": ["adres.example", "evil.example:99999", "[", "a b", "", "localhost, evil"],
  Forwarded: ["for=203.0.113.7;proto=https;host=x", ";;="],
  "Access-Control-Request-Method": ["GET", "POST", "x"],
  "Access-Control-Request-Headers": ["authorization", "*", "x, y"],
  "Sec-Fetch-Site": ["same-origin", "cross-site", "x"],
  "Content-Type": [
    "application/json",
    "text/plain",
    "multipart/form-data",
    "application/x-www-form-urlencoded; charset=utf-7",
  ],
  "Content-Encoding": ["gzip", "br", "identity", "x"],
  Expect: ["100-continue"],
  Cookie: ["a=b", "__proto__=1"],
  "X-HTTP-Method-Override": ["DELETE"],
  Via: ["1.1 x"],
  "X-Request-Id": ["1", "\u00ff".repeat(20)],
  "X-Long": ["x".repeat(8_000)],
};
const HOSTS = [
  "localhost",
  "127.0.0.1:1",
  "[::1]",
  "adres.example",
  "evil.example",
  "a_b",
  "LOCALHOST",
  "xn--a.nl",
];

export function headersOf(random: Random, surface: FuzzInput): string[] {
  const lines = [...authorizationOf(random, surface), ...originOf(random, surface)];
  // Twice or more in some requests, which is 400.
  for (let count = random.oneIn(20) ? random.pick([1, 1, 1, 2, 3]) : 0; count > 0; count--) {
    lines.push(`Host: ${random.pick(HOSTS)}`);
  }
  if (random.oneIn(3)) {
    const names = Object.keys(FORMS);
    for (let count = random.integer(1, 4); count > 0; count--) {
      const name = random.pick(names);
      lines.push(`${name}: ${random.pick(FORMS[name]!)}`);
    }
  }
  return lines;
}

function authorizationOf(random: Random, { token, authorizations }: FuzzInput): string[] {
  if (!random.oneIn(8)) {
    return [`Authorization: Bearer ${token}`];
  }
  const wrong = () => `Authorization: ${random.pick(authorizations)}`;
  return random.list(random.integer(0, 2), wrong);
}

function originOf(random: Random, { approvedOrigin }: FuzzInput): string[] {
  if (!random.oneIn(10)) {
    return [];
  }
  const origins = [
    approvedOrigin,
    "null",
    "",
    "https://evil.example",
    `${approvedOrigin}.evil.example`,
    "x",
    "http://localhost",
  ];
  return [`Origin: ${random.pick(origins)}`];
}
