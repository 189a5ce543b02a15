/** Visible and spoken texts of the component. */
import type { FieldName } from "./typed-address.ts";

interface Texts {
  readonly legend: string;
  readonly labels: Readonly<Record<FieldName | "search", string>>;
  readonly missing: Readonly<Record<Exclude<FieldName, "addition"> | "search", string>>;
  readonly postcodeForm: string;
  readonly numberForm: string;
  readonly fieldsHint: string;
  readonly searchHint: string;
  readonly found: (line: string) => string;
  readonly choose: (number: number) => string;
  readonly chooseOther: (number: number, addition: string) => string;
  readonly choices: string;
  readonly unknown: string;
  readonly renamed: (since: string, line: string) => string;
  readonly gone: (since: string) => string;
  /** For dates. */
  readonly locale: string;
  readonly differs: (line: string) => string;
  readonly useRegister: string;
  readonly unavailable: string;
  readonly addNumber: string;
  readonly suggestions: (count: number) => string;
  readonly noSuggestions: string;
  readonly noNumber: (number: number) => string;
  readonly mean: (line: string) => string;
  readonly notCertain: string;
  readonly toSearch: string;
  readonly toFields: string;
  readonly notConfirmed: string;
  readonly notChecked: string;
}

const nl: Texts = {
  legend: "Adres",
  labels: {
    search: "Zoek het adres",
    postcode: "Postcode",
    number: "Huisnummer",
    addition: "Toevoeging",
    street: "Straat",
    city: "Plaats",
  },
  missing: {
    search: "Kies een adres uit de lijst, of vul het zelf in.",
    postcode: "Vul de postcode in.",
    number: "Vul het huisnummer in.",
    street: "Vul de straat in.",
    city: "Vul de plaats in.",
  },
  postcodeForm: "Een postcode heeft vier cijfers en twee letters, zoals 1234 AB.",
  numberForm: "Een huisnummer begint met een cijfer.",
  fieldsHint: "Straat en plaats worden vanzelf ingevuld.",
  searchHint: "Straat, huisnummer en plaats, of een postcode.",
  found: (line) => `Gevonden: ${line}`,
  choose: (number) => `Nummer ${number} bestaat alleen met een toevoeging. Kies de juiste:`,
  chooseOther: (number, addition) =>
    `Nummer ${number} bestaat niet met “${addition}”. Kies een die wel bestaat:`,
  choices: "Toevoegingen die bestaan",
  unknown: "Dit adres staat niet in het register. Klopt het toch? Vul straat en plaats dan zelf in.",
  renamed: (since, line) => `Dit adres is op ${since} veranderd. Nu is het: ${line}.`,
  gone: (since) => `Dit adres bestaat sinds ${since} niet meer.`,
  locale: "nl",
  differs: (line) => `Volgens het register: ${line}.`,
  useRegister: "Overnemen",
  unavailable: "Het adres kan nu niet worden aangevuld. Vul het zelf in.",
  addNumber: "Vul het huisnummer aan.",
  suggestions: (count) => (count === 1 ? "1 suggestie" : `${count} suggesties`),
  noSuggestions: "Geen adres gevonden.",
  noNumber: (number) => `De straat bestaat, maar heeft geen nummer ${number}.`,
  mean: (line) => `Bedoelt u ${line}?`,
  notCertain: "Het is niet duidelijk welk adres u bedoelt. Kies een adres uit de lijst, of vul het zelf in.",
  toSearch: "Zoek op straat of plaats",
  toFields: "Vul het adres zelf in",
  notConfirmed: "Dit adres staat niet in het register. Controleer postcode en huisnummer.",
  notChecked: "Het adres kan nu niet worden gecontroleerd. Probeer het nog eens.",
};

const en: Texts = {
  legend: "Address",
  labels: {
    search: "Find the address",
    postcode: "Postcode",
    number: "House number",
    addition: "Addition",
    street: "Street",
    city: "City",
  },
  missing: {
    search: "Choose an address from the list, or fill it in yourself.",
    postcode: "Fill in the postcode.",
    number: "Fill in the house number.",
    street: "Fill in the street.",
    city: "Fill in the city.",
  },
  postcodeForm: "A postcode has four digits and two letters, such as 1234 AB.",
  numberForm: "A house number begins with a digit.",
  fieldsHint: "Street and city are filled in automatically.",
  searchHint: "Street, house number and city, or a postcode.",
  found: (line) => `Found: ${line}`,
  choose: (number) => `Number ${number} exists only with an addition. Choose yours:`,
  chooseOther: (number, addition) =>
    `Number ${number} does not exist with “${addition}”. Choose one that exists:`,
  choices: "Additions that exist",
  unknown: "This address is not in the register. If it is right, fill in street and city yourself.",
  renamed: (since, line) => `This address changed on ${since}. It is now: ${line}.`,
  gone: (since) => `This address has not existed since ${since}.`,
  locale: "en-GB",
  differs: (line) => `The register says: ${line}.`,
  useRegister: "Use that",
  unavailable: "The address cannot be completed now. Fill it in yourself.",
  addNumber: "Add the house number.",
  suggestions: (count) => (count === 1 ? "1 suggestion" : `${count} suggestions`),
  noSuggestions: "No address found.",
  noNumber: (number) => `The street exists, but has no number ${number}.`,
  mean: (line) => `Do you mean ${line}?`,
  notCertain:
    "It is not clear which address you mean. Choose an address from the list, or fill it in yourself.",
  toSearch: "Search by street or city",
  toFields: "Fill in the address yourself",
  notConfirmed: "This address is not in the register. Check postcode and house number.",
  notChecked: "The address cannot be checked now. Try again.",
};

const TEXTS = { nl, en };
export type Language = keyof typeof TEXTS;
export type { Texts };

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

/** Returns the language of an element: its own `lang`, else the language of the page, else the browser's. */
export function languageOf(element: Element): Language {
  const lang = element.closest("[lang]")?.getAttribute("lang") || document.documentElement.lang;
  return /^nl\b/i.test(lang || navigator.language) ? "nl" : "en";
}
