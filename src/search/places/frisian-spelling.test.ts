import { describe, expect, test } from "bun:test";
import { canonicalName } from "../line/normalize.ts";
import { frisianSpelling } from "./frisian-spelling.ts";

const spellingOf = (name: string) => frisianSpelling(canonicalName(name));

describe("frisianSpelling", () => {
  test.each([
    ["Oudkerk", "Aldtsjerk"],
    ["Veenwouden", "Feanwâlden"],
    ["Gorredijk", "Gorredyk"],
    ["Nieuwehorne", "Nijehoarne"],
    ["Noordwolde", "Noardwâlde"],
    ["Surhuisterveen", "Surhústerfean"],
    ["Scharsterbrug", "Skarsterbrêge"],
    ["Munnekezijl", "Munnekesyl"],
    ["Oosterlittens", "Easterlittens"],
    ["Hantumhuizen", "Hantumhuzen"],
  ])("%s and %s are one", (dutch, frisian) => {
    expect(spellingOf(dutch)).toBeDefined();
    expect(spellingOf(frisian)).toBe(spellingOf(dutch)!);
  });

  test.each([
    ["Oudega", "Oudehaske"],
    ["Oldeholtpade", "Nijeholtpade"],
    ["Westhem", "Oosthem"],
    ["Wolvega", "Follega"],
  ])("%s and %s are two", (one, other) => {
    expect(spellingOf(one)).not.toBe(spellingOf(other)!);
  });

  test("a word that stands alone does not vanish", () => {
    for (const letter of ["e", "t", "d", "o"]) {
      expect(frisianSpelling([letter, "sluisveld"])).not.toBe(frisianSpelling(["sluisveld"])!);
    }
  });

  test("short names say too little", () => {
    expect(["Ee", "Nes", "Ie"].map(spellingOf)).toEqual([undefined, undefined, undefined]);
  });
});
