import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanLine } from "./clean-line.ts";
import { splitGluedTokens } from "./glued-tokens.ts";
import { tokenize } from "./normalize.ts";
import { rangeEnd } from "./number-spans.ts";
import { type Interpretation, parseLine } from "./parse-line.ts";
import { withoutPoBoxes } from "./po-boxes.ts";

const textsOf = (line: string) => tokenize(line)!.map(({ text }) => text);

describe("what is no part of an address", () => {
  test.each([
    ["Dam 1 Edam 06-12345678", "dam 1 edam"],
    ["Dam 1 Edam, tel. 0299 - 12 34 56", "dam 1 edam"],
    ["T +31 (0)6 1234 5678 | Dam 1, Edam", "dam 1 edam"],
    ["Dam 1, 0800-1234", "dam 1"],
    ["Dam 1, 1135AB Edam, KvK 12345678, NL001234567B01, NL91ABNA0417164300", "dam 1 1135ab edam"],
    ["Dam 1 info@edam.nl https://edam.nl/dam?1 www.edam.nl", "dam 1"],
    ["12-05-2026 14:30 uur Dam 1, 2026-05-12, 3 mrt. 2026", "dam 1"],
    ["Dam 1, 3 mrt. 2026", "dam 1"],
    ["Straat: Dam Huisnummer: 1 Plaats: Edam", "dam 1 edam"],
    ["<p>Dam&nbsp;1<br>1135&nbsp;AB</p>", "dam 1 1135 ab"],
    ["Dam%201%2C%20Edam", "dam 1 edam"],
    ["Belgi&euml;laan 1", "belgielaan 1"],
    ["&#x27;s-Gravelandseweg 3", "s gravelandseweg 3"],
    ["Dam 51A&#x2F;1, Edam", "dam 51a 1 edam"],
    ["&amp;#39;t Zand 3", "t zand 3"],
    ["Dam&amp;amp;nbsp;1", "dam 1"],
    ["BÃ¼hrmannlaan 5", "buhrmannlaan 5"],
    ["Dam 1_x000D_1135\u200bAB", "dam 1 1135ab"],
    ["Dam 1\\r\\nEdam", "dam 1 edam"],
    ["Dam n° 1²", "dam 1 2"],
    ["Plein '44 1", "plein 1944 1"],
  ])("%p is read as %p", (line, read) => {
    expect(textsOf(cleanLine(line)).join(" ")).toBe(read);
  });

  test.each([
    "Plein 1940-45-3",
    "Laan '40-'45 7",
    "Plein 10 mei 1940 5",
    "Keurstraat 5 e\nWeesp",
    "Keurstraat 12-14",
    "'s-Gravelandseweg 3 1381HH",
    "Straat 5",
  ])("%p keeps all its words", (line) => {
    expect(textsOf(cleanLine(line))).toEqual(textsOf(line));
  });

  test("a line of nothing else stays", () => {
    expect(cleanLine("www.voorbeeld.example")).toBe("www.voorbeeld.example");
  });

  test("any text leaves some line, in time that grows with its length", () => {
    const part = fc.constantFrom(
      "0",
      "1",
      "+31",
      " ",
      "-",
      "(",
      "@",
      "a",
      "www.",
      "&",
      "<",
      "%41",
      "'44",
      ":",
      "tel.",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 400 }), (parts) => {
        expect(typeof cleanLine(parts.join(""))).toBe("string");
      }),
    );
  });
});

