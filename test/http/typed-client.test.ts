/** Tests the typed client against a running server; tsc checks that its types refuse what the API refuses. */
import { afterAll, expect, test } from "bun:test";
import { createClient, RequestFailed } from "../../src/http/client/client.ts";
import { startServer } from "../../src/http/serving/server.ts";
import { KEURSTRAAT } from "../support/registries/registry-fixture.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness();
const server = startServer({ host: "127.0.0.1", port: 0, fetch: harness.app.fetch });
const baseUrl = `${server.url}/api/v1`;
const client = createClient({ baseUrl, token: harness.token });
afterAll(async () => {
  await server.stop(0);
  harness.close();
});

test("one record has the fields of its declaration", async () => {
  const { data } = await client.get("/addresses/lookup", { postcode: "1382KT", number: 5, letter: "a" });
  const street: string = data.straatnaam;
  const year: number | null = data.bouwjaar;
  expect([street, year]).toEqual(["Keurstraat", data.bouwjaar]);
});

test("path parameters go into the path, the others into the query", async () => {
  const { data, meta } = await client.get("/streets/{openbareRuimteId}/addresses", {
    openbareRuimteId: KEURSTRAAT,
    per_page: 3,
    include: "geometry",
  });
  expect(data).toHaveLength(3);
  expect(data[0]!.geometry).toMatchObject({ type: "Point" });
  expect(meta.total).toBe(10);
  const cities = await client.get("/cities", { "filter[naam]": "weesperd", sort: "-naam" });
  expect(cities.data.map(({ identificatie }) => identificatie)).toEqual(["1004", "1005"]);
});

test("each walks all pages, with and without links", async () => {
  const numbers: number[] = [];
  const parameters = { openbareRuimteId: KEURSTRAAT, per_page: 3 };
  for await (const { huisnummer } of client.each("/streets/{openbareRuimteId}/addresses", parameters)) {
    numbers.push(huisnummer);
  }
  expect(numbers).toHaveLength(10);
  const names: string[] = [];
  for await (const { naam } of client.each("/cities", { per_page: 1, page: 3 })) {
    names.push(naam);
  }
  expect(names).toHaveLength(2);
});

test("what needs no parameters takes none, and text is text", async () => {
  expect((await client.get("/version")).data.api_version).toBe("v1");
  expect((await createClient({ baseUrl }).get("/status")).status).toBe("ok");
  expect(await client.get("/openapi.yaml")).toStartWith("openapi: 3.0.3");
});

test("anything but 200 is thrown, with the error body", async () => {
  const asked = client.get("/addresses/lookup", { postcode: "1382KT", number: 6 });
  const failure = (await asked.catch((error: unknown) => error)) as RequestFailed;
  expect(failure).toBeInstanceOf(RequestFailed);
  expect(failure).toMatchObject({ status: 404, message: "No address found for 1382KT 6." });
  expect(failure.problem?.code).toBe("not_found");
});

test("types refuse unknown paths, missing and wrong parameters", () => {
  const never = async () => {
    // @ts-expect-error no such path
    await client.get("/nope");
    // @ts-expect-error number is missing
    await client.get("/addresses/lookup", { postcode: "1382KT" });
    // @ts-expect-error not a number
    await client.get("/addresses/lookup", { postcode: "1382KT", number: "5" });
    // @ts-expect-error required parameters
    await client.get("/addresses/within-bbox");
    // @ts-expect-error not a list
    client.each("/version");
    // @ts-expect-error not one of the precisions
    await client.get("/postcodes/nearby", { lat: 52, lng: 5, precision: 5 });
    // @ts-expect-error nothing of that name to include
    await client.get("/cities", { include: "addresses" });
    // @ts-expect-error no such filter
    await client.get("/cities", { "filter[name]": "Weesp" });
  };
  expect(never).toBeFunction();
});
