import { expect, test } from "bun:test";
import { FAULT_RULES, type FaultRule, faultOf, faultText } from "../../../base/fault-rules.ts";
import { sayFaults } from "./fault-texts.ts";

/** A value for each placeholder of the texts. No text contains these values itself. */
const VALUES = {
  ...{ other: "rd x", first: "lat", second: "lng", count: 16, min: 2, max: 100, zoom: 14, what: "buildings" },
  ...{ taken: "stage, a box", at: "coordinates[0][3]", fault: "is 5, not [longitude, latitude]" },
  ...{ values: "planned, standing", existing: "Woonplaatsen near it: 3631.", nearest: "type" },
  example: "1382KT",
};

test("each rule has a text in both languages, with its values", () => {
  const rules = Object.keys(FAULT_RULES) as FaultRule[];
  const texts = rules.map((rule) => {
    const fault = faultOf(rule, VALUES);
    const english = faultText(fault, "house_number");
    const problem = { errors: { house_number: [english] }, faults: { house_number: [fault] } };
    expect(sayFaults(problem, "en")).toEqual({ house_number: [english] });
    expect(english).not.toMatch(/(^|\s):\w/);
    return sayFaults(problem, "nl").house_number![0]!;
  });
  expect(new Set(texts).size).toBe(rules.length);
  for (const text of texts) {
    expect(text).not.toMatch(/(^|\s):\w|\b(field|must|required|invalid|selected)\b/);
    expect(text).not.toStartWith("Deze waarde");
  }
});

test.each([
  [faultOf("required"), "Vul dit in."],
  [faultOf("max", { max: 100 }), "Dit mag hooguit 100 zijn."],
  [faultOf("format_like", { example: "1382KT" }), "Schrijf dit zoals 1382KT."],
  [faultOf("min_length", { min: 2 }), "Dit moet ten minste 2 tekens hebben."],
  [
    faultOf("choice_of", { values: "planned, standing" }),
    "Dit is geen van de mogelijkheden: planned, standing.",
  ],
])("%j is %s", (fault, dutch) => {
  expect(sayFaults({ errors: { q: ["…"] }, faults: { q: [fault] } }, "nl")).toEqual({ q: [dutch] });
});

test("a sentence without a rule, and a rule of another version, have a general text", () => {
  const general = "Deze waarde is niet te gebruiken; het antwoord hieronder zegt waarom.";
  const moon = { rule: "moon" } as never;
  expect(sayFaults({ errors: { q: ["…"] }, faults: { q: [moon] } }, "nl")).toEqual({ q: [general] });
  expect(sayFaults({ errors: { file: ["The file is empty."] }, faults: { file: [] } }, "nl")).toEqual({
    file: [general],
  });
});
