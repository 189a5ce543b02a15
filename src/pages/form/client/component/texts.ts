/** Visible and spoken texts of the component. */
import { type Language, textsIn } from "../../../../base/language.ts";

const TEXTS = {
  legend: { en: "Address", nl: "Adres" },
  labels: {
    search: { en: "Find the address", nl: "Zoek het adres" },
    postcode: { en: "Postcode", nl: "Postcode" },
    number: { en: "House number", nl: "Huisnummer" },
    addition: { en: "Addition", nl: "Toevoeging" },
    street: { en: "Street", nl: "Straat" },
    city: { en: "City", nl: "Plaats" },
  },
  missing: {
    search: {
      en: "Choose an address from the list, or fill it in yourself.",
      nl: "Kies een adres uit de lijst, of vul het zelf in.",
    },
    postcode: { en: "Fill in the postcode.", nl: "Vul de postcode in." },
    number: { en: "Fill in the house number.", nl: "Vul het huisnummer in." },
    street: { en: "Fill in the street.", nl: "Vul de straat in." },
    city: { en: "Fill in the city.", nl: "Vul de plaats in." },
  },
  postcodeForm: {
    en: "A postcode has four digits and two letters, such as 1234 AB.",
    nl: "Een postcode heeft vier cijfers en twee letters, zoals 1234 AB.",
  },
  numberForm: { en: "A house number begins with a digit.", nl: "Een huisnummer begint met een cijfer." },
  fieldsHint: {
    en: "Street and city are filled in automatically.",
    nl: "Straat en plaats worden vanzelf ingevuld.",
  },
  searchHint: {
    en: "Street, house number and city, or a postcode.",
    nl: "Straat, huisnummer en plaats, of een postcode.",
  },
  found: { en: (line: string) => `Found: ${line}`, nl: (line: string) => `Gevonden: ${line}` },
  choose: {
    en: (number: number) => `Number ${number} exists only with an addition. Choose yours:`,
    nl: (number: number) => `Nummer ${number} bestaat alleen met een toevoeging. Kies de juiste:`,
  },
  chooseOther: {
    en: (number: number, addition: string) =>
      `Number ${number} does not exist with “${addition}”. Choose one that exists:`,
    nl: (number: number, addition: string) =>
      `Nummer ${number} bestaat niet met “${addition}”. Kies een die wel bestaat:`,
  },
  choices: { en: "Additions that exist", nl: "Toevoegingen die bestaan" },
  unknown: {
    en: "This address is not in the register. If it is right, fill in street and city yourself.",
    nl: "Dit adres staat niet in het register. Klopt het toch? Vul straat en plaats dan zelf in.",
  },
  renamed: {
    en: (since: string, line: string) => `This address changed on ${since}. It is now: ${line}.`,
    nl: (since: string, line: string) => `Dit adres is op ${since} veranderd. Nu is het: ${line}.`,
  },
  gone: {
    en: (since: string) => `This address has not existed since ${since}.`,
    nl: (since: string) => `Dit adres bestaat sinds ${since} niet meer.`,
  },
  /** For dates. */
  locale: { en: "en-GB", nl: "nl" },
  differs: {
    en: (line: string) => `The register says: ${line}.`,
    nl: (line: string) => `Volgens het register: ${line}.`,
  },
  useRegister: { en: "Use that", nl: "Overnemen" },
  unavailable: {
    en: "The address cannot be completed now. Fill it in yourself.",
    nl: "Het adres kan nu niet worden aangevuld. Vul het zelf in.",
  },
  addNumber: { en: "Add the house number.", nl: "Vul het huisnummer aan." },
  suggestions: {
    en: (count: number) => (count === 1 ? "1 suggestion" : `${count} suggestions`),
    nl: (count: number) => (count === 1 ? "1 suggestie" : `${count} suggesties`),
  },
  noSuggestions: { en: "No address found.", nl: "Geen adres gevonden." },
  noNumber: {
    en: (number: number) => `This street has no number ${number}.`,
    nl: (number: number) => `Deze straat heeft geen nummer ${number}.`,
  },
  mean: { en: (line: string) => `Do you mean ${line}?`, nl: (line: string) => `Bedoelt u ${line}?` },
  notCertain: {
    en: "It is not clear which address you mean. Choose an address from the list, or fill it in yourself.",
    nl: "Het is niet duidelijk welk adres u bedoelt. Kies een adres uit de lijst, of vul het zelf in.",
  },
  toSearch: { en: "Search by street or city", nl: "Zoek op straat of plaats" },
  toFields: { en: "Fill in the address yourself", nl: "Vul het adres zelf in" },
  notConfirmed: {
    en: "This address is not in the register. Check postcode and house number.",
    nl: "Dit adres staat niet in het register. Controleer postcode en huisnummer.",
  },
  notChecked: {
    en: "The address cannot be checked now. Try again.",
    nl: "Het adres kan nu niet worden gecontroleerd. Probeer het nog eens.",
  },
};
export type Texts = ReturnType<typeof textsOf>;

/** Returns the texts in a language. */
export function textsOf(language: Language) {
  return textsIn(TEXTS, language);
}

/** Returns the language of an element: its own `lang`, else the language of the page, else the browser's. */
export function languageOf(element: Element): Language {
  const lang = element.closest("[lang]")?.getAttribute("lang") || document.documentElement.lang;
  return /^nl\b/i.test(lang || navigator.language) ? "nl" : "en";
}
