import { expect, test } from "bun:test";
import { formatFullAddress } from "./full-address.ts";

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
