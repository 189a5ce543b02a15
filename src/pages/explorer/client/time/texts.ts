import type { Texts } from "../../../kit/client/preferences.ts";
import { language } from "../texts.ts";

const nl = {
  now: "Nu",
  announced: "Aangekondigd",
  correction: "Correctie",
  correctionHint: "Deze registratie is vervangen en heeft nooit gegolden.",
  begin: "Begin",
  becomes: "wordt",
  noChange: "Opnieuw geregistreerd. Deze gegevens zijn niet veranderd.",
  unchanged: "Sindsdien is er niets veranderd.",
  dayUnknown: "Dag onbekend",
  ended: {
    address: "Ingetrokken: dit adres bestaat niet meer.",
    building: "Dit pand staat er niet meer, of is nooit gebouwd.",
    residence: "Ingetrokken: dit verblijfsobject bestaat niet meer.",
    street: "Ingetrokken: deze straat bestaat niet meer.",
  },
  reasons: {
    ended: "Ingetrokken: dit adres bestaat niet meer.",
    corrected: "Dit adres was een registratiefout en is verwijderd.",
    no_object: "Geen adres: bij dit nummer hoort geen verblijfsobject, ligplaats of standplaats.",
    no_street: "Geen adres: de straat bestond niet, of staat niet in deze gegevens.",
    no_woonplaats: "Geen adres: de woonplaats bestond niet, of staat niet in deze gegevens.",
  } as Readonly<Record<string, string>>,
  /** Names of fields that the cards' tables lack. */
  fields: {
    full_address: "Adres",
    latitude: "Ligging",
    geometry: "Omtrek",
    woonplaats_id: "Woonplaatscode",
    object_status: "Status",
  } as Readonly<Record<string, string>>,
  year: "Jaar",
  asTable: "Als tabel",
  flows: {
    buildings_into_use: "Panden in gebruik genomen",
    buildings_demolished: "Panden gesloopt",
    numbers_renamed: "Adressen met een ander nummer of andere straat",
  },
  neverSince: (year: string, what: string) => `Niet voorgekomen sinds ${year}: ${what}.`,
  lastYear: (year: string, day: string) =>
    `${year} loopt tot en met ${day}. De eerste jaren van de registratie zijn weggelaten: toen werd ingevoerd ` +
    "wat er al stond.",
  noYears: "De registratie is hier te kort geleden begonnen voor cijfers per jaar.",
  changedHere: "gewijzigd",
  goneSince: (day: string) => `Dit adres bestaat sinds ${day} niet meer.`,
  renamedSince: (day: string) => `Dit adres is op ${day} veranderd.`,
  wasFrom: (day: string) => `Het gold vanaf ${day}.`,
  today: "Nu is het",
  current: "Dit adres heeft nu een andere identificatie",
  relations: {
    same_key: "Opnieuw uitgegeven: zo heet nu",
    same_document:
      "In hetzelfde pand, door hetzelfde besluit: mogelijke opvolgers na splitsen of samenvoegen",
  },
  noSuccessor: "Een opvolger is niet bekend.",
  wasLast: "Laatst bekende gegevens",
  statusSince: (status: string, day: string) => `${status} sinds ${day}: dit is er niet meer.`,
  announcedFrom: (day: string) => `Aangekondigd: het bestaat vanaf ${day}.`,
  onlyCorrections: "Dit was een registratiefout: het heeft nooit bestaan.",
  document: (number: string) => `Document ${number}`,
  ofDay: (day: string) => `van ${day}`,
  registered: (day: string) => `geregistreerd op ${day}`,
  registeredThen: "die dag geregistreerd",
  registrySince: (day: string) =>
    `De registratie begint hier op ${day}. Wat eerder gebeurde, is alleen bekend als er een document over is.`,
};

const en: typeof nl = {
  now: "Now",
  announced: "Announced",
  correction: "Correction",
  correctionHint: "This registration was replaced and was never valid.",
  begin: "Begin",
  becomes: "becomes",
  noChange: "Registered again. This data did not change.",
  unchanged: "Nothing has changed since.",
  dayUnknown: "Day unknown",
  ended: {
    address: "Withdrawn: this address no longer exists.",
    building: "This building no longer exists, or was never built.",
    residence: "Withdrawn: this residence no longer exists.",
    street: "Withdrawn: this street no longer exists.",
  },
  reasons: {
    ended: "Withdrawn: this address no longer exists.",
    corrected: "This address was a registration error and has been removed.",
    no_object: "No address: no residence, berth or pitch had this number.",
    no_street: "No address: the street did not exist, or is not in this data.",
    no_woonplaats: "No address: the place did not exist, or is not in this data.",
  },
  fields: {
    full_address: "Address",
    latitude: "Position",
    geometry: "Outline",
    woonplaats_id: "Code of the place",
    object_status: "Status",
  },
  year: "Year",
  asTable: "As a table",
  flows: {
    buildings_into_use: "Buildings taken into use",
    buildings_demolished: "Buildings demolished",
    numbers_renamed: "Addresses with another number or street",
  },
  neverSince: (year, what) => `Not since ${year}: ${what}.`,
  lastYear: (year, day) =>
    `${year} up to and including ${day}. The first years of the registry are left out: what was entered then existed already.`,
  noYears: "The registry began too recently here for figures per year.",
  changedHere: "changed",
  goneSince: (day) => `This address has not existed since ${day}.`,
  renamedSince: (day) => `This address changed on ${day}.`,
  wasFrom: (day) => `It was valid from ${day}.`,
  today: "Today it is",
  current: "This address has another identifier today",
  relations: {
    same_key: "Issued again: the address with this name today",
    same_document:
      "In the same building, by the same decision: possible successors after a split or a merger",
  },
  noSuccessor: "No successor is known.",
  wasLast: "Last known data",
  statusSince: (status, day) => `${status} since ${day}: it no longer exists.`,
  announcedFrom: (day) => `Announced: it exists from ${day}.`,
  onlyCorrections: "This was a registration error: it never existed.",
  document: (number) => `Document ${number}`,
  ofDay: (day) => `of ${day}`,
  registered: (day) => `registered on ${day}`,
  registeredThen: "registered that day",
  registrySince: (day) =>
    `The registry begins here on ${day}. Earlier events are known only where a document records them.`,
};

const TEXTS: Texts<typeof nl> = { nl, en };
export const timeTexts = TEXTS[language];
