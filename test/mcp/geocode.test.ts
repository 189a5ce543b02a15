/**
 * Tests lines that mean no single address: the tool gives the same reason as `/geocode/forward`, and offers only
 * addresses that fit as choices.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { lookupAddress, searchAddresses } from "../../src/mcp/tools/addresses.ts";
import { geocodeAddress } from "../../src/mcp/tools/geocoding.ts";
import { makeCountry } from "../relevance/country.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const flats = Array.from({ length: 23 }, (_, i) => `Torenhof|1||${i + 1}|1383AA|Weesp|NH`);
const harness = openHarness(
  makeCountry([
    "Breedstraat|5|||1381BX|Weesp|NH",
    "Keurstraat|5|||1382KT|Weesp|NH",
    "Bovenweg|7||1|1382KV|Weesp|NH",
    "Bovenweg|7||2|1382KV|Weesp|NH",
    "Kerkstraat|1|||1411AA|Naarden|NH",
    "Kerkstraat|1|||1401AA|Bussum|NH",
    "Damrak|1|||1012LG|Amsterdam|NH",
    ...flats,
  ]),
);
const snapshot = harness.app.registry.current()!;
afterAll(() => harness.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they come
const geocode = (q: string): any => geocodeAddress.call(snapshot, { q });

describe("what contradicts the line is never said to fit", () => {
  test.each([
    ["Breedstraat 5, 1000AA Amsterdam", "do not belong together"],
    ["Breedstraat 5 Amsterdam", 'has that number in "amsterdam"'],
    ["Breedstraat 5 Zwiggelte", 'Not understood: "zwiggelte"'],
    ["Breedstraat 6 Weesp", "has no number 6 there"],
    ["Keurstraat 5 c Weesp", 'not with letter or addition "c"'],
    ["Keurstraat Weesp", "has no house number"],
    ["qqzzqq 5", "No address found for this line."],
    ["Postbus 12 Weesp", "not in the BAG"],
  ])("%p: %p", async (q, reason) => {
    const { body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(q)}`);
    const { isError, structuredContent, content } = geocode(q);
    expect(structuredContent.unresolved).toMatchObject({
      ambiguous: false,
      reason: body.detail,
      choices_total: body.candidates_total,
    });
    const labels = structuredContent.unresolved.choices.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(body.candidates.map((one: { full_address: string }) => one.full_address));
    expect(structuredContent.unresolved.reason).toContain(reason);
    expect(isError).toBe(true);
    expect(content[0].text).not.toMatch(/these fit/);
  });
});

test.each([
  ["Kerkstraat 1", "add the city or the postcode"],
  ["Bovenweg 7 Weesp", "add the letter or addition"],
])("%p fits several: a choice, not an error", (q, reason) => {
  const { isError, structuredContent } = geocode(q);
  expect(structuredContent.unresolved).toMatchObject({ ambiguous: true, choices_total: 2 });
  expect(structuredContent.unresolved).not.toHaveProperty("more");
  expect(structuredContent.unresolved.reason).toContain(reason);
  expect(isError).toBeUndefined();
});

/** Fields that the tool adds. */
const IN_USE = { object_status: "Verblijfsobject in gebruik", stage: "standing" };

test.each([
  ["Breedstraat 5, 1381BX Weesp", "exact"],
  ["Bredstraat 5 Weesp", "corrected"],
])("%p is answered as over HTTP: %s", async (q, match) => {
  const { body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(q)}`);
  expect(body.data.match).toBe(match);
  expect(geocode(q).structuredContent).toEqual({ address: { ...body.data.address, ...IN_USE }, match });
});

test("a pasted address of several lines is one line, as over HTTP", async () => {
  const q = "Breedstraat 5\r\n1381 BX\tWeesp";
  const { body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(q)}`);
  expect(geocode(q).structuredContent.address).toEqual({ ...body.data.address, ...IN_USE });
  expect(searchAddresses.call(snapshot, { q }).structuredContent).toMatchObject({ total: 1 });
});

test("choices that are cut name the call that lists the rest", () => {
  const { structuredContent, content }: ReturnType<typeof geocode> = lookupAddress.call(snapshot, {
    postcode: "1383AA",
    number: 1,
  });
  const { choices, choices_total, more } = structuredContent.unresolved;
  expect([choices.length, choices_total, more.tool]).toEqual([10, 23, "search_addresses"]);
  expect(content[0].text).toContain(`… and 13 more: search_addresses ${JSON.stringify(more.arguments)}`);
  const listed = choices.map(({ label }: { label: string }) => label);
  let call: Record<string, unknown> | undefined = more.arguments;
  while (call !== undefined) {
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they come
    const page: any = searchAddresses.call(snapshot, call).structuredContent;
    listed.push(...page.addresses.map(({ full_address }: { full_address: string }) => full_address));
    call = page.next_page === undefined ? undefined : { ...call, page: page.next_page };
  }
  expect(listed.length).toBe(23);
  expect(new Set(listed).size).toBe(23);
});
