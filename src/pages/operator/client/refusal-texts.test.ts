import { expect, test } from "bun:test";
import { wordRefusal } from "./refusal-texts.ts";

test("a refusal is said by its closer cause, else by its code; what only the machine knows stands beside it", () => {
  const message = "Key 3 is revoked, which cannot be undone.";
  const revoked = { code: "validation_failed", message, reason: "key_revoked" } as const;
  expect(wordRefusal(revoked, "en")).toEqual({ text: message });
  expect(wordRefusal(revoked, "nl")).toEqual({
    text: "Deze sleutel is ingetrokken, en dat is niet terug te draaien. Maak een nieuwe.",
  });
  expect(wordRefusal({ code: "not_found", message: "There is none." }, "nl")).toEqual({
    text: "Dit is niet gevonden.",
  });
  const full = "database or disk is full";
  expect(wordRefusal({ code: "unavailable", message: full }, "nl")).toEqual({
    text: "De server kan dit nu niet beantwoorden. Probeer het later opnieuw.",
    diagnosis: full,
  });
});
