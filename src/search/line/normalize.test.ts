import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalName, nameRun, tokenize } from "./normalize.ts";

describe("one form for spellings that mean the same", () => {
  test.each([
    [["Kerkstraat", "Kerkstr.", "KERKSTR", "kerkstraat"]],
    [
      [
        "Burgemeester van der Bergstraat",
        "Burg. v.d. Bergstr.",
        "burg vd bergstr",
        "Burgem. van den Bergstraat",
      ],
    ],
    [["Sint Annastraat", "St. Annastraat", "st-annastr"]],
    [["1e Helmersstraat", "Eerste Helmersstraat", "1ste Helmersstr."]],
    [["Laan 1940-1945", "Laan 1940-45", "Laan ’40-’45", "laan 1940 1945"]],
    [["Plein 1944", "pln 1944"]],
    [["IJsselkade", "Ysselkade", "ĳsselkd"]],
    [["Weerdsingel O.Z.", "Weerdsngl oostzijde", "Weerdsingel oz"]],
    [["Belgiëlaan", "Belgielaan", "belgieln"]],
    [["'t Hof", "t Hof", "Het Hof"]],
    [["Alphen aan den Rijn", "Alphen a/d Rijn", "alphen a.d. rijn", "Alphen aan de Rijn"]],
  ])("%p", (spellings) => {
    const forms = spellings.map((spelling) => canonicalName(spelling).join(""));
    expect(new Set(forms).size).toBe(1);
  });

  test("different streets stay different", () => {
    const names = ["1e Kruisweg", "2e Kruisweg", "Kerkstraat", "Kerkweg", "Plein 1944", "Plein 1945"];
    expect(new Set(names.map((name) => canonicalName(name).join(""))).size).toBe(names.length);
  });

  test("any text becomes ASCII letters and digits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const word of canonicalName(text)) {
          expect(word).toMatch(/^[a-z0-9]+$/);
        }
      }),
    );
  });
});

test("a text with more tokens than the limit gives undefined", () => {
  expect(tokenize("a b c", 3)).toHaveLength(3);
  expect(tokenize("a b c d", 3)).toBeUndefined();
});

// A history stores runs of names, and hashes of them: whoever changes one here raises HISTORY_SCHEMA_VERSION.
test.each([
  ["Burg. v.d. Berghstr.", "burgemeestervandberghstraat"],
  ["1ste Helmersstr.", "1ehelmersstraat"],
  ["Laan 1940-1945", "laan4045"],
  ["Ysselkd", "ijsselkade"],
  ["Weerdsingel O.Z.", "weerdsingeloostzijde"],
  ["'s-Gravenhage", "sgravenhage"],
  ["Alphen a/d Rijn", "alphenaandrijn"],
])("the run of %s is %s", (name, run) => {
  expect(nameRun(name)).toBe(run);
});
