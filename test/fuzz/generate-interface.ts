/** Requests to interfaces of other services: parameters of all of them, known and unknown, repeated and empty. */
import { headersOf } from "./generate-headers.ts";
import type { Random } from "./random.ts";
import { repeatList } from "./repeat-lists.ts";
import type { FuzzRequest } from "./request.ts";
import type { FuzzInput } from "./surface.ts";
import { HOSTILE } from "./values.ts";

/** Names of parameters, over all interfaces. */
const NAMES = [
  ...["q", "fq", "fl", "df", "rows", "start", "sort", "wt", "id", "lat", "lon", "X", "Y", "type", "distance"],
  ...[
    "limit",
    "bbox",
    "bbox-crs",
    "crs",
    "datetime",
    "cursor",
    "offset",
    "filter",
    "filter-lang",
    "f",
    "key",
  ],
  ...["street", "city", "county", "state", "postalcode", "country", "countrycodes", "viewbox", "bounded"],
  ...["format", "addressdetails", "extratags", "polygon_geojson", "zoom", "osm_ids", "jsonv2", "layer"],
  ...["osm_tag", "radius", "lang", "location_bias_scale", "postcode", "citycode", "autocomplete"],
  ...["huisnummer", "huisletter", "huisnummertoevoeging", "exacteMatch", "page", "pageSize", "expand"],
  ...["woonplaatsNaam", "openbareRuimteNaam", "pandIdentificatie", "adresseerbaarObjectIdentificatie"],
  ...["identificatie", "bouwjaar", "status", "toevoeging", "woonplaats_naam", "geldigOp"],
  ...["q", "q", "q", "fq", "fq", "zoek", "featureType", "exclude_place_ids", "inclusiefEindStatus"],
  ...["adres[version]", "adres[relevance]", "woonplaats[version]", "gemeentegebied[version]"],
  ...[
    "provinciegebied[version]",
    "perceel[version]",
    "__proto__[version]",
    "[",
    "adres[",
    "adres%5Bversion%5D",
  ],
  ...["openbareRuimteIdentificatie", "zoekresultaatIdentificatie", "housenumber", "countrycode"],
];

/** Values that some parameter takes, and texts in the languages of filters; percent-encoded. */
const VALUES = [
  ...[
    "1",
    "0",
    "10",
    "1000",
    "1001",
    "-5",
    "3.5",
    "true",
    "false",
    "json",
    "html",
    "jsonv2",
    "geojson",
    "*",
    "*:*",
  ],
  ...["5.03,52.3,5.05,52.31", "4,50,8,54", "-180,-90,180,90", "180,90,-180,-90", "0,0,0,1,1,1", "1,2,3"],
  ...["300000,600000,0,0", "0,300000,300000,620000", "2021-10-15", "../2021-10-15T00:00:00Z", "x/y/z"],
  ...["http://www.opengis.net/def/crs/EPSG/0/28992", "http://www.opengis.net/def/crs/OGC/1.3/CRS84"],
  ...[
    "52.3",
    "5.04",
    "130318",
    "480427",
    "1099511627776-1",
    "186663303251-457100000061209",
    "457200000521749",
  ],
  ...["0.5", "7", "1e999", "-1", "a|b", "noord", "00000000-0000-8012-8305-6261672d6964"],
  ...["Kerkstraat 1", "Dorpsstraat", "1000AA", "1000 AA 1", "0457200000521750", "adr-0457200000521750"],
  ...[
    "postcode='1382KT' AND huisnummer=5",
    "postcode='",
    "a='b' and c=1 or d",
    "(((((",
    "type:adres",
    "NOT x:y",
  ],
  ...[
    "type:(weg OR woonplaats)",
    'provincienaam:"Zuid-Holland',
    "postcode:1382*",
    "q:q:q:*",
    "[* TO 5]",
    "{!join}",
  ],
  ...[
    "gemeentenaam:(a OR (b AND",
    "\\:\\(",
    "postcode:1381 BB AND huisnummer:3",
    "N457,W1",
    "nl,be",
    "nummeraanduiding",
  ],
].map(encodeURIComponent);

/** Parts of texts in Solr's language, right and wrong, which are joined at random. */
const SOLR_PARTS = [
  ...[
    "postcode:",
    "huisnummer:",
    "type:",
    "straatnaam:",
    "woonplaatsnaam:",
    "id:",
    "buurtcode:",
    "x:",
    "*:*",
  ],
  ...["1000AA", "1000", "10*", "*", "1", "adres", "(weg OR adres)", "AND", "OR", "and", "NOT", "(", ")", '"'],
  ...[
    "[1 TO 5]",
    "{!x}",
    "-type:",
    "^2",
    "~",
    "\\",
    "kerkstraat",
    '"den haag"',
    "postcode:1000 AA",
    "a".repeat(60),
  ],
];

function anySolr(random: Random): string {
  const parts = random.list(random.integer(1, 8), () => random.pick(SOLR_PARTS));
  return encodeURIComponent(parts.join(random.pick(["", " "])));
}

function anyValue(random: Random): string {
  return random.oneIn(4) ? anySolr(random) : random.pick(random.oneIn(3) ? HOSTILE : VALUES);
}

/** Parameters with which a search finds something, in front of others. */
const FOUND = ["q=straat+1", "adres[version]=1", "woonplaats[version]=1", "gemeentegebied[version]=1"];

/** Requests a path of an interface, at times below the segment of a key, with up to six parameters. */
export function interfaceRequest(random: Random, surface: FuzzInput): FuzzRequest {
  const path = random
    .pick(surface.interfacePaths)
    .replaceAll(/\{\w+\}/g, () =>
      random.oneIn(2)
        ? random.pick(["adres", "pand", "woonplaats", "schema"])
        : anyValue(random).replaceAll("/", "%2F"),
    );
  const prefix = random.oneIn(6)
    ? `/key/${encodeURIComponent(random.pick(["1|x", surface.token, "%", "é"]))}`
    : "";
  const anyPairs = random.list(random.integer(0, 6), () => `${random.pick(NAMES)}=${anyValue(random)}`);
  const pairs = path.endsWith("/search") && random.oneIn(2) ? [...FOUND, ...anyPairs] : anyPairs;
  const slash = random.oneIn(8) ? "/" : "";
  const target = `${prefix}${path}${slash}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
  const method = random.pick(["GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS"]);
  const long = random.oneIn(8) ? repeatList(random, target) : target;
  const safe = long.replaceAll(/[^\x21-\x7e]/g, "x");
  return { method, target: safe, headers: headersOf(random, surface), isForeign: true };
}
