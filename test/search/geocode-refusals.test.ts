/**
 * Tests the reasons why geocode/forward and `baken find` have no certain answer: one sentence each, with an unchanged
 * error code.
 */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { makeCountry } from "../relevance/country.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const dataDir = makeCountry([
  "Keurstraat|5|||1382KT|Weesp|NH",
  "Keurstraat|5|a||1382KT|Weesp|NH",
  "Bovenweg|7||1|1382KV|Weesp|NH",
  "Bovenweg|7||2|1382KV|Weesp|NH",
  "Kerkstraat|1|||1411AA|Naarden|NH",
  "Kerkstraat|1|||1401AA|Bussum|NH",
  "Markt|3|||1411AB|Naarden|NH",
  "Dorpsstraat|1|||8391AA|Noordwolde|FR",
  "Dorpsstraat|1|||9785AA|Noordwolde|GR",
  ...Array.from({ length: 12 }, (_, i) => `Singel|${i + 1}|||1382KX|Weesp|NH`),
]);
const harness = openHarness(dataDir);
afterAll(() => harness.close());

test.each([
  ["Keurstraat 6 Weesp", "the street exists, but has no number 6 there"],
  ["Keurstraat nr 6, Weesp, Nederland", "the street exists, but has no number 6 there"],
  ["Keurstraat 5 c Weesp", 'not with letter or addition "c"'],
  ["Keurstraat 5-NO Weesp", 'not with letter or addition "no"'],
  ["Keurstraat 5/nr, 1382KT", 'not with letter or addition "nr"'],
  ["1382KT 5-nl", 'not with letter or addition "nl"'],
  ["Keurstraat Weesp", "has no house number"],
  ["Keurstraat 5 Naarden", 'has that number in "naarden"'],
  ["Keurstraat 5 Zwiggelte", 'Not understood: "zwiggelte"'],
  ["Keurstraat 5, 1411AB Naarden", "do not belong together"],
  ["Kerkstraat 1", "add the city or the postcode"],
  ["Dorpsstraat 1 Noordwold", "add the city or the postcode"],
  ["Bovenweg 7 Weesp", "add the letter or addition"],
  ["Postbus 12 Weesp", "PO box is not in the BAG"],
  ["qqzzqq 5", "No address found for this line."],
])("%p is refused: %p", async (line, reason) => {
  const { status, body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}`);
  expect([status, body.code]).toEqual([404, "not_found"]);
  expect(body.detail).toContain(reason);
  expect(body.message).toBe(body.detail);
  expect(body.candidates).toBeArray();
  expect(body.candidates_total).toBeNumber();
});

test.each([
  ["Keurstraat 5 Weesp", "letter=c", 'not with letter or addition "c"'],
  ["Keurstraat 5 c Weesp", "letter=a", 'not with letter or addition "ac"'],
  ["Keurstraat 5 Weesp", "addition=+", 'not with letter or addition "+"'],
  ["Keurstraat 5 Weesp", "postcode=1411AB", "do not belong together"],
  ["Keurstraat 5, 1382KT Weesp", "postcode=1411AB", "contradicts the parameter postcode"],
  ["Keurstraat 5 Weesp", "number=6", "contradicts the parameter number"],
  ["Keurstraat Weesp", "number=6", "has no number 6 there"],
  ["Naarden", "postcode=1382KT&number=5", "do not belong together"],
  ["Keurstrat 5 Weesp", "match=exact", "No address matches exactly"],
])("%p with %s is refused: %p", async (line, parameters, reason) => {
  const path = `/geocode/forward?q=${encodeURIComponent(line)}&${parameters.replace("+", "%2B")}`;
  const { status, body } = await harness.askJson(path);
  expect([status, body.code]).toEqual([404, "not_found"]);
  expect(body.detail).toContain(reason);
});

test.each([
  ["Keurstraat Weesp", "number=5&letter=A", "Keurstraat 5a, 1382KT Weesp", "exact"],
  ["Keurstraat 5 Weesp", "letter=a&match=exact", "Keurstraat 5a, 1382KT Weesp", "exact"],
  ["Keurstrat 5 Weesp", "letter=a", "Keurstraat 5a, 1382KT Weesp", "corrected"],
  ["Kerkstraat 1", "postcode=1411aa", "Kerkstraat 1, 1411AA Naarden", "exact"],
  ["Weesp", "postcode=1382KT&number=5", "Keurstraat 5, 1382KT Weesp", "exact"],
])("%p with %s is %s, %s", async (line, parameters, label, match) => {
  const { body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}&${parameters}`);
  expect([body.data.address.full_address, body.data.match]).toEqual([label, match]);
});

