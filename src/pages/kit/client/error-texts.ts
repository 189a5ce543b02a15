/** Errors of the interface in the language of the page, by their code. */
import type { ErrorCode } from "../../../base/errors.ts";
import type { Language } from "./preferences.ts";

/** The server's own texts are English; this table is complete or does not compile. */
const DUTCH: Readonly<Record<ErrorCode, string>> = {
  bad_request: "Het verzoek is niet te lezen. Controleer de URL en de inhoud.",
  invalid_query: "Het verzoek noemt een veld, sortering of filter dat niet bestaat.",
  unauthenticated: "Er is geen geldige sleutel of sessie: onbekend, verlopen of ingetrokken.",
  ip_not_allowed: "Deze sleutel mag niet worden gebruikt vanaf uw netwerkadres.",
  origin_not_allowed: "Dit mag niet vanaf deze pagina of deze website.",
  key_read_only: "Deze sleutel of sessie kan alleen lezen. Gebruik een serversleutel.",
  key_in_url: "Een serversleutel mag niet in een URL staan. Vervang hem, want hij is nu in een URL gebruikt.",
  page_closed: "De pagina's van deze server vragen een sleutel.",
  not_found: "Dit is niet gevonden.",
  history_not_kept: "Deze server bewaart geen geschiedenis: hij kent alleen de huidige stand.",
  route_not_found: "Dit pad bestaat niet.",
  method_not_allowed: "Dit pad kan niet zo worden gebruikt.",
  body_timeout: "De inhoud van het verzoek kwam niet binnen. Probeer het opnieuw.",
  export_not_ready: "De export is nog niet klaar, of is mislukt.",
  export_storage_full:
    "De ruimte voor bestanden van deze sleutel is vol. Verwijder exports die niet meer nodig zijn.",
  changes_not_ready:
    "Deze server heeft die versie van de gegevens nog niet. Probeer het over een minuut opnieuw.",
  export_expired: "Het bestand van deze export is niet meer bewaard. Vraag de export opnieuw aan.",
  changes_gone:
    "De wijzigingen sinds die versie of dag zijn niet meer bewaard. Haal alle adressen opnieuw op.",
  files_not_ready: "Dat kan nu niet met dit bestand. Kijk hoever het is.",
  too_large: "De inhoud van het verzoek is te groot.",
  url_too_long: "De URL is te lang.",
  unsupported_media_type: "Dit soort inhoud kan hier niet worden verstuurd.",
  range_not_satisfiable: "Het gevraagde deel ligt voorbij het einde van het bestand.",
  validation_failed: "Er ontbreken waarden, of ze kloppen niet.",
  rate_limited: "De limiet is bereikt. Probeer het straks opnieuw.",
  visitor_rate_limited: "Vanaf uw netwerkadres is de limiet bereikt. Probeer het straks opnieuw.",
  quota_exceeded: "De verzoeken van de sleutel zijn voor deze maand op.",
  export_queue_full: "Er wachten te veel exports. Probeer het opnieuw als er een klaar is.",
  files_full: "Er zijn te veel bestanden tegelijk op deze pagina. Probeer het over een minuut opnieuw.",
  client_closed: "De verbinding is verbroken voordat het verzoek compleet was.",
  server_error: "Er ging iets mis in de server. De oorzaak staat in het log van de server.",
  overloaded: "De server heeft het nu te druk. Probeer het straks opnieuw.",
  unavailable: "De server kan dit nu niet beantwoorden. Probeer het later opnieuw.",
  usage: "De opdracht is onjuist.",
  import_refused: "De bestanden zijn niet te importeren; er is niets veranderd.",
};

/**
 * Returns an error in the language of the page: in English the server's own text, which says more; in Dutch the text of
 * its code. An unknown code, of another version of the server, gives the server's text.
 */
export function errorText(error: { code: string; message: string }, language: Language): string {
  const dutch = language === "nl" ? DUTCH[error.code as ErrorCode] : undefined;
  return dutch ?? error.message;
}
