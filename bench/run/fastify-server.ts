/**
 * Server that users would build without baken: the same paths by Fastify on Node.js with PostgreSQL, prepared
 * statements, a pool of connections, and schemas by which Fastify checks parameters and writes JSON. No keys, no
 * limits.
 *
 *   node bench/run/fastify-server.ts SOCKET_FOLDER PORT_OF_POSTGRES
 */
import { createRequire } from "node:module";
import fastify from "fastify";
import type { Pool as PgPool } from "pg";
import { QUERIES, type QueryName, type RivalRow, wordsOf } from "./rival-queries.ts";
import { ADDRESS, paged, SUGGESTION } from "./rival-schemas.ts";

const { Pool } = createRequire(import.meta.url)("pg") as { Pool: typeof PgPool };
const [, , host, port] = process.argv;
/** Compiling and parallel workers cost more than they save on reads of milliseconds. */
const options = "-c jit=off -c max_parallel_workers_per_gather=0";
const login = { host, port: Number(port), user: "postgres", database: "postgres" };
const pool = new Pool({ ...login, max: 8, options });
const app = fastify();

async function query(name: QueryName, ...values: unknown[]): Promise<RivalRow[]> {
  const { rows } = await pool.query<RivalRow>({ name, text: QUERIES[name], values });
  return rows;
}

function toRecord(row: RivalRow) {
  return { ...row, gebruiksdoel: row.gebruiksdoel === "" ? [] : row.gebruiksdoel.split("|") };
}

function toPage(rows: RivalRow[]) {
  return {
    data: rows.map(toRecord),
    meta: { total: Number(rows[0]?.total ?? 0), per_page: 25, current_page: 1 },
  };
}

const text = { type: "string" } as const;
const number = { type: "number" } as const;

interface Key {
  readonly postcode: string;
  readonly number: number;
  readonly letter?: string;
  readonly addition?: string;
}
const keyQuery = {
  type: "object",
  required: ["postcode", "number"],
  properties: { postcode: text, number: { type: "integer" }, letter: text, addition: text },
};
const one = { type: "object", properties: { data: ADDRESS } };

const findByKey = ({ postcode, number, letter, addition }: Key) =>
  query("lookup", postcode, number, letter ?? null, addition ?? null);

app.get<{ Querystring: Key }>(
  "/api/v1/addresses/lookup",
  { schema: { querystring: keyQuery, response: { 200: one } } },
  async ({ query: key }, reply) => {
    const [row] = await findByKey(key);
    return row === undefined ? reply.code(404).send() : { data: toRecord(row) };
  },
);

const validation = {
  type: "object",
  properties: { valid: { type: "boolean" }, address: ADDRESS, suggestions: { type: "array" } },
};
app.get<{ Querystring: Key }>(
  "/api/v1/addresses/validate",
  {
    schema: {
      querystring: keyQuery,
      response: { 200: { type: "object", properties: { data: validation } } },
    },
  },
  async ({ query: key }) => {
    const [row] = await findByKey(key);
    return { data: { valid: row !== undefined, address: row && toRecord(row), suggestions: [] } };
  },
);

app.get<{ Params: { id: string } }>(
  "/api/v1/addresses/:id",
  { schema: { response: { 200: one } } },
  async ({ params }, reply) => {
    const [row] = await query("byId", params.id);
    return row === undefined ? reply.code(404).send() : { data: toRecord(row) };
  },
);

app.get<{ Params: { postcode: string } }>(
  "/api/v1/postcodes/:postcode",
  { schema: { response: { 200: paged(ADDRESS) } } },
  async ({ params }) => toPage(await query("postcode", params.postcode)),
);

interface Line {
  readonly q: string;
}
const lineQuery = { type: "object", required: ["q"], properties: { q: text } };

app.get<{ Querystring: Line }>(
  "/api/v1/addresses/search",
  { schema: { querystring: lineQuery, response: { 200: paged(ADDRESS) } } },
  async ({ query: { q } }) => {
    const words = wordsOf(q).join(" ");
    const exact = await query("words", words);
    return toPage(exact.length > 0 ? exact : await query("near", words));
  },
);

app.get<{ Querystring: Line }>(
  "/api/v1/addresses/autocomplete",
  { schema: { querystring: lineQuery, response: { 200: paged(SUGGESTION) } } },
  async ({ query: { q } }) => {
    const beginning = `${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    let rows = await query("beginning", beginning);
    if (rows.length === 0) {
      rows = await query("typed", `${wordsOf(q).join(" & ")}:*`);
    }
    const data = rows.map((row) => ({
      id: row.nummeraanduiding_id,
      label: row.full_address,
      postcode: row.postcode,
      city: row.woonplaats_naam,
    }));
    return { data };
  },
);

interface Point {
  readonly lat: number;
  readonly lng: number;
}
const pointQuery = { type: "object", required: ["lat", "lng"], properties: { lat: number, lng: number } };
const REVERSE = {
  type: "object",
  properties: {
    address: ADDRESS,
    distance_meters: number,
    query: { type: "object", properties: { latitude: number, longitude: number } },
  },
};

app.get<{ Querystring: Point }>(
  "/api/v1/geocode/reverse",
  {
    schema: { querystring: pointQuery, response: { 200: { type: "object", properties: { data: REVERSE } } } },
  },
  async ({ query: { lat, lng } }, reply) => {
    const [row] = await query("reverse", lat, lng, 100);
    if (row === undefined) {
      return reply.code(404).send();
    }
    const distance_meters = Math.round(row.distance! * 10) / 10;
    return { data: { address: toRecord(row), distance_meters, query: { latitude: lat, longitude: lng } } };
  },
);

const nearbyAddress = { ...ADDRESS, properties: { ...ADDRESS.properties, distance_km: number } };
app.get<{ Querystring: Point }>(
  "/api/v1/addresses/nearby",
  { schema: { querystring: pointQuery, response: { 200: paged(nearbyAddress) } } },
  async ({ query: { lat, lng } }) => {
    const rows = await query("nearby", lat, lng, 1000);
    return { data: rows.map((row) => ({ ...toRecord(row), distance_km: Math.round(row.distance!) / 1000 })) };
  },
);

interface Box {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}
const boxQuery = {
  type: "object",
  required: ["north", "south", "east", "west"],
  properties: { north: number, south: number, east: number, west: number },
};
app.get<{ Querystring: Box }>(
  "/api/v1/addresses/within-bbox",
  { schema: { querystring: boxQuery, response: { 200: paged(ADDRESS) } } },
  async ({ query: { north, south, east, west } }) => ({
    data: (await query("box", west, south, east, north)).map(toRecord),
  }),
);

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`Listening on ${url}\n`);
process.on("SIGTERM", () => process.exit());
