/**
 * Tests `5a` typed into the number: parsed as number and letter or addition wherever an address is requested by its
 * number.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { adresId, PAND } from "../support/registries/registry-fixture.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness();
afterAll(() => harness.close());

const query = (parameters: Record<string, string>) =>
  new URLSearchParams({ postcode: "1382KT", ...parameters });

describe("the lookup", () => {
  // The fixture's 5a, 12A-10, 12A-2, 12 bov and 12 BOV.
  test.each([
    ["5a", 2],
    ["5A", 2],
    ["5-a", 2],
    ["5 a", 2],
    ["5 - A", 2],
    ["12a10", 3],
    ["12A-10", 3],
    ["12-a-10", 3],
    ["12 a2", 4],
    ["12a/10", 3],
    ["12-A/2", 4],
    ["12a.10", 3],
    ["12bov", 5],
    ["12-BOV", 6],
    ["0005a", 2],
    ["5", 1],
  ])("number=%s", async (number, n) => {
    const { status, body } = await harness.askJson(`/addresses/lookup?${query({ number })}`);
    expect([status, body.data?.nummeraanduiding_id]).toEqual([200, adresId(n)]);
  });

  test("an empty letter and addition, as forms send them, leave room for what the number holds", async () => {
    const { body } = await harness.askJson(
      `/addresses/lookup?${query({ number: "5a", letter: "", addition: " " })}`,
    );
    expect(body.data.nummeraanduiding_id).toBe(adresId(2));
  });

  test("what is not there is a 404 with the candidates of the number", async () => {
    const { status, body } = await harness.askJson(`/addresses/lookup?${query({ number: "12c" })}`);
    expect([status, body.candidates_total, body.message]).toEqual([
      404,
      4,
      "No address found for 1382KT 12 c.",
    ]);
  });

  test.each(["a5", "5..a", "5,5", "5.5", "5-", "5/a", "5abcdefghijk", "a", "--", "5é", "5 a!"])(
    "number=%s cannot be one",
    async (number) => {
      const { status, body } = await harness.askJson(`/addresses/lookup?${query({ number })}`);
      expect(status).toBe(422);
      expect(body.errors).toEqual({ number: ["The number field must be an integer."] });
    },
  );

  test.each([
    ["0a", "The number field must be at least 1."],
    ["100000a", "The number field must not be greater than 99999."],
  ])("number=%s keeps the bounds of numbers", async (number, message) => {
    const { body } = await harness.askJson(`/addresses/lookup?${query({ number })}`);
    expect(body.errors).toEqual({ number: [message] });
  });

  test.each([{ letter: "a" }, { addition: "a" }, { letter: "b", addition: "1" }])(
    "a letter in the number and %j beside it are not put together, equal or not",
    async (beside) => {
      const { status, body } = await harness.askJson(
        `/addresses/lookup?${query({ number: "5a", ...beside })}`,
      );
      expect(status).toBe(422);
      expect(body.errors).toEqual({
        number: ["The number field must be an integer when letter or addition is given separately."],
      });
    },
  );

  test("letter and addition in one field are tried as one string, by the same rule in both", async () => {
    for (const part of ["a10", "A-10", "a 10"]) {
      for (const name of ["letter", "addition"]) {
        const { body } = await harness.askJson(`/addresses/lookup?${query({ number: "12", [name]: part })}`);
        expect([name, part, body.data?.nummeraanduiding_id]).toEqual([name, part, adresId(3)]);
      }
    }
  });
});

describe("so do", () => {
  const of5a = query({ number: "5-a" });

  test("validation", async () => {
    const { data } = (await harness.askJson(`/addresses/validate?${of5a}`)).body;
    expect([data.valid, data.address.nummeraanduiding_id]).toEqual([true, adresId(2)]);
    const missing = (await harness.askJson(`/addresses/validate?${query({ number: "5c" })}`)).body.data;
    expect([missing.valid, missing.suggestions[0].huisnummer]).toEqual([false, 5]);
  });

  test("the demo's lookup, which has no letter and addition of its own", async () => {
    const { data } = (await harness.askJson(`/demo/lookup?${of5a}`)).body;
    expect(data.nummeraanduiding_id).toBe(adresId(2));
    const ignored = (await harness.askJson(`/demo/lookup?${of5a}&letter=zz`)).body;
    expect(ignored.data.nummeraanduiding_id).toBe(adresId(2));
  });

  test("the building at an address, and geocoding by postcode and number", async () => {
    expect((await harness.askJson(`/buildings/at-address?${of5a}`)).body.data.identificatie).toBe(PAND);
    const { data } = (await harness.askJson(`/geocode/forward?${of5a}`)).body;
    expect(data.address.nummeraanduiding_id).toBe(adresId(2));
  });

  test("postcodes nearby: with a letter that very address, without one the number's first", async () => {
    const origin = async (number: string) =>
      await harness.askJson(`/postcodes/nearby?${query({ number, precision: "6" })}`);
    expect((await origin("5a")).body.data.origin.full_address).toBe("Keurstraat 5a, 1382KT Weesp");
    expect((await origin("12a10")).body.data.origin.full_address).toBe("Keurstraat 12A-10, 1382KT Weesp");
    const first = (await origin("12")).body.data.origin;
    expect([first.huisnummer, first.postcode]).toEqual([12, "1382KT"]);
    const unknown = await origin("5z");
    expect([unknown.status, unknown.body.candidates_total]).toEqual([404, 2]);
  });
});

test("the description of the interface keeps the integer and says what it may hold", async () => {
  const text = await harness.ask("/openapi.yaml").text();
  const { paths } = Bun.YAML.parse(text) as {
    paths: Record<string, Record<string, { parameters: object[] }>>;
  };
  for (const path of ["/addresses/lookup", "/demo/lookup", "/postcodes/nearby", "/geocode/forward"]) {
    const { parameters } = paths[path]!.get!;
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: "number",
        schema: expect.objectContaining({ type: "integer", minimum: 1, maximum: 99_999 }),
        description: expect.stringContaining("`5-2`"),
      }),
    );
  }
  const names = paths["/demo/lookup"]!.get!.parameters.map(
    (parameter) => (parameter as { name: string }).name,
  );
  expect(names).toEqual(["postcode", "number"]);
});
