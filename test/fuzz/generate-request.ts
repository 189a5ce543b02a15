/** Generates requests over all routes and methods from a seed and a position: the same two give the same request. */
import { exampleValues, type Operation, requestOf } from "../support/servers/openapi-document.ts";
import { anyBody, anyTable, headersOfBody } from "./generate-bodies.ts";
import { brokenRequest } from "./generate-broken.ts";
import { headersOf } from "./generate-headers.ts";
import { interfaceRequest } from "./generate-interface.ts";
import { mcpRequestOf } from "./generate-mcp.ts";
import { createRandom, type Random } from "./random.ts";
import { repeatList } from "./repeat-lists.ts";
import type { FuzzRequest } from "./request.ts";
import type { FuzzInput } from "./surface.ts";
import { HOSTILE, parameterValue, UNKNOWN_PARAMETERS } from "./values.ts";

const BASE = "/api/v1";
const MAKES_FILES = ["/export/addresses", "/geocode/jobs"];
/** Characters that a URL may not hold unescaped; HOSTILE does not respect this. */
const UNESCAPED = /[^\x21-\x7e]/g;

export function generateRequest(surface: FuzzInput, seed: number, position: number): FuzzRequest {
  const random = createRandom(seed, position);
  if (surface.hasInterfacesOnly) {
    return interfaceRequest(random, surface);
  }
  const kind = random.integer(1, 100);
  if (kind <= 3) {
    return brokenRequest(random);
  }
  if (kind <= 7) {
    return random.oneIn(3) ? adminRequest(random) : adminOperation(random, surface);
  }
  if (kind <= 10) {
    return unknownRoute(random, surface);
  }
  if (kind <= 28) {
    return mcpRequest(random, surface);
  }
  if (kind <= 40) {
    return rootRequest(random, surface);
  }
  if (kind <= 52) {
    return interfaceRequest(random, surface);
  }
  return routeRequest(random, surface);
}

function adminRequest(random: Random): FuzzRequest {
  const target = random.pick([
    "/metrics",
    "/metrics/",
    "/",
    "//",
    "/%",
    "/metrics?x=%zz",
    "/../metrics",
    "/api/v1/status",
  ]);
  return { method: methodOf(random), target, headers: [], port: "admin" };
}

/** Requests an operation of the admin port in a session; no id belongs to a key, so that no key is changed. */
function adminOperation(random: Random, { adminOperations, adminCookie }: FuzzInput): FuzzRequest {
  const [method = "", path = ""] = random.pick(adminOperations).split(" ");
  const id = () => encodeURIComponent(random.pick([...HOSTILE, "999999999"]).toWellFormed());
  const query = random.oneIn(2) ? "" : `?${random.pick(["days", "key", "id", "page"])}=${id()}`;
  const body = anyBody(random);
  const session = [`Cookie: ${adminCookie}`, "Sec-Fetch-Site: same-origin"];
  return {
    method: random.oneIn(6) ? methodOf(random) : method,
    target: path.replaceAll(/\{\w+\}/g, id) + query,
    headers: [...session, ...headersOfBody(body)],
    ...(method === "GET" ? {} : { body: body.bytes }),
    port: "admin",
  };
}

const NO_ROUTES = [
  "/",
  "/api",
  "/api/v1",
  "/api/v1/",
  "/api/v2/status",
  "/favicon.ico",
  "/api/v1/nothing",
  "/.env",
  "/api/v1/../../etc/passwd",
];

function unknownRoute(random: Random, surface: FuzzInput): FuzzRequest {
  const parts = random.list(random.integer(1, 5), () => random.pick(HOSTILE).replaceAll(UNESCAPED, "x"));
  const target = random.oneIn(2) ? random.pick(NO_ROUTES) : `${random.pick(["", BASE])}/${parts.join("/")}`;
  return maybeAddBody(random, { method: methodOf(random), target, headers: headersOf(random, surface) });
}

