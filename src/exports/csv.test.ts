import { expect, test } from "bun:test";
import { CSV_HEADER, csvLine, textCell } from "./csv.ts";

test.each([
  ["Keurstraat", "Keurstraat"],
  ["", ""],
  ["'s-Gravenhage", "'s-Gravenhage"],
  ["'t Diep", "'t Diep"],
  ["a,b", '"a,b"'],
  ['De "Put"', '"De ""Put"""'],
  ["a\r\nb", '"a\r\nb"'],
  ["=1+1", "'=1+1"],
  ["+", "'+"],
  ["-1", "'-1"],
  ["@x", "'@x"],
  ["\tx", "'\tx"],
  ["\rx", `"'\rx"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ["1-2", "1-2"],
  ["Café Ÿ", "Café Ÿ"],
])("text %j is the cell %j", (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

test("a line has the fields of the specification in its order, nulls empty, lists joined", () => {
  const record = {
    nummeraanduiding_id: "0457200000000001",
    type: "ligplaats",
    huisnummer: 5,
    huisletter: null,
    huisnummertoevoeging: "-1",
    postcode: null,
    straatnaam: "Keurstraat",
    verkorte_straatnaam: null,
    woonplaats_naam: "'s-Gravenhage",
    woonplaats_id: "0001",
    gemeente_naam: "Weesp",
    gemeente_code: "0457",
    provincie_naam: "Noord-Holland",
    gebruiksdoel: ["woonfunctie", "kantoorfunctie"],
    oppervlakte: null,
    status: "Naamgeving uitgegeven",
    pand_id: null,
    adresseerbaar_object_id: "0457020000000001",
    bouwjaar: null,
    latitude: 52.3,
    longitude: -5.04,
    rd_x: -7000.5,
    rd_y: 480000,
    full_address: "Keurstraat 5 -1, 's-Gravenhage",
  } as const;
  expect(csvLine({ ...record, gebruiksdoel: [...record.gebruiksdoel] })).toBe(
    "0457200000000001,ligplaats,5,,'-1,,Keurstraat,,'s-Gravenhage,0001,Weesp,0457,Noord-Holland,woonfunctie|kantoorfunctie," +
      ',Naamgeving uitgegeven,,0457020000000001,,52.3,-5.04,-7000.5,480000,"Keurstraat 5 -1, \'s-Gravenhage"\r\n',
  );
  expect(CSV_HEADER).toBe(`${Object.keys(record).join(",")}\r\n`);
});
