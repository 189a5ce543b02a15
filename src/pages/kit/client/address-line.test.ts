import { expect, test } from "bun:test";
import { numberLineOf, readPostcode } from "./address-line.ts";

test.each([
  ["1382kt", "1382KT"],
  [" 1382 KT ", "1382KT"],
  ["1382.kt", "1382KT"],
  ["0382KT", undefined],
  ["1382K", undefined],
  ["1382KTX", undefined],
  ["1382KT 5", undefined],
  ["", undefined],
])("%p is the postcode %p", (text, postcode) => expect(readPostcode(text)).toBe(postcode!));

test.each([
  ["Keurstraat 5a, 1382KT Weesp", "5a"],
  ["Keurstraat 5-2, Weesp", "5-2"],
])("the number of %p is %p", (full_address, number) => {
  const address = { full_address, straatnaam: "Keurstraat", postcode: null, woonplaats_naam: "Weesp" };
  expect(numberLineOf(address)).toBe(number);
});
