import { describe, expect, test } from "bun:test";
import { AppError } from "../../base/errors.ts";
import { joinQueries, parseSolr } from "./solr-query.ts";

/** Prints a query: its line, then each condition as field=values, the prefixes with `*`. */
function read(...texts: string[]): string {
  const { line, conditions } = joinQueries(texts.map(parseSolr));
  const printed = conditions.map(({ field, values }) => {
    const texts = values.map(({ key, isPrefix }) => (isPrefix ? `${key}*` : key));
    return `${field}=${texts.join("|")}`;
  });
  return [line, ...printed].join(" ; ");
}

describe("requests of public code", () => {
  test.each([
    ["1381BB 3", "1381BB 3"],
    ["Nieuwstraat 3 Weesp", "Nieuwstraat 3 Weesp"],
    ["postcode:1381BB AND huisnummer:3", " ; postcode=1381bb ; huisnummer=3"],
    ["postcode:1381BB and huisnummer:3", " ; postcode=1381bb ; huisnummer=3"],
    ["postcode:1381BB huisnummer:3", " ; postcode=1381bb ; huisnummer=3"],
    ["postcode:1381 BB", " ; postcode=1381bb"],
    ["postcode:1381", " ; postcode=1381"],
    ["type:postcode", " ; type=postcode"],
    ["postcode:1381*", " ; postcode=1381*"],
    ["huis_nlt:3a", " ; huis_nlt=3a"],
    ["bron:BAG", " ; bron=bag"],
    ["type:(weg OR woonplaats)", " ; type=weg|woonplaats"],
    ['type:weg AND provincienaam:"Zuid-Holland"', " ; type=weg ; provincienaam=zuid-holland"],
    ['gemeentenaam:("Amsterdam" "Weesp")', " ; gemeentenaam=amsterdam|weesp"],
    ["gemeentenaam:amsterdam type:adres keurstr", "keurstr ; gemeentenaam=amsterdam ; type=adres"],
    ["Bolstraat and Utrecht and type:adres", "Bolstraat Utrecht ; type=adres"],
    ["huisnummer 3", "huisnummer 3"],
    ["postcode:(3584CC)", " ; postcode=3584cc"],
    ["*:*", ""],
  ])("%s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test("several texts are joined", () => {
    expect(read("postcode:1381BB", "huisnummer:3")).toBe(" ; postcode=1381bb ; huisnummer=3");
    expect(read("keurstr", "", "weesp")).toBe("keurstr weesp");
  });
});

describe("values", () => {
  test.each([
    ["quoted with a space", 'postcode:"1381 BB"', " ; postcode=1381bb"],
    ["a space behind the colon of a known field", "postcode: 1381 BB", " ; postcode=1381bb"],
    ["a label is no field", "straat: Keurstraat 5", "straat: Keurstraat 5"],
    ["case and diacritics", 'provincienaam:"FRYSLÂN"', " ; provincienaam=fryslan"],
    ["a field that is there", "postcode:*", " ; postcode=*"],
    ["alternatives of one field", "type:weg OR type:adres", " ; type=weg|adres"],
    ["brackets around all", "(type:weg) AND (keurstraat)", "keurstraat ; type=weg"],
    ["boosts and distances", "keurstraat^2 weesp~1 type:weg^1.5", "keurstraat weesp ; type=weg"],
    ["a prefix among words", "keurstr* weesp", "keurstr weesp"],
    ["a quote that is not closed", '"den haag', "den haag"],
    ["nothing behind a colon", "postcode:", " ; postcode="],
    ["spaces in a group of postcodes", "postcode:(1381 BB OR 1382KT)", " ; postcode=1381bb|1382kt"],
    ["operators in capitals only beside spaces", "ANDERLECHTLAAN ORANJEPLEIN", "ANDERLECHTLAAN ORANJEPLEIN"],
    ["escaped characters", "Sint\\-Jansstraat", "Sint-Jansstraat"],
    ["another OR between words", "keurstraat OR nieuwstraat", "keurstraat nieuwstraat"],
  ])("%s", (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe("refusals", () => {
  test.each([
    "type:weg OR gemeentenaam:Weesp",
    "keurstraat OR type:weg",
    "type:weg or keurstraat",
    "-type:postcode",
    "NOT type:adres",
    "!type:adres",
    "keurstraat -type:adres",
    "huisnummer:[1 TO 5]",
    "huisnummer: {1 TO 5}",
    "{!geofilt sfield=centroide_ll pt=52,5 d=1}",
    "straatnaam:K*straat",
    "type:(weg AND adres)",
  ])("%s", (text) => {
    expect(() => parseSolr(text)).toThrow(AppError);
  });
});

test("hostile texts end at once, with any result", () => {
  const parts = [
    "(",
    ")",
    '"',
    ":",
    "*",
    "\\",
    "a:",
    "type:(",
    "AND ",
    "OR ",
    "{",
    "^",
    "~",
    " ",
    "é",
    "\u0000",
    "1381 ",
  ];
  for (let round = 0; round < 2_000; round++) {
    let text = "";
    for (let i = 0; i < 60; i++) {
      text += parts[(round * 31 + i * i * 7 + ((i * round) % 13)) % parts.length];
    }
    try {
      parseSolr(text);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  }
  parseSolr("(".repeat(8_000));
  parseSolr('type:"'.repeat(1_300));
  // A pattern that backtracks would exceed the time limit of the test.
  expect(parseSolr("postcode:1381 ".repeat(600)).conditions).toHaveLength(600);
});
