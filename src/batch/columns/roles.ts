/**
 * Roles of columns: the parts of an address or position that they hold, the names by which they are known, and the
 * columns that are used in them.
 */
import { BoundedMap, memoize } from "../../base/memoize.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { plainText } from "../../search/line/plain-text.ts";

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
    words: "postcode postkode postalcode zipcode zip plz pc6 pstlz",
    names:
      "pc cp post postcodes postcd postc pcode code_postal postal_code zip_code post_code postcode_plaats",
  },
  number: {
    holds: "the house number, perhaps with letter and addition",
    words: "huisnummer huisnr hnr housenumber housenr hsnr",
    names:
      "nummer nr no num number huis_nr huis_nummer house_number house_nr house_no house_num house street_number " +
      "streetnumber straatnummer huisnummers hs_nr hausnummer numero",
  },
  letter: {
    holds: "the house letter",
    words: "huisletter houseletter",
    names: "letter huis_letter house_letter hletter ltr",
  },
  addition: {
    holds: "the addition of the house number",
    words: "toevoeging huisnummertoevoeging toev hnrtoev toevoegsel bijvoegsel addition suffix",
    names: "extension ext bus apt appartement unit house_number_addition hnr_toev tv bijv subnummer add",
  },
  street: {
    holds: "the street",
    words: "straat straatnaam streetname street openbareruimte stras",
    names: "street_name straten straat_naam openbare_ruimte openbare_ruimte_naam strasse rue",
  },
  place: {
    holds: "the place",
    words: "woonplaats plaatsnaam woonplaatsnaam vestigingsplaats city plaats",
    names: "stad dorp town place locality city_name plaats_naam ort ville",
  },
  gemeente: {
    holds: "the gemeente, for rows without a place",
    words: "gemeente gemeentenaam municipality",
    names: "gemeente_naam",
  },
  text: {
    holds: "the address as text",
    words: "adres address bezoekadres postadres adresregel woonadres factuuradres",
    names:
      "addressline adresregels volledig_adres full_address adressen addresses locatie location q query zoekterm",
  },
  country: {
    holds: "the country",
    words: "landcode countrycode landnaam land country",
    names: "country_code land_code country_name",
  },
  beside: {
    holds: "a mark that the row means a place near the address: by, to",
    names: "aanduiding aanduiding_bij_huisnummer",
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
  position: {
    holds: "the position as a pair of coordinates or a WKT point",
    names: "wkt geom geometry geometrie the_geom coordinates coordinaten positie latlon lat_lon gps",
  },
  id: {
    holds: "the id of the nummeraanduiding or object",
    names:
      "nummeraanduiding nummeraanduiding_id nummeraanduidingidentificatie bag_id bag_nummeraanduiding_id numid num_id " +
      "adresseerbaar_object_id adresseerbaarobjectidentificatie verblijfsobject_id verblijfsobjectidentificatie vbo_id",
  },
  day: { holds: "the day on which the id was right", names: "recheck_date peildatum" },
} as const satisfies Record<string, RoleDeclaration>;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];
/** Roles of the columns of a list of ids, which has no others. */
export const ID_ROLES = ["id", "day"] as const satisfies readonly Role[];
export type AddressRole = Exclude<Role, (typeof ID_ROLES)[number]>;
export const ADDRESS_ROLES: readonly Role[] = ROLE_NAMES.filter(
  (role) => !(ID_ROLES as readonly Role[]).includes(role),
);

/** Roles that several columns can have, which are joined: lines of an address, PC4 and letters, letter and addition. */
const JOINED_ROLES: readonly Role[] = ["text", "postcode", "addition"];
/** Roles that only one column can have. */
export const SINGLE_ROLES: readonly Role[] = ROLE_NAMES.filter((role) => !JOINED_ROLES.includes(role));

/** Names that say that a column holds another kind of address. */
const OTHER_ADDRESS = /^(e|email|mail|ip|web|url|mac|internet|website|wallet)$/;

/** Characters of a name that are looked at. */
const MAX_NAME = 200;
/** The names of a file are compared with every role, several times. */
const HEADER_KEYS = new BoundedMap<string, string>(5_000);

