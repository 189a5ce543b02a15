import { afterAll, describe, expect, test } from "bun:test";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { MAX_BODY_BYTES, MAX_URL_LENGTH } from "../../src/http/pipeline/request-handler.ts";
import { Problem } from "../../src/http/schemas/records.ts";
import { adresId, DIEP, KEURSTRAAT, PAND } from "../support/registries/registry-fixture.ts";
import { makeEmptyFolder, ORIGIN, openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness();
afterAll(() => harness.close());

/** Returns the problem body of an answer; checks its closed schema, and that `message` and `detail` are equal. */
async function problem(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const body = JSON.parse(await response.text());
  Problem.parse(body);
  expect(body.status).toBe(response.status);
  expect(body.message).toBe(body.detail);
  expect(body.type).toBe(`/api/v1/problems/${body.code.replaceAll("_", "-")}`);
  expect(body.request_id).toBe(response.headers.get("x-request-id"));
  return body;
}

const ask = (path: string, init?: RequestInit) => problem(harness.ask(path, init));
const LOOKUP = "/addresses/lookup?postcode=1382KT&number=5";
const ids = (count: number) => Array.from({ length: count }, (_, n) => adresId(n)).join(",");

describe("422 names every fault at once", () => {
  test.each<[string, Record<string, string[]>]>([
    [
      "/addresses/lookup?postcode=&number=5.5&letter=12345678901&addition[]=x&unknown=y&unknown=z",
      {
        postcode: ["The postcode field is required."],
        number: ["The number field must be an integer."],
        letter: ["The letter field must not be greater than 10 characters."],
        addition: ["The addition field must be given once."],
      },
    ],
    ["/addresses/lookup?postcode=1382KT&number=0", { number: ["The number field must be at least 1."] }],
    [
      "/addresses/lookup?postcode=1382KT&number=100000",
      { number: ["The number field must not be greater than 99999."] },
    ],
    ["/addresses/lookup?postcode=0382KT&number=1", { postcode: ["The postcode field format is invalid."] }],
    [`${LOOKUP}&number=5`, { number: ["The number field must be given once."] }],
    [`${LOOKUP}&letter=%00`, { letter: ["The letter field format is invalid."] }],
    [`${LOOKUP}&include=geometry&include=geometry`, { include: ["The include field must be given once."] }],
    [
      "/demo/lookup",
      { postcode: ["The postcode field is required."], number: ["The number field is required."] },
    ],
    [
      "/addresses/045720000000000",
      { nummeraanduidingId: ["The nummeraanduidingId field must be 16 digits."] },
    ],
    ["/addresses/batch", { ids: ["The ids field is required."] }],
    ["/addresses/batch?ids=,", { ids: ["The ids field is required."] }],
    ["/addresses/batch?ids=1,2", { ids: ["Each item of the ids field must be 16 digits."] }],
    [`/addresses/batch?ids=${ids(101)}`, { ids: ["The ids field must not have more than 100 items."] }],
    [
      "/residences/by-purpose?purpose=slaapfunctie&per_page=0",
      {
        purpose: [
          "The selected purpose is invalid. Use one of: woonfunctie, bijeenkomstfunctie, celfunctie, " +
            "gezondheidszorgfunctie, industriefunctie, kantoorfunctie, logiesfunctie, onderwijsfunctie, sportfunctie, " +
            "winkelfunctie, overige gebruiksfunctie.",
        ],
        per_page: ["The per page field must be at least 1."],
      },
    ],
    ["/postcodes/13822KT", { postcode: ["The postcode field format is invalid."] }],
    ["/postcodes/1382KT?per_page=101", { per_page: ["The per page field must not be greater than 100."] }],
    [
      "/cities?per_page=0&page=0",
      { per_page: ["The per page field must be at least 1."], page: ["The page field must be at least 1."] },
    ],
    ["/cities?page=2147483648", { page: ["The page field must not be greater than 2147483647."] }],
    ["/streets?page=x", { page: ["The page field must be an integer."] }],
    ["/cities?filter[naam][]=x", { "filter[naam]": ["The filter[naam] field must be given once."] }],
    [
      `/streets?filter[naam]=${"a".repeat(101)}`,
      { "filter[naam]": ["The filter[naam] field must not be greater than 100 characters."] },
    ],
    ["/cities/36311", { woonplaatsId: ["The woonplaatsId field must be 4 digits."] }],
    [
      "/buildings/within-bbox?north=53&south=52&east=6&west=5&filter[bouwjaar_min]=x&filter[bouwjaar_max]=10000",
      {
        "filter[bouwjaar_min]": ["The filter[bouwjaar_min] field must be an integer."],
        "filter[bouwjaar_max]": ["The filter[bouwjaar_max] field must not be greater than 9999."],
      },
    ],
    ["/municipalities/x", { gemeenteCode: ["The gemeenteCode field must be 4 digits."] }],
  ])("%s", async (path, errors) => {
    const body = await ask(path);
    expect(body).toMatchObject({ status: 422, code: "validation_failed", title: "Unprocessable Content" });
    expect(body.errors).toEqual(errors);
    const faults = Object.values<string[]>(body.errors).flat();
    const more = faults.length - 1;
    const rest = more === 0 ? "" : ` (and ${more} more error${more === 1 ? "" : "s"})`;
    expect(body.message).toBe(faults[0] + rest);
  });
});

test.each([
  "/addresses/lookup?postcode=1382KT&number=1",
  "/addresses/lookup?postcode=1382KT&number=99999",
  `${LOOKUP}&letter=1234567890`,
  `/addresses/batch?ids=${ids(100)}`,
  "/cities?per_page=1&page=1",
  "/cities?per_page=100&page=2147483647",
  `/streets?filter[naam]=${"a".repeat(100)}`,
  `${LOOKUP}&unknown=1&unknown=2&page=x&sort=x`,
])("%s is within the limits", (path) => {
  expect(harness.ask(path).status).toBeOneOf([200, 404]);
});

describe("400 names what is allowed", () => {
  test.each([
    [
      `${LOOKUP}&include=geometry,counts`,
      "Requested include(s) `counts` are not allowed. Allowed include(s) are `geometry, stage, areas, source, in_onderzoek`.",
    ],
    [
      "/cities?include=x,y",
      "Requested include(s) `x, y` are not allowed. Allowed include(s) are `counts, geometry`.",
    ],
    ["/cities?sort=-id", "Requested sort(s) `id` are not allowed. Allowed sort(s) are `naam`."],
    [
      "/municipalities?filter[naam]=x",
      "Requested filter(s) `naam` are not allowed. Allowed filter(s) are `gemeente_naam, provincie_naam, provincie_code`.",
    ],
  ])("%s", async (path, message) => {
    expect(await ask(path)).toMatchObject({ status: 400, code: "invalid_query", message });
  });

  test.each(["/cities?x=%zz", "/cities?filter[naam]=%ff", "/provinces/%", "/cities/%c0%80"])(
    "%s",
    async (path) => {
      expect(await ask(path)).toMatchObject({ status: 400, code: "bad_request" });
    },
  );
});

describe("404", () => {
  test.each([
    ["/addresses/lookup?postcode=1382KT&number=6", "No address found for 1382KT 6."],
    [`/addresses/${PAND}`, `No address found with id ${PAND}.`],
    ["/addresses/9999999999999999", "No address found with id 9999999999999999."],
    ["/postcodes/9999ZZ", "No addresses found with postcode 9999ZZ."],
    ["/postcodes/9999ZZ/range", "No addresses found with postcode 9999ZZ."],
    ["/cities/9999", "No city found with id 9999."],
    ["/cities/9999/streets", "No city found with id 9999."],
    [`/streets/${PAND}`, `No street found with id ${PAND}.`],
    [`/streets/${PAND}/addresses`, `No street found with id ${PAND}.`],
    ["/municipalities/9999", "No municipality found with code 9999."],
    ["/municipalities/9999/cities", "No municipality found with code 9999."],
    ["/provinces/holland", "No province found with name holland."],
    [`/buildings/${DIEP}`, `No building found with id ${DIEP}.`],
    [
      "/buildings/at-address?postcode=1383PN&number=866&letter=s",
      "No building found at Pampuslaan 866s, 1383PN Weesp.",
    ],
    [`/residences/${KEURSTRAAT}`, `No residence found with id ${KEURSTRAAT}.`],
  ])("%s", async (path, message) => {
    expect(await ask(path)).toMatchObject({ status: 404, code: "not_found", message });
  });

  test.each([
    "/nope",
    "",
    "/cities//",
    "/cities/3631//",
    "/Cities",
    "//cities",
    "/cities/3631/streets/x",
    "/%63ities",
  ])("no route %s, and the answer says where the interface is described", async (path) => {
    const message = `The route api/v1${path} could not be found. /docs describes the interface.`;
    const response = harness.ask(path);
    expect(response.headers.get("link")).toBe('</api/v1/openapi.yaml>; rel="service-desc"');
    expect(await problem(response)).toMatchObject({ status: 404, code: "route_not_found", message });
  });

  test.each(["/", "/api", "/api/v1/"])("nor is %s one", async (path) => {
    const { message } = await problem(harness.fetchNow(new Request(ORIGIN + path)));
    expect(message).toContain("/docs describes the interface");
  });

  test("programs get an example of the form that a value must have", async () => {
    const { faults } = await ask("/addresses/lookup?postcode=0382KT&number=1&letter=%00");
    expect(faults).toEqual({
      postcode: [{ rule: "format_like", example: "1382KT" }],
      letter: [{ rule: "format" }],
    });
  });

  test("a number that exists only with letters or additions comes with them", async () => {
    for (const path of ["/addresses/lookup", "/demo/lookup", "/buildings/at-address"]) {
      const body = await ask(`${path}?postcode=1382kt&number=12`);
      const additions = body.candidates.map(
        (adres: { full_address: string }) => adres.full_address.split(",")[0],
      );
      expect(additions).toEqual([
        "Keurstraat 12 bov",
        "Keurstraat 12 BOV",
        "Keurstraat 12A-2",
        "Keurstraat 12A-10",
      ]);
      expect(body.candidates_total).toBe(4);
    }
    expect(await ask("/addresses/lookup?postcode=1382KT&number=6")).toMatchObject({
      candidates: [],
      candidates_total: 0,
    });
  });
});

describe("401", () => {
  const wrong = [
    "",
    "Bearer",
    "Bearer x",
    `Bearer ${harness.token}x`,
    "Bearer 99|bkn_x",
    `Basic ${harness.token}`,
  ];
  test.each(wrong)("authorization %j", async (authorization) => {
    const response = harness.ask("/cities?per_page=x", { headers: { authorization } });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    const body = await problem(response);
    expect(body).toMatchObject({
      status: 401,
      code: "unauthenticated",
      message: expect.stringMatching(/^Unauthenticated\. Send a valid API key/),
    });
    expect(JSON.stringify(body)).not.toContain("bkn_");
  });

  test("every route but three needs a key", () => {
    const open = ENDPOINTS.filter(({ path, method }) => {
      const url = `${ORIGIN}/api/v1${path.replaceAll(/\{\w+\}/g, "1")}`;
      return harness.fetchNow(new Request(url, { method })).status !== 401;
    });
    expect(open.map(({ path }) => path)).toEqual(["/demo/lookup", "/status", "/problems/{problem}"]);
  });
});

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
  "405 for %s names what is allowed",
  async (method) => {
    const response = harness.ask("/cities/3631", { method, headers: { authorization: "" } });
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(await problem(response)).toMatchObject({
      status: 405,
      code: "method_not_allowed",
      message: `The ${method} method is not supported for route api/v1/cities/3631. Supported methods: GET, HEAD.`,
    });
  },
);

