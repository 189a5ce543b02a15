import { describe, expect, test } from "bun:test";
import { canonicalName } from "../line/normalize.ts";
import { coreKeys, keepsEndWords } from "./core-names.ts";

const keyOf = (name: string) => canonicalName(name).join("");

test.each([
  ["Mr.J.R.Thorbeckelaan", "Thorbeckelaan"],
  ["Mr.J.R.Thorbeckelaan", "Mr. Thorbeckelaan"],
  ["Mgr.Dr.W.H.Nolenslaan", "Mgr. Nolenslaan"],
  ["Mgr.Dr.W.H.Nolenslaan", "Dr. Nolenslaan"],
  ["Mgr.Dr.W.H.Nolenslaan", "Mgr. Dr. Nolenslaan"],
  ["Vincent van Goghstraat", "van Goghstraat"],
  ["Aart van der Leeuwstraat", "v.d. Leeuwstraat"],
])("%p is also called %p", (name, core) => {
  expect(coreKeys(canonicalName(name))).toContain(keyOf(core));
});

test.each([
  ["Laan van Meerdervoort", "van Meerdervoort"],
  ["Oude van Goghstraat", "van Goghstraat"],
  ["2e van Swindenstraat", "van Swindenstraat"],
  ["Hof van Holland", "van Holland"],
])("%p is not called %p", (name, other) => {
  expect(coreKeys(canonicalName(name))).not.toContain(keyOf(other));
});

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
