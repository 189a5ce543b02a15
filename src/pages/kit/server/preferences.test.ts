import { expect, test } from "bun:test";
import { preferencesOf } from "./preferences.ts";

const languageFor = (accepted: string) =>
  preferencesOf(new Request("http://a.example", { headers: { "accept-language": accepted } }), undefined)
    .language;

test.each([
  ["en;q=0.3, nl;q=0.9", "nl"],
  ["nl;q=0.5, en-GB", "en"],
  ["de, en;q=0.8, nl;q=0.8", "en"],
  ["en;q=0, nl;q=0.1", "nl"],
  ["EN-us,en;q=0.9", "en"],
  ["nds, en;q=0.4", "en"],
  ["de", "nl"],
  ["", "nl"],
  [";q=;;,", "nl"],
])("of `%s` the language with the greatest weight", (accepted, language) => {
  expect(languageFor(accepted)).toBe(language as "nl");
});
