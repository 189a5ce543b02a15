/** Reasons why a request was refused, in the language of the page. */
import { errorText } from "../../kit/client/error-texts.ts";
import type { Language } from "../../kit/client/preferences.ts";
import type { RefusalReason, RefusedRequests } from "../server/refuse.ts";

/** Texts of causes, closer than the texts of codes; this table is complete or does not compile. */
const DUTCH: Readonly<Record<RefusalReason, string>> = {
  plain_http:
    "Deze verbinding is niet versleuteld, dus inloggen kan hier niet. Gebruik een SSH-tunnel, of een proxy met https en --admin-url.",
  host: "De server herkent dit adres niet als het zijne. Laat de proxy Host doorgeven en stel --admin-url in.",
  origin:
    "Dit verzoek kwam niet van de beheerpagina's. Laat een proxy Host doorgeven en stel --admin-url in.",
  wrong_token: "Dit is niet het token.",
  many_wrong_tokens: "Te veel verkeerde tokens. Probeer het over een minuut opnieuw.",
  no_key: "Deze sleutel bestaat niet.",
  key_revoked: "Deze sleutel is ingetrokken, en dat is niet terug te draaien. Maak een nieuwe.",
  key_expired: "Deze sleutel is verlopen. Geef hem eerst een latere datum.",
  other_name: "Dit is niet de naam van de sleutel; hij is niet ingetrokken.",
  no_job: "Deze export bestaat niet meer.",
  no_file_session: "Dit bestand is er niet meer: de sessie is afgelopen.",
  no_login_links:
    "Een link is niet mogelijk: de pagina's hebben geen sleutel nodig, of andere machines kunnen deze server bereiken.",
  follows_source:
    "Deze server volgt een gepubliceerd register. Wie het publiceert, bepaalt welke versie in gebruik is: baken publish <versie>.",
  check_failed: "De controle vond een fout in dit bestand; het vorige register blijft in gebruik.",
};

/** Codes, and causes, whose message is of one machine: paths, faults of disks and databases. */
const DIAGNOSED: readonly (string | undefined)[] = [
  "unavailable",
  "bad_request",
  "check_failed",
  "unexpected",
];

export const UNREACHABLE = {
  en: "The server does not answer. What you see may be old; we keep trying.",
  nl: "De server antwoordt niet. Wat hier staat, kan oud zijn; we proberen het opnieuw.",
};

interface RefusalText {
  readonly text: string;
  /** Words of the program beside it, which name what only this machine knows. */
  readonly diagnosis?: string;
}

/** Returns why a request was refused: in English the server's text; in Dutch by its closer cause, else by its code. */
export function wordRefusal(refusal: RefusedRequests, language: Language): RefusalText {
  const { reason, code, message } = refusal;
  if (code === "unreachable") {
    return { text: UNREACHABLE[language] };
  }
  if (language === "en") {
    return { text: message };
  }
  const isDiagnosed = DIAGNOSED.includes(reason ?? code);
  const text =
    code === "unexpected"
      ? "Er ging iets mis op deze pagina."
      : ((reason && DUTCH[reason]) ?? errorText(refusal, language));
  return { text, ...(isDiagnosed && { diagnosis: message }) };
}