test.each(["Keurstraat 5 NL", "Keurstraat 5, no, Weesp", "1382KT-5 NL", "Keurstraat 5 - te Weesp"])(
  "announcing words that are not joined to the number say nothing: %p",
  async (line) => {
    const { body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}`);
    expect(body.data.address.full_address).toBe("Keurstraat 5, 1382KT Weesp");
  },
);

test.each([
  ["Keurstraat 5 Weesp", 0, ""],
  ["Keurstraat 5 c Weesp", 0, 'not with letter or addition "c"; the addresses above are those that exist'],
  ["Keurstraat 5 t/m 9 Weesp", 0, 'Not understood: "t m 9"; the addresses above fit the rest of the line.'],
  ["Keurstrat 5 Weesp", 0, "No address is exactly as typed; these are the closest."],
  ["Keurstraat 6 Weesp", 1, "has no number 6 there. Nearest in Keurstraat, Weesp: 5."],
  ["Singel 20", 1, "Nearest in Singel, Weesp: 12, 11, 10."],
  ["Postbus 12 Weesp", 1, "PO box is not in the BAG"],
])("`baken find %p` exits %p and says %p", (line, code, note) => {
  const { exitCode, stderr } = find(line);
  expect(exitCode).toBe(code);
  expect(stderr).toContain(note);
  if (note === "") {
    expect(stderr).toBe("");
  }
});

test("`baken find` prints ten addresses, and the number of the others", () => {
  const { stdout, stderr } = find("Singel");
  expect([stdout.trim().split("\n").length, stderr]).toEqual([10, "and 2 more\n"]);
});

function find(line: string) {
  const baken = join(import.meta.dir, "../../baken");
  const { exitCode, stdout, stderr } = Bun.spawnSync([baken, "find", line, "--data", dataDir]);
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test.each([
  ["Keurstraat 6 Weesp", { why: "no such number", number: 6 }],
  ["Keurstraat 5 c Weesp", { why: "no such designation", designation: "c" }],
  ["Keurstraat 5 Naarden", { why: "other place", words: "naarden" }],
  ["Kerkstraat 1", { why: "several streets" }],
])("%p tells programs why: %p", async (line, reason) => {
  const { body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}`);
  expect(body.reason).toEqual(reason);
});

test.each([
  ["Singel 20 Weesp", ["Singel 12", "Singel 11", "Singel 10"]],
  ["Dorpsstraat 9", ["Dorpsstraat 1", "Dorpsstraat 1"]],
  ["Dorpsstraat 9 Noordwolde FR", ["Dorpsstraat 1"]],
])("of a number that %p does not have, the candidates are the nearest: %p", async (line, lines) => {
  const { body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}`);
  expect(body.reason.why).toBe("no such number");
  const found = body.candidates.map(
    ({ full_address }: { full_address: string }) => full_address.split(",")[0],
  );
  expect([found, body.candidates_total]).toEqual([lines, lines.length]);
});

test.each([
  [
    "Keurstrat 5a, Weesp",
    {
      street: { typed: "keurstrat", edits: 1, kind: "whole" },
      place: { typed: "weesp", edits: 0, kind: "name" },
      number: { typed: "5" },
      designation: { typed: "a", kind: "equal" },
    },
  ],
  ["1382kt 5", { postcode: { typed: "1382KT", edits: 0 }, number: { typed: "5" } }],
  [
    "Mevr. Jansen, Keurstraat 5 Weesp",
    {
      street: { typed: "keurstraat", edits: 0, kind: "literal" },
      place: { typed: "weesp", edits: 0, kind: "name" },
      number: { typed: "5" },
    },
  ],
])("the trace tells which part of %p was read as what", async (line, reading) => {
  const { body } = await harness.askJson(`/addresses/search?explain=1&q=${encodeURIComponent(line)}`);
  expect(body.meta.explain.best[0].reading).toEqual(reading);
});

test("the trace scores a postcode only where one was typed", async () => {
  const scoresOf = async (q: string) => {
    const { body } = await harness.askJson(`/addresses/search?explain=1&q=${encodeURIComponent(q)}`);
    return Object.keys(body.meta.explain.best[0].scores);
  };
  expect(await scoresOf("Keurstraat 5 Weesp")).not.toContain("postcode");
  expect(await scoresOf("Keurstraat 5, 1382KT Weesp")).toContain("postcode");
});