/** Returns a header in lower case without diacritics; words are joined by `_`, also in `houseNumber`. */
function headerKey(header: string): string {
  const name = header.slice(0, MAX_NAME);
  return memoize(HEADER_KEYS, name, () => {
    const spaced = plainText(name).replace(/([a-z])([A-Z])/g, "$1 $2");
    return nameKey(spaced)
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "");
  });
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

/** Returns true for a usual name of a column, also with a number added: `11.20 Huisnummer`, `Toev 2021`. */
export function isColumnName(header: string): boolean {
  return roleOfName(header) !== undefined || roleOfName(withoutNumbers(header)) !== undefined;
}

/** Rank of a name that is a role's own, of such a name with a number added, and of a word within a longer name. */
const OWN_NAME = 1;
const NUMBERED = 0.8;
const WORD = 0.5;
/** Words in names of an address that is seldom meant when there is another one. */
const SECOND_ADDRESS =
  /^(post|postadres|postbus|po|corr|correspond.*|mail|mailing|postal|billing|factu.*|invoice|oud|oude|vorige?|voormalige?|old|previous|former|other|overige?|second|secondary|tweede)$/;
const SECOND = 0.2;

/** Returns how well the name of a column suits a role: 0 for not at all, up to 1. Contents decide, names only rank. */
export function rankOfName(header: string, role: Role): number {
  if (
    headerKey(header)
      .split("_")
      .some((word) => OTHER_ADDRESS.test(word))
  ) {
    return 0;
  }
  return Math.max(0, plainRank(header, role) - (isOfSecondAddress(header) ? SECOND : 0));
}

/** Returns true for the name of a column of an address that is seldom meant: of post, invoices, the past. */
export function isOfSecondAddress(header: string): boolean {
  const key = headerKey(header).replace(/(^|_)post(?:al)?_(?=code|cd|nr)/g, "$1");
  return key !== "post" && key.split("_").some((word) => SECOND_ADDRESS.test(word));
}

/** Words in names of the address where something is, is brought or is visited: the one meant among several. */
const MEANT_ADDRESS =
  /^(lev|lever|levering.*|leveradres|aflever.*|bezorg.*|bezoek.*|aansl|aansluit.*|verbruiks.*|delivery|supply|shipping|ship|visit|visiting|premises?)$/;

/** Returns true for the name of a column of an address of deliveries, supply or visits. */
export function isOfMeantAddress(header: string): boolean {
  return headerKey(header)
    .split("_")
    .some((word) => MEANT_ADDRESS.test(word));
}

function plainRank(header: string, role: Role): number {
  if (roleOfName(header) === role) {
    return OWN_NAME;
  }
  const named = withoutNumbers(header);
  if (roleOfName(named) === role) {
    return NUMBERED;
  }
  return headerKey(named)
    .split("_")
    .some((word) => ROLE_OF_WORD.get(word) === role)
    ? WORD
    : 0;
}

/** Returns a name without numbers in it: of elements of the BRP, of lines, of years. */
function withoutNumbers(header: string): string {
  return header.replace(/[\d.()[\]]+/g, " ");
}

/** Column of the table that is used. */
export interface ColumnUse {
  readonly role: Role;
  readonly index: number;
}

/** Roles of names that several addresses of a row may share. */
export const SHARED_ROLES: readonly Role[] = ["place", "gemeente", "country"];

/** Returns true when a column with a part of its own address has a name of this kind. */
export function isNamedAs(
  isOfKind: (header: string) => boolean,
  uses: readonly ColumnUse[],
  columns: readonly { readonly name: string }[],
): boolean {
  return uses.some(({ role, index }) => !SHARED_ROLES.includes(role) && isOfKind(columns[index]!.name));
}

/** Columns of the parts of an address, and the form in which rows have it. */
export interface ColumnsToRead {
  /** `address`: from parts or text of addresses; `position`: the address at coordinates; `recheck`: by ids. */
  readonly kind: "address" | "position" | "recheck";
  readonly uses: readonly ColumnUse[];
}

/** Returns the kind of question that the columns answer; `undefined` for too few columns. */
export function kindOfRole(uses: readonly ColumnUse[]): "address" | "position" | undefined {
  const has = (role: Role) => uses.some((use) => use.role === role);
  if (has("text") || has("street") || (has("postcode") && has("number"))) {
    return "address";
  }
  return has("position") || (has("latitude") && has("longitude")) ? "position" : undefined;
}
