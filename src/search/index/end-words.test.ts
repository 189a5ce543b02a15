import { describe, expect, test } from "bun:test";
import { keepsEndWords } from "./end-words.ts";

describe("a typing error", () => {
  test.each([
    ["a weesp", "weesp", 1],
    ["weesp b", "weesp", 1],
    ["kk klaverkoog", "klaverkoog", 2],
    ["k klaverkog", "klaverkoog", 2],
    ["y aart van der leeuwstraat", "aartvanderleeuwstraat", 1],
  ])("does not remove a word at an end: %p is not %p", (typed, name, edits) => {
    expect(keepsEndWords(typed.split(" "), edits, () => name)).toBe(false);
  });

  test.each([
    ["awesp", "weesp", 2],
    ["wes p", "weesp", 1],
    ["laan vn meerdervoort", "laanvanmeerdervoort", 1],
    ["kerk staat", "kerkstraat", 1],
    ["jan en pietstraat", "janpietstraat", 2],
    ["1e jac p ptchijssegaarde", "1ejacpthijssegaarde", 2],
  ])("may be in any word: %p is %p", (typed, name, edits) => {
    expect(keepsEndWords(typed.split(" "), edits, () => name)).toBe(true);
  });
});
