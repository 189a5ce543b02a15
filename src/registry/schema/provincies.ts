/**
 * The twelve provincies: CBS number, two-letter code and name in the API (docs/interface.md, "Province";
 * docs/bag-format.md §5.1).
 */
export const PROVINCIES = [
  { number: 22, code: "DR", naam: "Drenthe" },
  { number: 24, code: "FL", naam: "Flevoland" },
  { number: 21, code: "FR", naam: "Friesland" },
  { number: 25, code: "GE", naam: "Gelderland" },
  { number: 20, code: "GR", naam: "Groningen" },
  { number: 31, code: "LI", naam: "Limburg" },
  { number: 30, code: "NB", naam: "Noord-Brabant" },
  { number: 27, code: "NH", naam: "Noord-Holland" },
  { number: 23, code: "OV", naam: "Overijssel" },
  { number: 26, code: "UT", naam: "Utrecht" },
  { number: 29, code: "ZE", naam: "Zeeland" },
  { number: 28, code: "ZH", naam: "Zuid-Holland" },
] as const;
