import { expect, test } from "bun:test";
import { redactSecrets } from "./redact.ts";

test.each([
  ["Bearer 1|bkn_abcDEF123 and", "Bearer 1|bkn_… and"],
  ["postgres://u:secret@h:5432/d", "postgres://u:…@h:5432/d"],
  ["at postgres://u:p@ss:w@h/d?x=1 and redis://:pw@h", "at postgres://u:…@h/d?x=1 and redis://:…@h"],
  ["postgres://u@h/d", "postgres://u@h/d"],
  [
    "at postgres://u:a/b c%d@e?f#g@h:1/d and postgresql://u:12/3@h",
    "at postgres://u:…@h:1/d and postgresql://u:…@h",
  ],
  ['{"a":"rediss://:a/b\\"c@h"}', '{"a":"rediss://:…@h"}'],
  ["https://u:a@b@h/d@e", "https://u:…@h/d@e"],
  ["https://h:8080/a@b", "https://h:8080/a@b"],
  ["no secret: a@b", "no secret: a@b"],
])("%j becomes %j", (text, masked) => {
  expect(redactSecrets(text)).toBe(masked);
});
