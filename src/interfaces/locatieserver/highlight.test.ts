import { expect, test } from "bun:test";
import { highlighter } from "./highlight.ts";

test.each([
  ["Keurstraat 5a, 1382KT Weesp", "keurstr 5a", "<b>Keurstraat</b> <b>5a</b>, 1382KT Weesp"],
  ["Keurstraat 5a, 1382KT Weesp", "1382 kt 5 a", "Keurstraat <b>5a</b>, <b>1382KT</b> Weesp"],
  ["Keurstraat 5a, 1382KT Weesp", "5", "Keurstraat <b>5a</b>, 1382KT Weesp"],
  ["Keurstraat 53, 1382KT Weesp", "5", "Keurstraat 53, 1382KT Weesp"],
  ["Provincie Fryslân", "fryslan", "Provincie <b>Fryslân</b>"],
  ["d'Oultremontweg 1, Weesp", "d oult", "<b>d</b>&#39;<b>Oultremontweg</b> 1, Weesp"],
  ["A & B <i>", "b", "A &amp; <b>B</b> &lt;i&gt;"],
  ["Weesp", "<b>", "Weesp"],
  ["Weesp", "", "Weesp"],
  ["Smidswal 1", "smidswâl", "<b>Smidswal</b> 1"],
])("%s with %s", (text, line, expected) => {
  expect(highlighter(line)(text)).toBe(expected);
});

test.each([
  ["keurstr 5", "Keurstraat 5a, 1382KT Weesp", "<b>Keurstr</b>aat <b>5</b>a, 1382KT Weesp"],
  ["ke keur 5 53", "Keurstraat 53, 5", "<b>Keur</b>straat <b>53</b>, <b>5</b>"],
  ["smid 't", "'t Smidswâl", "&#39;<b>t</b> <b>Smid</b>swâl"],
  ["strasse", "Straße 1", "<b>Straße</b> 1"],
  ["(", "Weesp", "Weesp"],
])("what was typed of words: %s in %s", (line, text, marked) => {
  expect(highlighter(line, "typed")(text)).toBe(marked);
});
