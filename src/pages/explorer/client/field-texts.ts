/**
 * Fields of the records: their Dutch name, an English one, and the meaning of each. A field without texts fails to
 * compile.
 */
import type {
  Address,
  Building,
  City,
  Municipality,
  Residence,
  Street,
} from "../../../http/client/client.ts";

interface FieldText {
  readonly dutch: string;
  readonly english: string;
  readonly nl: string;
  readonly en: string;
  /** True for a field that is shown only with a value: not all data and answers have it. */
  readonly whenKnown?: true;
}
type Texts<Name extends string> = Readonly<Record<Name, FieldText>>;
/** Fields that answers about one day have, and documents and investigations; the time line of a card has these. */
type OfDay = "valid_from" | "valid_until" | "announced" | "gap" | "sources" | "in_onderzoek";
/** Texts of the fields of a record; those that are asked with `include`, and `Elsewhere`, stand elsewhere on a card. */
type TextsOf<R, Elsewhere extends keyof R = never> = Texts<
  Exclude<keyof R, "geometry" | "counts" | "address" | "addresses" | OfDay | Elsewhere> & string
>;

/** Makes a field from its Dutch and English name, and its meaning in both languages. */
function field(dutch: string, english: string, nl: string, en: string): FieldText {
  return { dutch, english, nl, en };
}

const GEMEENTE: Texts<"gemeente_naam" | "gemeente_code" | "provincie_naam"> = {
  gemeente_naam: field(
    "Gemeente",
    "Municipality",
    "De gemeente waarin de woonplaats nu ligt.",
    "The municipality that the place is in now.",
  ),
  gemeente_code: field(
    "Gemeentecode",
    "Municipality code",
    "Code van vier cijfers, van het CBS.",
    "Code of four digits, issued by Statistics Netherlands.",
  ),
  provincie_naam: field(
    "Provincie",
    "Province",
    "Een van de twaalf provincies.",
    "One of the twelve provinces.",
  ),
};

const POSITION: Texts<"latitude" | "longitude" | "rd_x" | "rd_y"> = {
  latitude: field(
    "Breedtegraad",
    "Latitude",
    "In graden, WGS84, zoals telefoons en webkaarten gebruiken.",
    "In degrees, WGS84, as phones and web maps use.",
  ),
  longitude: field("Lengtegraad", "Longitude", "In graden, WGS84.", "In degrees, WGS84."),
  rd_x: field(
    "RD x",
    "RD x",
    "Rijksdriehoekscoördinaat in meters, naar het oosten: het stelsel van de BAG.",
    "Dutch national grid, metres to the east: the grid of the BAG.",
  ),
  rd_y: field(
    "RD y",
    "RD y",
    "Rijksdriehoekscoördinaat in meters, naar het noorden.",
    "Dutch national grid, metres to the north.",
  ),
};

const USE: Texts<"gebruiksdoel" | "oppervlakte"> = {
  gebruiksdoel: field(
    "Gebruiksdoel",
    "Purpose of use",
    "Waarvoor het object vergund is. Een object kan meer doelen hebben.",
    "What the object may be used for. It can have several purposes.",
  ),
  oppervlakte: field(
    "Oppervlakte",
    "Floor area",
    "Gebruiksoppervlakte binnen, in m²; niet die van de kavel.",
    "Usable floor area inside, in m²; not the area of the plot.",
  ),
};

const PAND_ID = field(
  "Identificatie pand",
  "Building identifier",
  "Nummer van het gebouw waarin het object ligt.",
  "Number of the building that contains the object.",
);

/** Areas of CBS, which only data with its map has. */
const AREAS: Texts<"buurt_naam" | "buurt_code" | "wijk_naam" | "wijk_code" | "veiligheidsregio"> = {
  buurt_naam: {
    ...field("Buurt", "Buurt", "De buurt, van het CBS.", "The neighbourhood, of Statistics Netherlands."),
    whenKnown: true,
  },
  buurt_code: {
    ...field(
      "Buurtcode",
      "Buurt code",
      "BU, gemeente, wijk en buurt. Codes veranderen elk jaar.",
      "BU, municipality, district and neighbourhood. Codes change every year.",
    ),
    whenKnown: true,
  },
  wijk_naam: {
    ...field("Wijk", "Wijk", "De wijk: enkele buurten samen.", "The district: several neighbourhoods."),
    whenKnown: true,
  },
  wijk_code: {
    ...field("Wijkcode", "Wijk code", "WK, gemeente en wijk.", "WK, municipality and district."),
    whenKnown: true,
  },
  veiligheidsregio: {
    ...field(
      "Veiligheidsregio",
      "Safety region",
      "Gemeenten met één brandweer.",
      "Municipalities with one fire service.",
    ),
    whenKnown: true,
  },
};