test("414 above the longest URL", async () => {
  const start = `${ORIGIN}/api/v1`.length;
  const pad = (length: number) => `/cities?x=${"a".repeat(length - start - "/cities?x=".length)}`;
  expect(harness.ask(pad(MAX_URL_LENGTH)).status).toBe(200);
  expect(await ask(pad(MAX_URL_LENGTH + 1))).toMatchObject({ status: 414, code: "url_too_long" });
});

test("413 above the largest body", async () => {
  const post = (bytes: number) =>
    ask("/cities", { method: "POST", headers: { "content-length": String(bytes) }, body: "" });
  expect(await post(MAX_BODY_BYTES)).toMatchObject({ status: 405 });
  expect(await post(MAX_BODY_BYTES + 1)).toMatchObject({ status: 413, code: "too_large" });
});

test("without data: 503, and a status that says so", async () => {
  const empty = openHarness(makeEmptyFolder());
  expect(await problem(empty.ask("/cities"))).toMatchObject({ status: 503, code: "unavailable" });
  const { status, body } = await empty.askJson("/status");
  expect(status).toBe(503);
  expect(body).toMatchObject({ status: "error", checks: { database: "ok", cache: "ok", bag_data: "error" } });
  empty.close();
});

test("a fault of ours is a 500 that keeps its text inside", async () => {
  const broken = openHarness();
  broken.app.registry.current()!.close();
  const writtenLines: string[] = [];
  const write = process.stderr.write;
  process.stderr.write = (text) => writtenLines.push(String(text)) > 0;
  const response = broken.ask("/addresses/lookup?postcode=1382KT&number=5");
  process.stderr.write = write;
  expect(await problem(response)).toMatchObject({
    status: 500,
    code: "server_error",
    message: "Server Error",
  });
  const logged = JSON.parse(writtenLines.join(""));
  expect(logged).toMatchObject({ level: "error", request_id: response.headers.get("x-request-id")! });
  expect(logged.error).toContain("at ");
  broken.close();
});
