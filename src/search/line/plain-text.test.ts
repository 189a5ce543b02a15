import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { plainText } from "./plain-text.ts";

describe("HTML references", () => {
  const codes = [...Array.from({ length: 0x250 }, (_, code) => code), 0x2018, 0x2019, 0x20ac, 0x1f600];
  // HTML reads the codes 0x80 to 0x9f as bytes of windows-1252. Other control codes are not characters.
  const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code < 0xa0);
  const printable = codes.filter((code) => !isControl(code) && code !== 0xad);

  test("every decimal and hexadecimal one, also padded, and escaped once more", () => {
    for (const code of printable) {
      const character = String.fromCodePoint(code);
      const hex = code.toString(16);
      const forms = [
        `&#${code};`,
        `&#000${code};`,
        `&#x${hex};`,
        `&#X${hex.toUpperCase()};`,
        `&#x000${hex};`,
      ];
      for (const form of forms.flatMap((each) => [
        each,
        each.replace("&", "&amp;"),
        each.replace("&", "&#38;"),
      ])) {
        expect([form, plainText(`a${form}1`)]).toEqual([form, plainText(`a${character}1`)]);
      }
    }
  });

  test("what is no character is a space", () => {
    for (const code of [
      0, 1, 8, 0x1f, 0x7f, 0x81, 0xd800, 0xdfff, 0xfffe, 0x1ffff, 0x110000, 99_999_999_999,
    ]) {
      expect(plainText(`5&#${code};1`)).toBe("5 1");
      expect(plainText(`5&#x${code.toString(16)};1`)).toBe("5 1");
    }
  });

  test.each([
    ["&#x27;s-Gravelandseweg 3", "'s-Gravelandseweg 3"],
    ["51A&#x2F;1", "51A/1"],
    ["&quot;Weesp&quot; &lt;5&gt; &amp; 7", '"Weesp" <5> & 7'],
    ["Caf&eacute; B&uuml;hrmannlaan &Eacute;", "Café Bührmannlaan É"],
    ["&#146;s-Graveland", "’s-Graveland"],
    ["1382&nbsp;KT", "1382 KT"],
    ["&amp;amp;#39;s", "&#39;s"],
    ["Weesp &unknown; &", "Weesp &unknown; &"],
  ])("%p is %p", (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

describe("UTF-8 read as windows-1252", () => {
  const misread = (text: string) => new TextDecoder("windows-1252").decode(Buffer.from(text));

  test("is read right where the whole text is", () => {
    expect(plainText("BÃ¼hrmannlaan")).toBe("Bührmannlaan");
    expect(plainText("â€™s-Gravelandseweg")).toBe("’s-Gravelandseweg");
    const letters = fc.stringMatching(/^[A-Za-z0-9 '’‘“”–éèëêïöüçñÉßœĳŵ€-]{1,30}$/);
    fc.assert(fc.property(letters, (text) => plainText(misread(text)) === text));
    const words = fc.stringMatching(/^[A-Za-z0-9 'éèëêïöüçñÉßœĳŵ–-]{1,30}$/);
    fc.assert(fc.property(words, (text) => plainText(text) === text));
  });

  test.each(["Bührmannlaan Ã¼", "Ã", "naïef", "Â", "Ã©é"])("%p is not", (text) => {
    expect(plainText(text)).toBe(text);
  });
});

test.each([
  ["\u200b1382KT\u200e", "1382KT"],
  ["\ufeff5", "5"],
  ["Keur\u00adstraat 5", "Keurstraat 5"],
  ["Keurstraat 5_x000D_\n1382KT", "Keurstraat 5\n\n1382KT"],
  ["Keurstraat 5\\r\\n1382KT\\nWeesp", "Keurstraat 5\n1382KT\nWeesp"],
  ["Keurstraat 5", "Keurstraat 5"],
])("%p is %p", (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test("any text, in time that grows with its length", () => {
  const part = fc.constantFrom(
    "&",
    "#",
    "&#",
    "&#x",
    "1",
    "a",
    ";",
    "_x",
    "000D",
    "_",
    "\\",
    "r",
    "Ã",
    "¼",
    "\u200b",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 400 }), (parts) => {
      expect(typeof plainText(parts.join(""))).toBe("string");
    }),
  );
  const long = "&#1".repeat(600);
  expect(plainText(long)).toBe(long);
});
