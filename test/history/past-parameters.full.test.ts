/** Parameters about the past that a path does not take, or that contradict each other. */
import { afterAll, expect, test } from "bun:test";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness(await makeWeespPastFolder());
afterAll(() => harness.close());

interface OpenApi {
  readonly paths: Record<string, { get: { parameters: { name: string; description: string }[] } }>;
}

const NO_DAY = {
  valid_on: ["The valid on field cannot be used here: this path does not answer about one day."],
};
const NO_AREA = { gemeente_code: ["The gemeente code field is required when woonplaats id is not present."] };

test.each<[string, Record<string, string[]>]>([
  ["/demo/lookup?postcode=1381BK&number=3&valid_on=2011-03-28", NO_DAY],
  ["/addresses/nearby?lat=52.3&lng=5&valid_on=2011-03-28", NO_DAY],
  ["/addresses/0457200000198428/history?valid_on=2011-03-28", NO_DAY],
  ["/changes/objects?woonplaats_id=3631&from=2021-04-01&to=2021-05-01&valid_on=2011-03-28", NO_DAY],
  [
    "/statistics/timeline",
    {
      gemeente_code: [
        "The gemeente code field is required when woonplaats id and openbare ruimte id are not present.",
      ],
    },
  ],
  ["/changes/objects?from=2021-04-01&to=2021-05-01", NO_AREA],
  [
    "/addresses/former?number=3",
    { postcode: ["The postcode field is required when street and city are not present."] },
  ],
  ["/addresses/former?number=3&street=a", { city: ["The city field is required when street is present."] }],
  ["/addresses/former?number=3&city=a", { street: ["The street field is required when city is present."] }],
  [
    "/addresses/former?postcode=1381BK&number=3&street=a&city=b",
    { street: ["The street field must be missing when postcode is present."] },
  ],
  [
    "/addresses/former?postcode=1381BK&number=3&city=b",
    { city: ["The city field must be missing when postcode is present."] },
  ],
])("%s is refused, with what to change", async (path, errors) => {
  const { status, body } = await harness.askJson(path);
  expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
});

test("of /addresses/former the day is said to choose among the former holders", async () => {
  const response = await harness.app.fetch(harness.requestFor("/openapi.yaml"));
  const { paths } = Bun.YAML.parse(await response.text()) as OpenApi;
  const { parameters } = paths["/addresses/former"]!.get;
  const { description } = parameters.find(({ name }) => name === "valid_on")!;
  expect(description).toContain("only the `former` addresses that had the key on it");
  expect(description).not.toContain("announced");
});
