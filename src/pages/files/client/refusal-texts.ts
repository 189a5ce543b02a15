/** Reasons why a file or request is refused, by their code, in words that say what to do. */
import { pickTexts } from "../../kit/client/texts.ts";
import type { SentRefusal } from "../server/session-request.ts";

/** Codes with a text; a code of the server without one does not compile. */
type FileRefusal =
  | SentRefusal
  | "too_large"
  | "quota_exceeded"
  | "files_full"
  | "unavailable"
  /** Faults that the page finds itself. */
  | "unreadable_here"
  | "one_only";

const refusals: Readonly<Record<FileRefusal, string>> = pickTexts({
  empty: {
    en: "The file is empty. Choose a file with at least one row.",
    nl: "Het bestand is leeg. Kies een bestand met minstens één rij.",
  },
  too_large: {
    en: "The file is too large. Cut it into parts, or remove columns that are not needed.",
    nl: "Het bestand is te groot. Knip het in delen, of verwijder kolommen die niet nodig zijn.",
  },
  disk_full: {
    en: "The server has too little disk space for this file. Try again later.",
    nl: "De server heeft te weinig schijfruimte voor dit bestand. Probeer het later opnieuw.",
  },
  too_many_rows: {
    en: "The file has too many rows. Cut it into parts.",
    nl: "Het bestand heeft te veel rijen. Knip het in delen.",
  },
  encrypted_or_xls: {
    en: "This is an old Excel file (.xls), or it has a password. Open it in Excel, remove the password and save it as .xlsx.",
    nl: "Dit is een oud Excel-bestand (.xls), of er zit een wachtwoord op. Open het in Excel, haal het wachtwoord eraf en bewaar het als .xlsx.",
  },
  other_kind: {
    en: "This is not an Excel file (.xlsx) or CSV. Open it in a spreadsheet and save it as .xlsx.",
    nl: "Dit is geen Excel-bestand (.xlsx) of CSV. Open het in een spreadsheet en bewaar het als .xlsx.",
  },
  unreadable: {
    en: "This file cannot be read.",
    nl: "Dit bestand kan niet worden gelezen.",
  },
  no_addresses: {
    en: "No addresses were recognised in this file.",
    nl: "In dit bestand zijn geen adressen herkend.",
  },
  unreadable_here: {
    en: "The browser cannot read the file. Is it still in the same place?",
    nl: "De browser kan het bestand niet lezen. Staat het nog op dezelfde plek?",
  },
  columns: {
    en: "These columns cannot be used to search.",
    nl: "Met deze kolommen kan niet worden gezocht.",
  },
  quota_exceeded: {
    en: "The key has too few requests left this month for this file.",
    nl: "De sleutel heeft deze maand te weinig verzoeken over voor dit bestand.",
  },
  files_full: {
    en: "Too many files are on the server, perhaps your own too. Delete an earlier file in the tab where it is open, or try again later: a file is then deleted when nobody has looked at it for ten minutes.",
    nl: "Er staan te veel bestanden op de server, misschien ook van u. Wis een eerder bestand in het tabblad waar het open is, of probeer het later opnieuw: een bestand wordt dan gewist als het tien minuten niet is bekeken.",
  },
  unavailable: {
    en: "The server has no space for this file now. Try again later.",
    nl: "De server heeft nu geen ruimte voor dit bestand. Probeer het later opnieuw.",
  },
  one_only: {
    en: "Choose one file at a time.",
    nl: "Kies één bestand tegelijk.",
  },
  unexpected: {
    en: "Something went wrong on the server. Try again.",
    nl: "Er ging iets mis op de server. Probeer het opnieuw.",
  },
});

/** Returns the text of a code; `unexpected` for a code of another version of the server. */
export function refusedText(code: string): string {
  return refusals[code in refusals ? (code as FileRefusal) : "unexpected"];
}
