/** Reasons why a file or request is refused, by their code, in words that say what to do. */
import type { Texts } from "../../kit/client/preferences.ts";
import type { SentRefusal } from "../answers.ts";
import { language } from "./texts.ts";

/** Codes with a text; a code of the server without one does not compile. */
type FileRefusal =
  | SentRefusal
  | "too_large"
  | "quota_exceeded"
  | "files_full"
  | "unavailable"
  /** Faults that the page finds itself. */
  | "unreadable_here"
  | "one_only"
  | "unexpected";

const nl: Readonly<Record<FileRefusal, string>> = {
  empty: "Het bestand is leeg. Kies een bestand met minstens één rij.",
  too_large: "Het bestand is te groot. Knip het in delen, of verwijder kolommen die niet nodig zijn.",
  disk_full: "De server heeft te weinig schijfruimte voor dit bestand. Probeer het later opnieuw.",
  too_many_rows: "Het bestand heeft te veel rijen. Knip het in delen.",
  encrypted_or_xls:
    "Dit is een oud Excel-bestand (.xls), of er zit een wachtwoord op. Open het in Excel, haal het wachtwoord eraf en bewaar het als .xlsx.",
  other_kind:
    "Dit is geen Excel-bestand (.xlsx) of CSV. Open het in een spreadsheet en bewaar het als .xlsx.",
  unreadable: "Dit bestand kan niet worden gelezen.",
  no_addresses: "In dit bestand zijn geen adressen herkend.",
  unreadable_here: "De browser kan het bestand niet lezen. Staat het nog op dezelfde plek?",
  columns: "Met deze kolommen kan niet worden gezocht.",
  quota_exceeded: "De sleutel heeft deze maand te weinig verzoeken over voor dit bestand.",
  files_full:
    "Er staan te veel bestanden op de server, misschien ook van u. Wis een eerder bestand in het tabblad waar het open is, of probeer het later opnieuw: een bestand wordt dan gewist als het tien minuten niet is bekeken.",
  unavailable: "De server heeft nu geen ruimte voor dit bestand. Probeer het later opnieuw.",
  failed: "De server kon dit bestand niet afmaken. Probeer het opnieuw.",
  one_only: "Kies één bestand tegelijk.",
  unexpected: "Er ging iets mis op de server. Probeer het opnieuw.",
};

const en: typeof nl = {
  empty: "The file is empty. Choose a file with at least one row.",
  too_large: "The file is too large. Cut it into parts, or remove columns that are not needed.",
  disk_full: "The server has too little disk space for this file. Try again later.",
  too_many_rows: "The file has too many rows. Cut it into parts.",
  encrypted_or_xls:
    "This is an old Excel file (.xls), or it has a password. Open it in Excel, remove the password and save it as .xlsx.",
  other_kind: "This is not an Excel file (.xlsx) or CSV. Open it in a spreadsheet and save it as .xlsx.",
  unreadable: "This file cannot be read.",
  no_addresses: "No addresses were recognised in this file.",
  unreadable_here: "The browser cannot read the file. Is it still in the same place?",
  columns: "These columns cannot be searched with.",
  quota_exceeded: "The key has too few requests left this month for this file.",
  files_full:
    "Too many files are on the server, perhaps your own too. Delete an earlier file in the tab where it is open, or try again later: a file is then deleted when nobody has looked at it for ten minutes.",
  unavailable: "The server has no space for this file now. Try again later.",
  failed: "The server could not finish this file. Try again.",
  one_only: "Choose one file at a time.",
  unexpected: "Something went wrong on the server. Try again.",
};

const TEXTS: Texts<typeof nl> = { nl, en };

/** Returns the text of a code; `unexpected` for a code of another version of the server. */
export function refusedText(code: string): string {
  return code in TEXTS[language] ? TEXTS[language][code as FileRefusal] : TEXTS[language].unexpected;
}
