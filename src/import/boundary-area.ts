import { refuse } from "./refuse.ts";

export interface BoundaryArea {
  readonly kind: "gemeente" | "postcodegebied";
  readonly code: number;
}

/** Names of properties or columns with their values, as a boundary file spells them. */
export type BoundaryProperties = Readonly<Record<string, unknown>>;

/** Looked for in this order, without regard to case and underscores: CBS, OpenDataSoft, PDOK. */
const POSTCODE_NAMES = ["pc4code", "pc4", "postcode4"];
const GEMEENTE_NAMES = ["gemeentecode", "gemeentecodegm", "gmcode", "gemcode", "identificatie", "code"];
/** These say that the bearer is a land, a woonplaats or part of a gemeente, whatever codes stand beside them. */
const OTHER_AREA_NAMES = [
  "ligtinlandcode",
  "woonplaats",
  "wijkcode",
  "buurtcode",
  "wkcode",
  "bucode",
  "postcode6",
];
/** The code of Nederland in Kadaster's layer `landgebied`. */
const LAND_CODE = 6030;

/** What {@link areaOf} can recognise, for those whose file holds none of it. */
export const RECOGNISED_PROPERTIES =
  "statcode, identificatie, code or gemeentecode (GM0363 or 0363) for gemeenten; " +
  "PC4CODE, pc4_code, postcode4 or postcode (1382) for postcode areas";

/**
 * Which gemeente or postcodegebied a feature of any known layout is, by its properties; `undefined` for other areas
 * and for empty codes. `where` names the feature in the refusal of a code that cannot be read.
 */
export function areaOf(properties: BoundaryProperties, where: string): BoundaryArea | undefined {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(properties)) {
    if (value !== null && value !== "") values.set(name.toLowerCase().replaceAll("_", ""), only(value));
  }
  if (OTHER_AREA_NAMES.some((name) => values.has(name))) return undefined;
  for (const name of POSTCODE_NAMES) {
    if (values.has(name)) return { kind: "postcodegebied", code: readPostcode(values.get(name), where) };
  }
  // Postcodes of six characters go by this name too.
  const postcode = parsePostcode(values.get("postcode"));
  if (postcode !== undefined) return { kind: "postcodegebied", code: postcode };
  return gemeenteOf(values, where);
}

function gemeenteOf(values: ReadonlyMap<string, unknown>, where: string): BoundaryArea | undefined {
  // CBS gives all areas one layout: the letters before the code tell which they are.
  const statcode = values.get("statcode");
  if (statcode !== undefined) {
    if (!String(statcode).startsWith("GM")) return undefined;
    const code = parseGemeenteCode(statcode);
    return code
      ? { kind: "gemeente", code }
      : refuse(`${where}: statcode "${statcode}" is not GM and four digits.`);
  }
  for (const name of GEMEENTE_NAMES) {
    const code = parseGemeenteCode(values.get(name));
    if (code !== undefined) return { kind: "gemeente", code };
  }
  return undefined;
}

function parseGemeenteCode(value: unknown): number | undefined {
  const code = typeof value === "number" ? value : Number(/^(?:GM)?(\d{4})$/.exec(String(value))?.[1]);
  return Number.isInteger(code) && code > 0 && code < 10_000 && code !== LAND_CODE ? code : undefined;
}

function readPostcode(value: unknown, where: string): number {
  return parsePostcode(value) ?? refuse(`${where}: "${value}" is not a postcode of four digits.`);
}

function parsePostcode(value: unknown): number | undefined {
  return /^[1-9]\d{3}$/.test(String(value)) ? Number(value) : undefined;
}

/** OpenDataSoft wraps some values in lists of one. */
function only(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
