/** Words under which people look for something that the documentation calls otherwise, in English and Dutch. */

/** Words of one meaning, by line; each finds what any other of its line finds. */
const SAME_MEANING = [
  "pagination paging paginate per_page paged",
  "authentication authenticate authorization login auth token bearer sleutel key",
  "apikey key sleutel",
  "throttling throttle ratelimit rate limit limiet limieten quota",
  "bounding bbox box",
  "bulk batch many geocode",
  "typo typos misspelling spelling fuzzy mistake typfout typefout typing edits",
  "csp content-security-policy",
  "etag if-none-match conditional caching cache",
  "zip zipcode postal postcode",
  "autocomplete typeahead suggest suggestions completion suggesties",
  "sdk library client",
  "reverse nearest coordinates",
  "excel spreadsheet xlsx",
  "download export exports",
  "webhook webhooks sync delta changes",
  "https tls ssl certificate proxies",
  "docker container compose",
  "k8s kubernetes",
  "health healthcheck liveness livez readyz",
  "monitoring metrics prometheus alerts watch",
  "gdpr avg privacy personal",
  "ai llm chatgpt assistant assistants mcp",
  "swagger openapi",
  "crs epsg projection wgs84 rd coordinates coördinaten",
  "shapefile geopackage",
  "offline static",
  "error errors fout fouten foutcode",
  "map kaart tiles",
  "search zoeken zoek",
  "building gebouw pand buildings",
  "street straat",
  "city plaats woonplaats",
  "install installation installeren installatie",
  "update bijwerken bijgewerkt refresh",
  "security beveiliging",
  "backup reservekopie back-up restore",
  "company bedrijf shop webshop winkel checkout woocommerce",
  "version versie versioning",
  "availability failover cluster nodes machines",
  "timeout timeouts slow traag latency performance snelheid",
  "house huisnummer number",
  "addition toevoeging huisnummertoevoeging",
] as const;

/** Words without a meaning of their own next to others. */
export const WEAK_WORDS = "a an api de do for het hoe how i in of the to".split(" ");

const synonyms = new Map<string, Set<string>>();
for (const line of SAME_MEANING) {
  const words = line.split(" ");
  for (const word of words) {
    synonyms.set(word, new Set([...(synonyms.get(word) ?? []), ...words]));
  }
}

/** Returns a word without the ending of an English plural. */
export function singularOf(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[a-z]{2})ies$/, "y").replace(/(?<=[^s])s$/, "") : word;
}

/** Returns the words with the meaning of a word, which may be a plural. */
export function synonymsOf(word: string): string[] {
  return [...new Set([word, singularOf(word)].flatMap((form) => [...(synonyms.get(form) ?? [])]))];
}
