import { refuseImport } from "../refuse.ts";
import { type LayerRow, normaliseNames } from "./polygon-layers.ts";

export interface BoundaryArea {
  readonly kind: "gemeente" | "postcodegebied";
  readonly code: number;
}

/** Property names in order of precedence, matched without regard to case and underscores: CBS, OpenDataSoft, PDOK. */
const POSTCODE_NAMES = ["pc4code", "pc4", "postcode4"];
const GEMEENTE_NAMES = ["gemeentecode", "gemeentecodegm", "gmcode", "gemcode", "identificatie", "code"];
/**
 * Properties that mark a feature as a land, a woonplaats, part of a gemeente or a six-character postcode, whatever
 * other codes it has.
 */
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

/** Properties that {@link parseBoundaryArea} recognises, for the message about a file that has none of them. */
export const RECOGNISED_PROPERTIES =
  "statcode, identificatie, code or gemeentecode (GM0363 or 0363) for gemeenten; " +
  "PC4CODE, pc4_code, postcode4 or postcode (1382) for postcode areas";

/**
 * Returns the gemeente or postcodegebied that a feature's properties name, in any known layout; `undefined` for other
 * areas and for empty codes. Throws `import_refused` for an unreadable code; `where` names the feature in that message.
 */
export function parseBoundaryArea(properties: LayerRow, where: string): BoundaryArea | undefined {
  const values = normaliseNames(properties);
  if (OTHER_AREA_NAMES.some((name) => values.has(name))) {
    return undefined;
  }
  for (const name of POSTCODE_NAMES) {
    if (values.has(name)) {
      return { kind: "postcodegebied", code: readPostcode(values.get(name), where) };
    }
  }
  // Six-character postcodes have this property name too; parsePostcode rejects them.
  const postcode = parsePostcode(values.get("postcode"));
  if (postcode !== undefined) {
    return { kind: "postcodegebied", code: postcode };
  }
  return gemeenteOf(values, where);
}

function gemeenteOf(values: ReadonlyMap<string, unknown>, where: string): BoundaryArea | undefined {
  // CBS uses one layout for all areas; the letters before the code give the kind.
  const statcode = values.get("statcode");
  if (statcode !== undefined) {
    if (!String(statcode).startsWith("GM")) {
      return undefined;
    }
    const code = parseGemeenteCode(statcode);
    return code
      ? { kind: "gemeente", code }
      : refuseImport(`${where}: statcode "${statcode}" is not GM and four digits.`);
  }
  for (const name of GEMEENTE_NAMES) {
    const code = parseGemeenteCode(values.get(name));
    if (code !== undefined) {
      return { kind: "gemeente", code };
    }
  }
  return undefined;
}

function parseGemeenteCode(value: unknown): number | undefined {
  const code = typeof value === "number" ? value : Number(/^(?:GM)?(\d{4})$/.exec(String(value))?.[1]);
  return Number.isInteger(code) && code > 0 && code < 10_000 && code !== LAND_CODE ? code : undefined;
}

function readPostcode(value: unknown, where: string): number {
  return parsePostcode(value) ?? refuseImport(`${where}: "${value}" is not a postcode of four digits.`);
}

function parsePostcode(value: unknown): number | undefined {
  return /^[1-9]\d{3}$/.test(String(value)) ? Number(value) : undefined;
}
