/** Attributes, names, events and styling hooks of the form component, as docs/embed.md describes them. */
import type { Language } from "../../kit/server/preferences.ts";

/** A name and its meaning in both languages. */
type Row = readonly [name: string, meaning: Readonly<Record<Language, string>>];

export const ATTRIBUTES: readonly Row[] = [
  [
    "api-key",
    {
      nl: "Browsersleutel. Zonder sleutel zijn het gewone velden.",
      en: "Browser key. Without one, the fields are plain.",
    },
  ],
  [
    "src",
    {
      nl: "Map met bestanden van ./baken static, in plaats van sleutel en dienst.",
      en: "Folder with files of ./baken static, instead of key and service.",
    },
  ],
  [
    "name",
    {
      nl: "Voorvoegsel van de verstuurde namen: met shipping wordt postcode shipping.postcode.",
      en: "Prefix of the submitted names: with shipping, postcode becomes shipping.postcode.",
    },
  ],
  [
    "required",
    {
      nl: "Postcode, huisnummer, straat en plaats moeten ingevuld zijn.",
      en: "Postcode, house number, street and city must be filled in.",
    },
  ],
  [
    "strict",
    {
      nl: "Alleen adressen die het register bevestigt zijn geldig.",
      en: "Only addresses that the register confirms are valid.",
    },
  ],
  [
    "mode",
    {
      nl: "Eerste velden: postcode (standaard) of search.",
      en: "First fields: postcode (default) or search.",
    },
  ],
  [
    "section",
    {
      nl: "Sectie voor automatisch invullen: shipping of billing.",
      en: "Section for autofill: shipping or billing.",
    },
  ],
  ["lang", { nl: "nl of en; anders de taal van de pagina.", en: "nl or en; else the language of the page." }],
  [
    "base-url",
    {
      nl: "Adres van de dienst, als het script ergens anders staat.",
      en: "Address of the service, when the script is elsewhere.",
    },
  ],
];

export const NAMES: readonly Row[] = [
  [
    "postcode, number, addition",
    { nl: "Zoals het register ze schrijft: 1234AB, 5, a.", en: "As the register writes them: 1234AB, 5, a." },
  ],
  [
    "street, city",
    { nl: "Straat en plaats zoals ze in de velden staan.", en: "Street and city as they are in the fields." },
  ],
  [
    "certainty",
    {
      nl: "confirmed, edited, ambiguous, unknown of unchecked.",
      en: "confirmed, edited, ambiguous, unknown or unchecked.",
    },
  ],
  [
    "id",
    {
      nl: "Nummeraanduiding van een bevestigd adres, anders leeg.",
      en: "Nummeraanduiding of a confirmed address, else empty.",
    },
  ],
];

export const EVENTS: readonly Row[] = [
  [
    "address-change",
    {
      nl: "detail: certainty, reason, address (het hele record of null), values, problem.",
      en: "detail: certainty, reason, address (the whole record or null), values, problem.",
    },
  ],
  [
    "input, change",
    {
      nl: "Zoals bij gewone velden, ook als het element zelf iets invult.",
      en: "As for plain fields, also when the element fills something in.",
    },
  ],
];

export const STYLING: readonly Row[] = [
  [
    "--baken-accent, --baken-danger, --baken-sure",
    {
      nl: "Kleuren van focus en keuze, fouten, en het vinkje.",
      en: "Colours of focus and choice, errors, and the check mark.",
    },
  ],
  [
    "--baken-line, --baken-field",
    { nl: "Rand en achtergrond van velden.", en: "Border and background of fields." },
  ],
  [
    "--baken-surface, --baken-surface-text",
    { nl: "Achtergrond en tekst van de lijst.", en: "Background and text of the list." },
  ],
  [
    "--baken-radius, --baken-gap, --baken-layer",
    { nl: "Ronding, tussenruimte, z-index van de lijst.", en: "Rounding, gaps, z-index of the list." },
  ],
  [
    "::part(…)",
    {
      nl: "group, field, label, input, input-postcode, input-number, …, status, use-register, choices, choice, list, option, option-active, switch.",
      en: "group, field, label, input, input-postcode, input-number, …, status, use-register, choices, choice, list, option, option-active, switch.",
    },
  ],
  [
    ":state(…)",
    { nl: "De zekerheid, en pending of unavailable.", en: "The certainty, and pending or unavailable." },
  ],
];