const STAGE = field(
  "Fase",
  "Stage",
  "Of het al bestaat; volgt uit de status.",
  "Whether it exists yet; derived from the status.",
);

interface FieldTexts {
  readonly address: TextsOf<Address>;
  readonly building: TextsOf<Building>;
  readonly residence: TextsOf<Residence>;
  readonly street: TextsOf<Street, "woonplaats_id">;
  readonly place: TextsOf<City, "naam">;
  readonly municipality: TextsOf<Municipality, "gemeente_naam">;
}
export type RecordKind = keyof FieldTexts;

const FIELD_TEXTS: FieldTexts = {
  address: {
    straatnaam: field(
      "Straatnaam",
      "Street name",
      "Naam van de openbare ruimte: een weg, plein of water.",
      "Name of the public space: a road, square or water.",
    ),
    verkorte_straatnaam: field(
      "Verkorte straatnaam",
      "Short street name",
      "Officiële korte schrijfwijze van hoogstens 24 tekens, voor etiketten.",
      "Official short spelling of at most 24 characters, for labels.",
    ),
    huisnummer: field("Huisnummer", "House number", "Het getal van het nummer.", "The number itself."),
    huisletter: field(
      "Huisletter",
      "House letter",
      "Letter direct achter het nummer. Een kleine letter en een hoofdletter zijn verschillend.",
      "Letter right after the number. Upper and lower case are different letters.",
    ),
    huisnummertoevoeging: field(
      "Huisnummertoevoeging",
      "Addition",
      "Verdere aanduiding, zoals van een verdieping of appartement.",
      "Further part of the number, such as for a floor or an apartment.",
    ),
    postcode: field(
      "Postcode",
      "Postcode",
      "Vier cijfers en twee letters. Een enkel adres heeft er geen.",
      "Four digits and two letters. A few addresses have none.",
    ),
    woonplaats_naam: field(
      "Woonplaats",
      "Place",
      "Stad of dorp volgens de BAG; de naam op de envelop.",
      "City or village in the BAG; the name on the envelope.",
    ),
    woonplaats_id: field(
      "Identificatie woonplaats",
      "Place identifier",
      "Vier cijfers, uniek in Nederland.",
      "Four digits, unique in the Netherlands.",
    ),
    ...GEMEENTE,
    ...AREAS,
    type: field(
      "Soort object",
      "Type of object",
      "Verblijfsobject (woning, winkel, kantoor), ligplaats (woonboot) of standplaats (woonwagen).",
      "Verblijfsobject (home, shop, office), ligplaats (houseboat berth) or standplaats (caravan pitch).",
    ),
    ...USE,
    bouwjaar: field(
      "Bouwjaar",
      "Year of construction",
      "Jaar waarin het pand werd opgeleverd. Oude jaren zijn vaak geschat.",
      "Year in which the building was completed. Old years are often estimates.",
    ),
    status: field(
      "Status",
      "Status",
      "Stand van het huisnummer: uitgegeven wil zeggen in gebruik als adres.",
      "State of the house number: issued means in use as an address.",
    ),
    object_status: {
      ...field(
        "Status object",
        "Object status",
        "Stand van het verblijfsobject, de lig- of standplaats.",
        "State of the residence, berth or pitch.",
      ),
      whenKnown: true,
    },
    stage: { ...STAGE, whenKnown: true },
    nummeraanduiding_id: field(
      "Identificatie nummeraanduiding",
      "Address identifier",
      "Nummer van dit adres in de BAG; verandert nooit.",
      "Number of this address in the BAG; never changes.",
    ),
    adresseerbaar_object_id: field(
      "Identificatie adresseerbaar object",
      "Object identifier",
      "Nummer van het verblijfsobject, de lig- of standplaats.",
      "Number of the residence, berth or pitch.",
    ),
    pand_id: PAND_ID,
    ...POSITION,
    full_address: field(
      "Volledig adres",
      "Full address",
      "Het adres op één regel, zoals baken het schrijft.",
      "The address on one line, as baken writes it.",
    ),
  },
  building: {
    identificatie: field(
      "Identificatie",
      "Identifier",
      "Nummer van het pand: 16 cijfers, de vier eerste van de gemeente die het gaf.",
      "Number of the building: 16 digits, the first four of the municipality that issued it.",
    ),
    bouwjaar: field(
      "Bouwjaar",
      "Year of construction",
      "Jaar waarin het pand werd opgeleverd. Oude jaren zijn vaak geschat.",
      "Year in which the building was completed. Old years are often estimates.",
    ),
    status: field(
      "Status",
      "Status",
      "Van vergunning tot sloop; bestaand is meestal “Pand in gebruik”.",
      "From permit to demolition; an existing one is mostly “Pand in gebruik” (in use).",
    ),
    stage: STAGE,
    geconstateerd: field(
      "Geconstateerd",
      "Found on site",
      "Ja: de gemeente trof het aan zonder dat er een document over was.",
      "Yes: the municipality found it without a document about it.",
    ),
    voorkomen_identificatie: field(
      "Voorkomen",
      "Version",
      "Volgnummer van deze versie van de gegevens.",
      "Sequence number of this version of the data.",
    ),
    begin_geldigheid: field(
      "Begin geldigheid",
      "Valid from",
      "Dag vanaf welke deze versie geldt.",
      "Day from which this version is valid.",
    ),
    eind_geldigheid: field(
      "Eind geldigheid",
      "Valid until",
      "Dag waarop deze versie eindigt; leeg als hij nog geldt.",
      "Day on which this version ends; empty while it is valid.",
    ),
  },
  residence: {
    identificatie: field(
      "Identificatie",
      "Identifier",
      "Nummer van het verblijfsobject: een woning, winkel of kantoor met eigen deur.",
      "Number of the residence: a home, shop or office with its own door.",
    ),
    ...USE,
    status: field(
      "Status",
      "Status",
      "Van vergunning tot intrekking; bestaand is meestal “in gebruik”.",
      "From permit to withdrawal; an existing one is mostly “in gebruik” (in use).",
    ),
    stage: STAGE,
    pand_id: PAND_ID,
    hoofdadres_nummeraanduiding_id: field(
      "Hoofdadres",
      "Main address",
      "Het eerste adres van het object.",
      "The first address of the object.",
    ),
    nevenadres_nummeraanduiding_ids: field(
      "Nevenadressen",
      "Other addresses",
      "Verdere adressen van hetzelfde object, zoals van een tweede deur.",
      "Further addresses of the same object, such as of a second door.",
    ),
    ...POSITION,
  },
  street: {
    identificatie: field(
      "Identificatie",
      "Identifier",
      "Nummer van de openbare ruimte.",
      "Number of the public space.",
    ),
    naam: field("Naam", "Name", "Naam zoals de gemeente die gaf.", "Name as the municipality gave it."),
    verkorte_naam: field(
      "Verkorte naam",
      "Short name",
      "Officiële korte schrijfwijze van hoogstens 24 tekens.",
      "Official short spelling of at most 24 characters.",
    ),
    type: field(
      "Type",
      "Type",
      "Weg, water, kunstwerk of een andere soort openbare ruimte.",
      "Weg (road), water, or another kind of public space.",
    ),
    woonplaats_naam: field(
      "Woonplaats",
      "Place",
      "De plaats waarin de straat ligt.",
      "The place that the street is in.",
    ),
    status: field("Status", "Status", "Stand van de naam.", "State of the name."),
  },
  place: {
    identificatie: field("Identificatie", "Identifier", "Vier cijfers.", "Four digits."),
    ...GEMEENTE,
    status: field("Status", "Status", "Stand van de woonplaats.", "State of the place."),
  },
  municipality: {
    gemeente_code: GEMEENTE.gemeente_code,
    provincie_naam: GEMEENTE.provincie_naam,
    provincie_code: field("Provinciecode", "Province code", "Twee letters.", "Two letters."),
  },
};

/** Returns the texts of a kind of record by the names of its fields, in the order in which they are shown. */
export function fieldTextsOf(kind: RecordKind): readonly (readonly [string, FieldText])[] {
  return Object.entries<FieldText>(FIELD_TEXTS[kind]);
}