/** Values of path parameters below the root: columns, rows and zooms of tiles, names of files and pages. */
const ROOT_VALUES = [
  "0",
  "7",
  "14",
  "16",
  "17",
  "99999999999",
  "-1",
  "1e3",
  "0x10",
  "5.mvt",
  "8421",
  "5389.mvt",
];

/** Requests a page, an asset or a tile, with parameters from small to impossible. */
function rootRequest(random: Random, surface: FuzzInput): FuzzRequest {
  const path = random
    .pick(surface.rootPaths)
    .replaceAll(/\{\w+\}/g, () =>
      encodeURIComponent(random.pick(random.oneIn(3) ? HOSTILE : ROOT_VALUES).toWellFormed()),
    );
  const query = random.oneIn(2)
    ? ""
    : `?${random.pick(["lang", "key", "theme", "q", "page"])}=${random.pick(HOSTILE)}`;
  const target = (path + query).replaceAll(UNESCAPED, "x");
  return { method: methodOf(random), target, headers: headersOf(random, surface) };
}

function mcpRequest(random: Random, surface: FuzzInput): FuzzRequest {
  const { target, headers, body } = mcpRequestOf(random);
  const more = headersOf(random, surface).filter((line) => !/^content-/i.test(line));
  return { method: "POST", target, headers: [...more, ...headers], body, isChunked: random.oneIn(5) };
}

function routeRequest(random: Random, surface: FuzzInput): FuzzRequest {
  const operation = random.pick(surface.operations);
  const makesFile = MAKES_FILES.includes(operation.path);
  const method = random.oneIn(6) ? methodOf(random) : operation.method.toUpperCase();
  const short = `${BASE}${targetOf(operation, random)}`;
  const target = (random.oneIn(15) ? repeatList(random, short) : short).replaceAll(UNESCAPED, "");
  const request = { method, target, headers: headersOf(random, surface) };
  // Every accepted request writes a file: send few.
  if (makesFile && method === "POST" && !random.oneIn(3)) {
    return { ...request, method: "GET" };
  }
  const takesTable = operation.path.startsWith("/geocode/") && random.oneIn(2);
  return maybeAddBody(random, request, takesTable ? anyTable : anyBody);
}

const METHODS = ["GET", "GET", "HEAD", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "OPTIONS"];

function methodOf(random: Random): string {
  return random.pick(METHODS);
}

function maybeAddBody(random: Random, request: FuzzRequest, makeBody = anyBody): FuzzRequest {
  const isPost = request.method === "POST";
  if (isPost ? random.oneIn(5) : !random.oneIn(20)) {
    return request;
  }
  const body = makeBody(random);
  const kept = request.headers.filter((line) => !/^content-/i.test(line));
  return {
    ...request,
    headers: [...kept, ...headersOfBody(body)],
    body: body.bytes,
    isChunked: random.oneIn(4),
  };
}

/** Returns the example URL with some parameters omitted, some changed, some duplicated, and some that do not exist. */
function targetOf(operation: Operation, random: Random): string {
  const examples = exampleValues(operation, random.oneIn(3) ? "required" : "all");
  let path = operation.path;
  const pairs: string[] = [];
  const changes = operation.parameters.length === 0 ? 0 : random.integer(0, 3);
  for (let count = changes; count > 0; count--) {
    const parameter = random.pick(operation.parameters);
    const value = parameterValue(parameter, random);
    if (parameter.in === "path") {
      path = path.replace(`{${parameter.name}}`, () => value.replaceAll(/[/?#]/g, encodeURIComponent));
    } else {
      if (!random.oneIn(8)) {
        delete examples[parameter.name];
      }
      pairs.push(`${encodeURIComponent(parameter.name)}=${value.replaceAll(/[#&]/g, encodeURIComponent)}`);
    }
  }
  if (random.oneIn(10)) {
    pairs.push(`${random.pick(UNKNOWN_PARAMETERS)}=${random.pick(HOSTILE)}`);
  }
  const url = requestOf({ ...operation, path }, examples);
  const ended = random.oneIn(25) ? url.replace(/(\?|$)/, "/$1") : url;
  return pairs.length === 0 ? ended : `${ended}${ended.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}
