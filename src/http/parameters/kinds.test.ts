import { expect, test } from "bun:test";
import { z } from "zod";
import { type Fault, faultText, readFaultMessage } from "../../base/fault-rules.ts";
import { anyText, digits, integer, number, oneOf, optional, postcode, text, withDefault } from "./kinds.ts";

const description = "";
const KINDS = {
  integer: integer({ description, min: 1, max: 100 }),
  number: number({ description, min: -1, max: 1 }),
  text: text({ description, min: 2, max: 4 }),
  any: anyText({ description }),
  digits: digits(4, { description }),
  postcode: postcode({ description }),
  oneOf: oneOf(["csv", "json"], { description }),
  optional: optional(integer({ description })),
  preset: withDefault(integer({ description, max: 9 }), 5),
};

test.each<[keyof typeof KINDS, string | undefined, unknown]>([
  ["integer", "1", 1],
  ["integer", "100", 100],
  ["integer", "007", 7],
  ["number", "-0.25", -0.25],
  ["number", "1", 1],
  ["number", "1e-1", 0.1],
  ["number", "-2.5E-01", -0.25],
  ["number", "1.", 1],
  ["number", ".5", 0.5],
  ["number", "+0.3", 0.3],
  ["number", "1e-300", 1e-300],
  ["number", `0.${"3".repeat(400)}`, 1 / 3],
  ["number", `${"0".repeat(40)}.5`, 0.5],
  ["text", "ab", "ab"],
  ["text", "é’ü", "é’ü"],
  ["any", "\u0000", "\u0000"],
  ["digits", "0457", "0457"],
  ["postcode", "1382 kt", "1382KT"],
  ["oneOf", "csv", "csv"],
  ["optional", undefined, undefined],
  ["preset", undefined, 5],
  ["preset", "6", 6],
])("%s reads %j", (kind, value, expected) => {
  expect(z.object({ p: KINDS[kind] }).parse({ p: value })).toEqual({ p: expected } as never);
});

const REQUIRED = "The p field is required.";
const BAD_FORMAT = "The p field format is invalid.";

test.each<[keyof typeof KINDS, string | undefined, string]>([
  ["integer", undefined, REQUIRED],
  ["integer", "0", "The p field must be at least 1."],
  ["integer", "101", "The p field must not be greater than 100."],
  ...["", "x", "1.0", "1e1", "+1", "0x1", "٣", "9999999999999999"].map(
    (value) => ["integer", value, "The p field must be an integer."] as ["integer", string, string],
  ),
  ["number", undefined, REQUIRED],
  ["number", "1e1", "The p field must not be greater than 1."],
  ["number", "1.01", "The p field must not be greater than 1."],
  ...[
    "",
    ".",
    "+",
    "1,0",
    "1e",
    "e1",
    "1e1.5",
    "1e999",
    "9".repeat(400),
    "--1",
    "0x1",
    "1_0",
    "NaN",
    "Infinity",
  ].map((value) => ["number", value, "The p field must be a number."] as ["number", string, string]),
  ["text", undefined, REQUIRED],
  ["text", "a", "The p field must be at least 2 characters."],
  ["text", "abcde", "The p field must not be greater than 4 characters."],
  ["text", "a\u0000b", BAD_FORMAT],
  ["text", "a\ud800", BAD_FORMAT],
  ["digits", "457", "The p field must be 4 digits."],
  ["digits", "04570", "The p field must be 4 digits."],
  ["digits", "O457", "The p field must be 4 digits."],
  ["postcode", undefined, REQUIRED],
  ["postcode", "0382KT", BAD_FORMAT],
  ["postcode", "1382K", BAD_FORMAT],
  ["oneOf", undefined, REQUIRED],
  ["oneOf", "CSV", "The selected p is invalid."],
  ["preset", "10", "The p field must not be greater than 9."],
])("%s refuses %j", (kind, value, message) => {
  const parsed = z.object({ p: KINDS[kind] }).safeParse({ p: value });
  const texts = parsed.error?.issues.map((issue) => faultText(readFaultMessage(issue.message) as Fault, "p"));
  expect(texts).toEqual([message]);
});
