/** Tests the tools about history, and the answers of other tools about a former address, on the real Weesp. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { TOOLS } from "../../src/mcp/tools.ts";
import { makeWeespFolder, makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

setDefaultTimeout(60_000);

const harness = openHarness(await makeWeespPastFolder());
afterAll(() => harness.close());

/** Number 21 of Loevesteinkade, which lay on Loevesteingracht for six weeks. */
const LOEVESTEIN_21 = "0457200000522517";
/** Number that had 1381BK 3 until 2011-03-28. */
const WITHDRAWN = "0457200000198428";
const MAX_ANSWER_BYTES = 8 * 1024;

function call(name: string, given: Record<string, unknown>, { app } = harness) {
  const tool = TOOLS.find(({ definition }) => definition.name === name)!;
  const { structuredContent, content, isError } = tool.call(app.registry.current()!, given);
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_ANSWER_BYTES);
  if (structuredContent !== undefined) {
    expect(tool.output.parse(structuredContent)).toEqual({ ...structuredContent });
  }
  // biome-ignore lint/suspicious/noExplicitAny: each tool has another form.
  return { answer: structuredContent as any, text, isError: isError === true };
}

const labelOf = ({ label }: { label: string }) => label;
const fullAddressOf = ({ full_address }: { full_address: string }) => full_address;

test("get_address_history has the periods of the endpoint", async () => {
  const { answer } = call("get_address_history", { nummeraanduiding_id: LOEVESTEIN_21 });
  const { body } = await harness.askJson(`/addresses/${LOEVESTEIN_21}/history`);
  const { periods, ...life } = body.data;
  expect(answer).toEqual({
    ...life,
    periods: periods.map(({ address, ...period }: { address: { full_address: string } | null }) => ({
      ...period,
      full_address: address?.full_address ?? null,
    })),
  });
  expect(answer.periods.at(-2).full_address).toStartWith("Loevesteingracht 21");
});

test("get_address_history says until when a withdrawn number was an address, and nothing of one never issued", () => {
  const { answer } = call("get_address_history", { nummeraanduiding_id: WITHDRAWN });
  expect(answer.periods.at(-1)).toMatchObject({ full_address: null, reason: "ended", valid_until: null });
  expect(answer.periods.at(-2).full_address).toContain("1381BK");
  const unknown = call("get_address_history", { nummeraanduiding_id: "0457200000999999" });
  expect(unknown).toMatchObject({ isError: true, text: "No address found with id 0457200000999999." });
});

test("resolve_former_address takes the day on which someone had the key", () => {
  const on = (valid_on: string) =>
    call("resolve_former_address", { postcode: "1381BK", number: 3, valid_on }).answer;
  expect(on("2011-03-28").former).toMatchObject([{ nummeraanduiding_id: WITHDRAWN }]);
  expect(on("2011-03-29")).toMatchObject({ former: [], former_total: 0 });
});

test("resolve_former_address tells a day on which nobody had the key from a key that nobody ever had", () => {
  const key = { street: "Loevesteingracht", city: "Weesp", number: 21 };
  const { isError, text, answer } = call("resolve_former_address", { ...key, valid_on: "2021-06-09" });
  expect(isError).toBe(true);
  expect(text).toStartWith(
    "This address does not exist today, and no former address had this name on 2021-06-09.",
  );
  const [{ tool, arguments: next }] = answer.unresolved.choices;
  expect(call(tool, next).answer.former).toMatchObject([{ valid_until: "2021-06-09" }]);
});

test("resolve_former_address leads to the address of today", () => {
  const asked = { street: "Loevesteingracht", city: "Weesp", number: 21 };
  expect(call("resolve_former_address", asked).answer).toMatchObject({
    current: null,
    former_total: 1,
    former: [
      { valid_from: "2021-04-28", valid_until: "2021-06-09", today: { nummeraanduiding_id: LOEVESTEIN_21 } },
    ],
  });
  const { answer } = call("resolve_former_address", { postcode: "1381BK", number: "3" });
  expect(answer).toMatchObject({
    current: { nummeraanduiding_id: "0457200000520676" },
    former: [
      {
        today: null,
        successors: [{ relation: "same_key", nummeraanduiding_id: "0457200000520676" }],
        successors_total: 1,
      },
    ],
  });
});

test("the largest answer stays small: a flat that took the place of a building", () => {
  const { answer } = call("resolve_former_address", {
    street: "C.J.van Houtenlaan",
    city: "Weesp",
    number: "36 WN",
  });
  expect(answer.former).toHaveLength(1);
});

test("an address that nobody has or had, and a missing part, are said", () => {
  const unknown = call("resolve_former_address", { postcode: "1381BK", number: 99_998 });
  expect(unknown).toMatchObject({ isError: true, answer: { unresolved: { ambiguous: false, choices: [] } } });
  expect(call("resolve_former_address", { number: 3 })).toMatchObject({
    isError: true,
    text: "The postcode field is required when street and city are not present.",
  });
});

