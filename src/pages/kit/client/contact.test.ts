import { expect, test } from "bun:test";
import { contactHref } from "./contact.ts";

test.each([
  ["https://example.nl/keys", "https://example.nl/keys"],
  ["geo@example.nl", "mailto:geo@example.nl"],
  ["the map desk, room 3", undefined],
  ["ask geo@example.nl", undefined],
  ["javascript:alert(1)", undefined],
  ["javascript:a@b.nl//x", undefined],
])("a contact %s leads to %p", (contact, href) => {
  expect(contactHref(contact)).toBe(href);
});
