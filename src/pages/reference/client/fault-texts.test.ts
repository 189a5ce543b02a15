import { expect, test } from "bun:test";
import { FAULT_RULES, type FaultRule, faultText, nameField } from "../../../base/fault-rules.ts";
import { sayFault } from "./fault-texts.ts";

/** Values that no text has of itself, of a kind that each place takes. */
const VALUES = {
  ...{ other: "rd x", first: "lat", second: "lng", count: 16, min: 2, max: 100, zoom: 14, what: "buildings" },
  ...{ taken: "stage, a box", at: "coordinates[0][3]", fault: "is 5, not [longitude, latitude]" },
  ...{ values: "planned, standing", existing: "Woonplaatsen near it: 3631.", nearest: "type" },
};

test("each rule is read back from its text, with its values, and has a Dutch text of its own", () => {
  const rules = Object.keys(FAULT_RULES) as FaultRule[];
  const texts = rules.map((rule) => sayFault(nameField(faultText(rule, VALUES), "house_number"), "nl"));
  expect(new Set(texts).size).toBe(rules.length);
  for (const text of texts) {
    // No place is left open, and no English word of the server's text is left.
    expect(text).not.toMatch(/(^|\s):\w|\b(field|must|required|invalid|selected)\b/);
    expect(text).not.toStartWith("Deze waarde");
  }
});

test.each([
  ["The number field is required.", "Vul dit in."],
  ["The per page field must not be greater than 100.", "Dit mag hooguit 100 zijn."],
  ["The q field must be at least 2 characters.", "Dit moet ten minste 2 tekens hebben."],
  ["The q field is required when postcode and number are not present.", /daarvan postcode en number\.$/],
  ["The rd x field is required when rd y is present.", "Vul dit in, of laat rd y ook leeg."],
  ["The filter[gemeente_code] field must be 4 digits.", "Dit moeten 4 cijfers zijn."],
  ["The selected stage is invalid. There are planned, standing.", /: planned, standing\.$/],
  ["The moon field must be full.", "Deze waarde is niet te gebruiken; het antwoord hieronder zegt waarom."],
])("%s", (english, dutch) => {
  if (typeof dutch === "string") {
    expect(sayFault(english, "nl")).toBe(dutch);
  } else {
    expect(sayFault(english, "nl")).toMatch(dutch);
  }
  expect(sayFault(english, "en")).toBe(english);
});