test.each([
  ["geocode_address", { q: "Loevesteingracht 21, Weesp" }],
  ["lookup_address", { postcode: "1382JK", number: 131 }],
])("%s says that an address is none any more, and the call that tells what became of it", (name, given) => {
  const { answer, isError, text } = call(name, given);
  expect(isError).toBe(true);
  expect(text).toMatch(/has not been an address since 20\d\d-\d\d-\d\d\./);
  const [{ tool, arguments: next }] = answer.unresolved.choices;
  expect(call(tool, next).answer.former[0].today).not.toBeNull();
});

test("lookup_address says it beside the addresses of today with that number, and lists these after it", async () => {
  const key = { postcode: "1382CH", number: 84 };
  const { answer, isError, text } = call("lookup_address", key);
  const { former, candidates, candidates_total } = (
    await harness.askJson("/addresses/lookup?postcode=1382CH&number=84")
  ).body;
  expect({ isError, text }).toEqual({
    isError: true,
    text: expect.stringContaining(
      "Amstellandlaan 84, 1382CH Weesp has not been an address since 2016-01-08.",
    ),
  });
  const { choices, choices_total, more, ambiguous } = answer.unresolved;
  expect({ ambiguous, choices_total }).toEqual({ ambiguous: false, choices_total: candidates_total + 1 });
  expect(choices[0]).toMatchObject({ tool: "resolve_former_address", arguments: key });
  expect(choices.slice(1).map(labelOf)).toEqual(candidates.slice(0, 9).map(fullAddressOf));
  const today = call(more.tool, more.arguments).answer;
  expect(today.total).toBe(candidates_total);
  expect(today.addresses.map(fullAddressOf)).toEqual(candidates.slice(0, 10).map(fullAddressOf));
  expect(call("resolve_former_address", key).answer.former_total).toBe(former.length);
});

test("lookup_address says it of a letter that no longer exists", () => {
  const { answer, text } = call("lookup_address", { postcode: "1381AD", number: 24, letter: "b" });
  expect(text).toMatch(/^\S+ 24b, 1381AD Weesp has not been an address since 20\d\d-\d\d-\d\d\./);
  expect(answer.unresolved.choices.length).toBeGreaterThan(1);
});

/** Oude Papelaan 1, which had this postcode until 2016-01-14 and has another one today. */
const OTHER_POSTCODE = { postcode: "1398PL", number: 1 };

test.each([
  ["lookup_address", OTHER_POSTCODE],
  ["geocode_address", { q: "Oude Papelaan 1, 1398PL Weesp" }],
])("%s leads to a former address that has another postcode today", (name, given) => {
  const [choice] = call(name, given).answer.unresolved.choices;
  expect(choice.arguments).toEqual(OTHER_POSTCODE);
  expect(call(choice.tool, choice.arguments).answer).toMatchObject({
    current: null,
    former: [{ valid_until: "2016-01-14", today: { full_address: "Oude Papelaan 1, 1384CA Weesp" } }],
  });
});

test("search_addresses adds former addresses to what it finds, and returns them instead of nothing", () => {
  const nothing = call("search_addresses", { q: "Loevesteingracht 21 Weesp" });
  expect(nothing.text).toContain(
    "Loevesteingracht 21, 1384GA Weesp has not been an address since 2021-06-09.",
  );
  expect(nothing.answer.unresolved.choices).toHaveLength(1);
  const { answer } = call("search_addresses", { q: "Amstellandlaan 84 Weesp" });
  expect(answer.total).toBeGreaterThan(10);
  expect(answer.former.label).toBe(
    "Amstellandlaan 84, 1382CH Weesp has not been an address since 2016-01-08.",
  );
  expect(call(answer.former.tool, answer.former.arguments).answer.former).toMatchObject([
    { full_address: "Amstellandlaan 84, 1382CH Weesp", valid_until: "2016-01-08" },
  ]);
  const further = call("search_addresses", { q: "Amstellandlaan 84 Weesp", page: 2 }).answer;
  expect({ page: further.addresses.length > 0, former: further.former }).toEqual({
    page: true,
    former: undefined,
  });
  expect(call("search_addresses", { q: "Achtergracht 3 Weesp" }).answer.former).toBeUndefined();
});

test("a day, which only one tool takes, is refused by the others with its name", () => {
  const onDay = { postcode: "1381BK", number: 3, valid_on: "2011-03-28" };
  const refused = call("lookup_address", onDay);
  expect(refused.isError).toBe(true);
  expect(refused.text).toBe(
    "valid_on: This tool has no such argument. Tools that take it: resolve_former_address.\n" +
      "Expected: postcode, number, letter, addition, include_geometry.",
  );
  expect(call("resolve_former_address", onDay).answer.former).toMatchObject([
    { nummeraanduiding_id: WITHDRAWN },
  ]);
});

test("without a past both tools say so", async () => {
  const without = openHarness(await makeWeespFolder());
  for (const [name, given] of [
    ["get_address_history", { nummeraanduiding_id: LOEVESTEIN_21 }],
    ["resolve_former_address", { postcode: "1381BK", number: 3 }],
  ] as const) {
    expect(call(name, given, without)).toMatchObject({
      isError: true,
      text: "This data has no history: import it with `--history full` to ask about history.",
    });
  }
  without.close();
});
