/** Roles of columns: the parts of an address or position that they hold, and the names by which they are known. */
import { nameKey } from "../../registry/name-key.ts";

interface RoleDeclaration {
  /** Completes "column … holds". */
  readonly holds: string;
  /** Names of the whole column, in the form of {@link headerKey}. */
  readonly names: string;
  /** Names that count within a longer one too, such as `postcode` in "Postcode bezoekadres". */
  readonly words?: string;
}

export const ROLES = {
  postcode: {
    holds: "the postcode",
    words: "postcode postkode postalcode zipcode zip plz pc6",
    names:
      "pc cp post postcodes postcd postc pcode code_postal postal_code zip_code post_code postcode_plaats",
  },
  number: {
    holds: "the house number, perhaps with letter and addition",
    words: "huisnummer huisnr hnr housenumber housenr",
    names:
      "nummer nr no num number huis_nr huis_nummer house_number house_nr house_no street_number streetnumber straatnummer huisnummers hsnr hs_nr hausnummer numero",
  },
  letter: {
    holds: "the house letter",
    words: "huisletter houseletter",
    names: "letter huis_letter house_letter hletter",
  },
  addition: {
    holds: "the addition of the house number",
    words: "toevoeging huisnummertoevoeging toev hnrtoev",
    names: "addition suffix toevoegsel extension ext bus apt appartement unit house_number_addition hnr_toev",
  },
  street: {
    holds: "the street",
    words: "straat straatnaam streetname",
    names:
      "street street_name straten straat_naam openbare_ruimte openbareruimte openbare_ruimte_naam strasse rue",
  },
  place: {
    holds: "the place",
    words: "woonplaats plaatsnaam woonplaatsnaam vestigingsplaats city",
    names:
      "plaats stad dorp town place locality city_name plaats_naam ort ville gemeente gemeentenaam municipality",
  },
  text: {
    holds: "the address as text",
    words: "adres address bezoekadres postadres adresregel woonadres factuuradres",
    names:
      "adresregel_1 adresregel1 adres1 adres_1 addressline addressline1 address1 address_1 volledig_adres full_address adressen addresses locatie location q query zoekterm",
  },
  country: {
    holds: "the country",
    words: "landcode countrycode landnaam",
    names: "land country country_code land_code country_name",
  },
  latitude: {
    holds: "the latitude, or RD y",
    words: "latitude breedtegraad",
    names: "lat y rd_y rdy y_coord ycoord y_coordinaat ycoordinaat y_rd coordy coord_y breedte gps_lat",
  },
  longitude: {
    holds: "the longitude, or RD x",
    words: "longitude lengtegraad",
    names:
      "lon lng long x rd_x rdx x_coord xcoord x_coordinaat xcoordinaat x_rd coordx coord_x lengte gps_lon gps_lng",
  },
} as const satisfies Record<string, RoleDeclaration>;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** Roles that only one column can have; several columns of text are joined. */
export const SINGLE_ROLES: readonly Role[] = ROLE_NAMES.filter((role) => role !== "text");

/** Names that say that a column holds another kind of address. */
const OTHER_ADDRESS = /^(e|email|mail|ip|web|url|mac|internet|website|wallet)$/;

/** Returns a header in lower case without diacritics; words are joined by `_`, also those of `houseNumber`. */
function headerKey(header: string): string {
  const spaced = header.replace(/([a-z])([A-Z])/g, "$1 $2");
  return nameKey(spaced)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

const wordsOf = (text: string | undefined) => text?.split(" ") ?? [];
const ROLE_OF_NAME = new Map<string, Role>();
const ROLE_OF_WORD = new Map<string, Role>();
for (const role of ROLE_NAMES) {
  const { names, words }: RoleDeclaration = ROLES[role];
  for (const word of wordsOf(words)) {
    ROLE_OF_WORD.set(word, role);
  }
  for (const name of [role, ...wordsOf(words), ...wordsOf(names)]) {
    ROLE_OF_NAME.set(name, role);
  }
}

/** Returns the role that a whole name stands for; also for the names in `--columns`. */
export function roleOfName(header: string): Role | undefined {
  const key = headerKey(header);
  return ROLE_OF_NAME.get(key) ?? ROLE_OF_NAME.get(key.replaceAll("_", ""));
}

/** Returns the role that a word of a longer name stands for: the last one, as in "adres postcode". */
export function roleOfWords(header: string): Role | undefined {
  const words = headerKey(header).split("_");
  if (words.some((word) => OTHER_ADDRESS.test(word))) {
    return undefined;
  }
  const roles = words.map((word) => ROLE_OF_WORD.get(word)).filter((role) => role !== undefined);
  return roles.findLast((role) => role !== "text") ?? roles.at(-1);
}
