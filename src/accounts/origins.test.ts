import { expect, test } from "bun:test";
import { approvesOrigin, parseOriginPattern } from "./origins.ts";

test.each([
  ["https://example.nl", "https://example.nl"],
  ["HTTPS://Example.NL/", "https://example.nl"],
  ["https://example.nl:443", "https://example.nl"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["https://*.example.nl", "https://*.example.nl"],
  ["https://münchen.example", "https://xn--mnchen-3ya.example"],
  ["http://[::1]:8080", "http://[::1]:8080"],
  ["capacitor://localhost", "capacitor://localhost"],
  ["null", undefined],
  ["*", undefined],
  ["https://*", undefined],
  ["https://example.*", undefined],
  ["https://a*.example.nl", undefined],
  ["https://*.*.nl", undefined],
  ["https://example.nl/path", undefined],
  ["https://user@example.nl", undefined],
  ["https://exa mple.nl", undefined],
  ["example.nl", undefined],
  ["", undefined],
])("approving %j keeps %j", (text, expected) => {
  expect(parseOriginPattern(text)).toBe(expected);
});

/** Approved, sent, and whether that is let in. */
test.each([
  ["https://example.nl", "https://example.nl", true],
  ["https://example.nl", "https://EXAMPLE.nl", true],
  ["https://example.nl", "https://example.nl:443", true],
  ["https://example.nl", "http://example.nl", false],
  ["https://example.nl", "https://example.nl:8443", false],
  ["https://example.nl", "https://example.nl.", false],
  ["https://example.nl", "https://evil-example.nl", false],
  ["https://example.nl", "https://example.nl.evil.com", false],
  ["https://example.nl", "https://www.example.nl", false],
  ["https://example.nl", "null", false],
  ["https://example.nl", "", false],
  ["https://example.nl", "https://example.nl/", false],
  ["https://example.nl", "https://example.nl https://evil.com", false],
  ["https://*.example.nl", "https://www.example.nl", true],
  ["https://*.example.nl", "https://a.b.example.nl", true],
  ["https://*.example.nl", "https://example.nl", false],
  ["https://*.example.nl", "https://.example.nl", false],
  ["https://*.example.nl", "https://evil-example.nl", false],
  ["https://*.example.nl", "https://www.example.nl.evil.com", false],
  ["https://*.example.nl", "https://www.example.nl:8443", false],
  ["https://*.example.nl", "http://www.example.nl", false],
  ["https://*.example.nl", "https://evil.com/.example.nl", false],
  ["https://*.example.nl:8443", "https://www.example.nl:8443", true],
])("%s and Origin %s: %p", (pattern, sent, isApproved) => {
  expect(approvesOrigin([pattern], sent)).toBe(isApproved);
});
