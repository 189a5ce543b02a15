import { describe, expect, test } from "bun:test";
import {
  type Address,
  formatPostcode,
  splitNumber,
  splitStreet,
  typedFieldsOf,
  typedKeyOf,
} from "./typed-address.ts";

test("a postcode is written with a space, other text stays", () => {
  expect(formatPostcode("1382kt")).toBe("1382 KT");
  expect(formatPostcode("13 ")).toBe("13 ");
});

test.each([
  ["5", ""],
  ["5a", "a"],
  ["5-2", "2"],
  ["5a-2", "a-2"],
  ["5a BOV", "a BOV"],
  ["16 ben", "ben"],
])("of %s the addition is %p", (number, addition) => {
  const address = { full_address: `Dam ${number}, Weesp`, straatnaam: "Dam", huisnummer: 5, postcode: null };
  expect(typedFieldsOf(address as Address).addition).toBe(addition);
});

describe("splitNumber", () => {
  test.each([
    ["5", "5", ""],
    ["5a", "5", "a"],
    ["5-2", "5", "2"],
    [" 5 a-2 ", "5", "a-2"],
    ["51–e3hg", "51", "e3hg"],
    ["16 ben", "16", "ben"],
  ])("%s", (text, number, addition) => expect(splitNumber(text)).toEqual({ number, addition }));

  test.each(["", "a", "a5", "123456"])("refuses %p", (text) => expect(splitNumber(text)).toBeUndefined());
});

describe("splitStreet", () => {
  test.each([
    ["Keurstraat 5a", "Keurstraat", "5a"],
    ["Keurstraat 5 a-2", "Keurstraat", "5 a-2"],
    ["Plein 1940-45 12", "Plein 1940-45", "12"],
    ["2e Keucheniusstraat 3", "2e Keucheniusstraat", "3"],
    ["Keurstraat, 5", "Keurstraat", "5"],
  ])("%s", (text, street, number) => expect(splitStreet(text)).toEqual({ street, number }));

  test.each(["Keurstraat", "", "5", "2e Keucheniusstraat"])("leaves %p", (text) =>
    expect(splitStreet(text)).toBeUndefined(),
  );
});

describe("keyOf", () => {
  const fields = { postcode: "1382 kt", number: "5", addition: "", street: "", city: "" };
  test("needs postcode and number, nothing else", () => {
    expect(typedKeyOf(fields)).toEqual({ postcode: "1382KT", number: "5", addition: "" });
    expect(typedKeyOf({ ...fields, number: "" })).toBeUndefined();
    expect(typedKeyOf({ ...fields, postcode: "1382" })).toBeUndefined();
  });

  test("joins what was typed behind the number with the addition", () => {
    expect(typedKeyOf({ ...fields, number: "5a", addition: "2" })?.addition).toBe("a-2");
  });
});