describe("words without a space between", () => {
  test.each([
    ["keurstraat5", "keurstraat 5"],
    ["keurstraat5a", "keurstraat 5 a".replace("5 a", "5a")],
    ["1ehelmersstraat5", "1ehelmersstraat 5"],
    ["keurstraat5weesp", "keurstraat 5 weesp"],
    ["5weesp", "5 weesp"],
    ["nr5", "5"],
    ["1382kt5a", "1382kt 5a"],
    ["1381cp36hs05", "1381cp 36hs05"],
    ["1381de30a100", "1381de 30a100"],
    ["1381aaweesp", "1381aa weesp"],
    ["5a1382kt", "5a 1382kt"],
  ])("%p is cut into %p", (line, cut) => {
    expect(
      splitGluedTokens(tokenize(line)!)
        ?.map(({ text }) => text)
        .join(" "),
    ).toBe(cut);
  });

  test.each(["keurstraat", "5a", "1382kt", "2hg", "1e", "a12", "5 a 12"])("%p is not", (line) => {
    expect(splitGluedTokens(tokenize(line)!)).toBeUndefined();
  });
});

describe("PO boxes", () => {
  test.each([
    ["postbus 12", ""],
    ["P.O. Box 12 Weesp", ""],
    ["PO Box nr 12a", ""],
    ["POSTBUS12, 1380 AA Weesp", ""],
    ["pb 12", ""],
    ["Postbus 1.234 Weesp", ""],
    ["Postbus 12, 1380AA Weesp, Keurstraat 5", "weesp keurstraat 5"],
    ["Keurstraat 5, Postbus 12, Antwoordnummer 3, 1380 AA Weesp", "keurstraat 5 weesp"],
  ])("%p leaves %p", (line, rest) => {
    const without = withoutPoBoxes(tokenize(line)!);
    expect(without.isPoBox).toBe(true);
    expect(without.rest.map(({ text }) => text).join(" ")).toBe(rest);
  });

  test.each(["Keurstraat 5 bus 12", "Postbus Weesp", "Box 12"])("%p is none", (line) => {
    expect(withoutPoBoxes(tokenize(line)!).isPoBox).toBe(false);
  });
});

test.each([
  ["12 t/m 18", 4],
  ["12 & 14", 2],
  ["12a tot 14b", 3],
  ["12-14", undefined],
  ["12 tot en met 18 weesp", 5],
  ["12 14", undefined],
  ["12-2", undefined],
  ["12", undefined],
])("the range %p ends before token %p", (line, end) => {
  expect(rangeEnd(tokenize(line)!, 0)).toBe(end);
});

describe("interpretations", () => {
  const find = (line: string, part: Partial<Interpretation>, isTyping = false) =>
    parseLine(line, { isTyping }).interpretations.find((interpretation) =>
      Object.entries(part).every(([key, value]) =>
        Bun.deepEquals(interpretation[key as keyof Interpretation], value),
      ),
    );

  test("come by tier, each once", () => {
    const { interpretations } = parseLine("Plein1945 7, 1381 Weesp, 2e bel, vijf");
    expect(interpretations.map(({ tier }) => tier)).toEqual(interpretations.map(({ tier }) => tier).sort());
    const contents = interpretations.map(({ tier, ...content }) => JSON.stringify(content));
    expect(new Set(contents).size).toBe(contents.length);
  });

  test("leave out digits of other fields and the word before them, never those beside the number", () => {
    expect(find("Order 48291: Dam 1, Edam", { number: 1, leftover: ["order", "48291"] })).toBeDefined();
    expect(find("1e Kruisweg 5000", { number: 1, leftover: ["5000"] })).toBeUndefined();
    expect(find("Dam 12, 2 hoog, Edam", { number: 2, leftover: ["dam", "12"] })).toBeUndefined();
  });

  test("take four digits as those of a postcode, fewer behind a comma while the line is being typed", () => {
    expect(
      find("Dam 1, 1135 Edam", { postcodeArea: "1135", number: 1, segments: [["dam"], ["edam"]] }),
    ).toBeDefined();
    const prefix = {
      tier: 0,
      number: 1,
      designation: "",
      segments: [["dam"]],
      endsWith: "postcode",
    } as const;
    expect(find("Dam 1, 11", prefix, true)).toBeDefined();
    expect(find("Dam 1, 11", prefix)).toBeUndefined();
    expect(find("Dam 1 11", prefix, true)).toBeUndefined();
  });
});
