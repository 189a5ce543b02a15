import { expect, test } from "bun:test";
import fc from "fast-check";
import { nameKey } from "./name-key.ts";

test.each([
  ["Weesp", "weesp"],
  ["kerkstraat", "kerkstraat"],
  ["'s-Graveland", "'s-graveland"],
  ["’s-Hertogenbosch", "'s-hertogenbosch"],
  ["‘s-Hertogenbosch", "'s-hertogenbosch"],
  ["`s-Hertogenbosch", "'s-hertogenbosch"],
  ["`s hof", "'s hof"],
  ["\uff40s hof", "'s hof"],
  ["´s-Hertogenbosch", "'s-hertogenbosch"],
  ["Henriëtte Roland Holsthof", "henriette roland holsthof"],
  ["Henrie\u0308tte", "henriette"],
  ["Fryslân", "fryslan"],
  ["Curaçaostraat", "curacaostraat"],
  ["Ĳpad", "ijpad"],
  ["Søren Kierkegaardstraat", "soren kierkegaardstraat"],
  ["STRAẞE", "strasse"],
  ["İzmirplein", "izmirplein"],
  ["  De \t Meent\u00a0 ", "de meent"],
  ["1e Dwarsstraat (noord)", "1e dwarsstraat (noord)"],
  ["", ""],
  ["   ", ""],
  ["\u0301", ""],
])("%j has the key %j", (name, key) => {
  expect(nameKey(name)).toBe(key);
});

test("a key is its own key, and case makes no difference", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 12 }), (text) => {
      expect(nameKey(nameKey(text))).toBe(nameKey(text));
    }),
    { numRuns: 2000 },
  );
});
