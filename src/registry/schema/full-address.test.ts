import { describe, expect, test } from "bun:test";
import { formatFullAddress, splitHouseNumber } from "./full-address.ts";

test.each([
  ["Keurstraat", 5, "a", null, "1382KT", "Weesp", "Keurstraat 5a, 1382KT Weesp"],
  ["Keurstraat", 5, null, null, "1382KT", "Weesp", "Keurstraat 5, 1382KT Weesp"],
  ["Bornsesteeg", 1, null, "5A3", "6708GA", "Wageningen", "Bornsesteeg 1-5A3, 6708GA Wageningen"],
  ["Defensieweg", 16, "D", "K", "7933TL", "Pesse", "Defensieweg 16D K, 7933TL Pesse"],
  ["Herengracht", 3, "a", "13", "1382LE", "Weesp", "Herengracht 3a-13, 1382LE Weesp"],
  ["Kerkstraat", 9, null, "bis", "3581RA", "Utrecht", "Kerkstraat 9 bis, 3581RA Utrecht"],
  ["Aetsveld", 1, null, null, null, "Weesp", "Aetsveld 1, Weesp"],
])(
  "%s %p %p %p %p %s is written %j",
  (straatnaam, huisnummer, huisletter, toevoeging, postcode, woonplaats, line) => {
    expect(
      formatFullAddress({
        straatnaam,
        huisnummer,
        huisletter,
        huisnummertoevoeging: toevoeging,
        postcode,
        woonplaats_naam: woonplaats,
      }),
    ).toBe(line);
  },
);

describe("splits typed text into the number, letter and addition", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["5a", "a", undefined],
    ["5A", "A", undefined],
    ["5-a", "a", undefined],
    ["5 a", "a", undefined],
    [" 5  -  a ", "a", undefined],
    ["5–a", "a", undefined],
    ["5-2", undefined, "2"],
    ["5 2", undefined, "2"],
    ["5a2", "a", "2"],
    ["5a-2", "a", "2"],
    ["5-a-2", "a", "2"],
    ["5 a bov", undefined, "a bov"],
    ["5-e3hg", "e", "3hg"],
    ["5bis", undefined, "bis"],
    ["5-II", undefined, "II"],
    ["5-2-a", undefined, "2-a"],
    ["5 1234567890", undefined, "1234567890"],
    ["5e1", "e", "1"],
    ["5a/13", "a", "13"],
    ["5-A/3", "A", "3"],
    ["5a.13", "a", "13"],
    ["5 a / 13", "a", "13"],
    ["5-2/a", undefined, "2/a"],
  ])("%j", (text, letter, addition) => {
    expect(splitHouseNumber(text)).toEqual({
      number: "5",
      ...(letter === undefined ? {} : { letter }),
      ...(addition === undefined ? {} : { addition }),
    });
  });
});

test.each([
  ...[
    "",
    "5",
    "00005",
    "123456",
    "a5",
    "a",
    "5..a",
    "5.5",
    "5,a",
    "5/a",
    "5/7",
    "5a/",
    "5a./",
    "5--a",
    "5-",
    "-5",
    "-5a",
    "5_a",
    "5a!",
  ],
  ...["5 12345678901", "5abcdefghijk", "5é", "५a", "5\u0000a", "1234567890123456a", "5".repeat(10_000)],
])("%j is none", (text) => {
  expect(splitHouseNumber(text)).toBeUndefined();
});

// A pattern that backtracks over such a text would exceed the time limit of the test.
test("takes no longer for hostile text", () => {
  for (const text of [
    `5${" ".repeat(8_000)}!`,
    `5${"- ".repeat(4_000)}!`,
    `5${"a ".repeat(4_000)}!`,
    `5a${"/. ".repeat(3_000)}!`,
  ]) {
    expect(splitHouseNumber(text)).toBeUndefined();
  }
});
