/**
 * Closer causes of refusals, with their Dutch texts; the English ones come with the refusal. For server and script, so it
 * imports nothing.
 */
export const REFUSAL_TEXTS = {
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
} as const;
