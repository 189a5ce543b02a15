/**
 * Wijken, buurten and veiligheidsregio's of CBS: from its Wijk- en Buurtkaart or its Gebiedsindelingen, as GeoPackages
 * (docs/bag-format.md §5.4).
 */
import { basename } from "node:path";
import type { Database } from "../../base/sqlite.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { BUURT_MAP_KEYS } from "../../registry/file/registry-meta.ts";
import { isSqlite, readHead } from "../file-head.ts";
import { refuseImport } from "../refuse.ts";
import {
  assertSrs,
  decodeArea,
  firstRow,
  isUsableArea,
  listPolygonLayers,
  listTablesWith,
  mergeAreas,
  normaliseNames,
  type PolygonLayer,
  readGeoPackage,
  readLayerRows,
} from "./polygon-layers.ts";

/** Areas of one file. Outlines are not kept in memory, because the country's take 100 MB: storing reads them again. */
export interface CbsAreas {
  /** The `boundary_source` of its wijken and buurten. */
  readonly label: string;
  readonly buurtMap: BuurtMap | undefined;
  readonly veiligheidsregios: readonly Veiligheidsregio[];
}

/** Map of the buurten of a year. */
interface BuurtMap {
  readonly year: number;
  /** Names by code. */
  readonly buurten: ReadonlyMap<string, string>;
  readonly wijken: ReadonlyMap<string, string>;
  /** Yields the outlines, in RD metres; an area that is in several rows comes several times. */
  readonly outlines: (kind: Kind) => Iterable<Outline>;
}

/** Veiligheidsregio of a gemeente, as the register of Gebiedsindelingen has it. */
interface Veiligheidsregio {
  readonly gemeente: number;
  readonly code: string;
  readonly naam: string;
}

type Kind = "buurt" | "wijk";

interface Outline {
  readonly code: string;
  readonly naam: string;
  readonly geometry: Geometry;
}

/** Gemeente, wijk and buurt are parts of the code; Amsterdam's have letters: BU0363AF01. */
const CODES = { buurt: /^BU\d{4}[0-9A-Z]{4}$/, wijk: /^WK\d{4}[0-9A-Z]{2}$/ } as const;

/**
 * Names of columns without regard to case and underscores, in order of precedence: Wijk- en Buurtkaart, older ones, and
 * Gebiedsindelingen, whose layers all have the same columns.
 */
const COLUMNS = {
  buurt: { code: ["buurtcode", "bucode", "statcode"], naam: ["buurtnaam", "bunaam", "statnaam"] },
  wijk: { code: ["wijkcode", "wkcode", "statcode"], naam: ["wijknaam", "wknaam", "statnaam"] },
} as const;

/** Column that tells water (JA) and foreign areas (B) from land (NEE). Gebiedsindelingen has land only. */
const WATER_COLUMNS = ["water", "h2o"];
const LAND = "NEE";

/**
 * Reads the wijken and buurten of a GeoPackage, its register of gemeenten, or both; `undefined` for a file with
 * neither. Refuses codes and outlines that cannot be read, and a map that does not tell its year.
 */
export function readCbsAreas(path: string, label: string): CbsAreas | undefined {
  if (!isSqlite(readHead(path))) {
    return undefined;
  }
  const buurtMap = readBuurtMap(path, label);
  const veiligheidsregios = [...readGeoPackage(path, (db) => readRegister(db, path))];
  return buurtMap === undefined && veiligheidsregios.length === 0
    ? undefined
    : { label, buurtMap, veiligheidsregios };
}

function readBuurtMap(path: string, label: string): BuurtMap | undefined {
  const outlines = (kind: Kind) => readGeoPackage(path, (db) => readOutlines(db, kind, path));
  const namesOf = (kind: Kind) => new Map(outlines(kind).map(({ code, naam }) => [code, naam]));
  const buurten = namesOf("buurt");
  if (buurten.size === 0) {
    return undefined;
  }
  const named = namesOf("wijk");
  const wijken = new Map<string, string>();
  for (const code of buurten.keys()) {
    const wijk = wijkOf(code);
    wijken.set(wijk, named.get(wijk) ?? wijk);
  }
  return { year: readYear(path, label), buurten, wijken, outlines };
}

function wijkOf(buurtCode: string): string {
  return `WK${buurtCode.slice(2, 8)}`;
}

function gemeenteOf(code: string): number {
  return Number(code.slice(2, 6));
}

/** Yields the outlines of a kind on land, of the first layer that has it. Generalised layers would move borders. */
function* readOutlines(db: Database, kind: Kind, path: string): Generator<Outline> {
  const layer = findLayer(db, kind, path);
  if (layer === undefined) {
    return;
  }
  assertSrs(layer, path);
  for (const { row, where: place } of readLayerRows(db, layer, path)) {
    const values = normaliseNames(row);
    const blob = row[layer.geometryColumn];
    if (!isLand(values) || blob === null) {
      continue;
    }
    const code = String(firstOf(values, COLUMNS[kind].code)).trim();
    if (!CODES[kind].test(code)) {
      refuseImport(`${place}: "${code}" is not the code of a ${kind}.`);
    }
    const where = `${place} (${code})`;
    const geometry = decodeArea(blob, layer, where);
    if (isUsableArea(geometry, where)) {
      yield { code, naam: String(firstOf(values, COLUMNS[kind].naam) ?? code).trim(), geometry };
    }
  }
}

function findLayer(db: Database, kind: Kind, path: string): PolygonLayer | undefined {
  return listPolygonLayers(db).find((layer) => {
    const isGeneralised = /gegeneraliseerd/i.test(layer.name) && !/niet_gegeneraliseerd/i.test(layer.name);
    const first = isGeneralised ? undefined : firstRow(db, layer, path);
    return first !== undefined && kindOf(normaliseNames(first)) === kind;
  });
}

/** A layer of buurten has the codes of their wijken too. */
function kindOf(values: ReadonlyMap<string, unknown>): Kind | undefined {
  const isKind = (kind: Kind) =>
    COLUMNS[kind].code.some((name) => CODES[kind].test(String(values.get(name))));
  return (["buurt", "wijk"] as const).find(isKind);
}

function firstOf(values: ReadonlyMap<string, unknown>, names: readonly string[]): unknown {
  const name = names.find((one) => values.has(one));
  return name === undefined ? undefined : values.get(name);
}

function isLand(values: ReadonlyMap<string, unknown>): boolean {
  const water = firstOf(values, WATER_COLUMNS);
  return water === undefined || String(water).toUpperCase() === LAND;
}

/** Years of the maps: the first was of 1995. */
const YEAR = /(?<!\d)(199[5-9]|20\d\d)(?!\d)/;

/**
 * Returns the year of a map: from its column `jaar` or `jrstatcode`, else from the name of the layer, the label or the
 * name of the file.
 */
function readYear(path: string, label: string): number {
  const named = [...readGeoPackage(path, (db) => listYearTexts(db, path)), label, basename(path)];
  const year = named.map((text) => YEAR.exec(text)?.[1]).find((found) => found !== undefined);
  return year === undefined
    ? refuseImport(`${path} does not tell the year of its buurten: give it as its label, as in 2025=FILE.`)
    : Number(year);
}

function* listYearTexts(db: Database, path: string): Generator<string> {
  const layer = findLayer(db, "buurt", path)!;
  const values = normaliseNames(firstRow(db, layer, path)!);
  yield String(values.get("jaar") ?? "");
  yield /^\d{4}/.exec(String(values.get("jrstatcode") ?? ""))?.[0] ?? "";
  // An underscore is part of a word: cbs_buurten_2025, wijkenbuurten_2025_v1.
  yield layer.name.replaceAll("_", " ");
}

/** Columns of the table with the veiligheidsregio of each gemeente: `gebiedsindelingen_register`. */
const REGISTER_COLUMNS = ["gm_code", "vr_code", "vr_naam"];

function* readRegister(db: Database, path: string): Generator<Veiligheidsregio> {
  const names = listTablesWith(db, REGISTER_COLUMNS).map(({ name }) => name);
  const name = names.sort().at(-1);
  if (name === undefined) {
    return;
  }
  const columns = "gm_code AS gemeente, vr_code AS code, vr_naam AS naam";
  for (const { row } of readLayerRows(db, { name }, path, columns)) {
    const { gemeente, code, naam } = row;
    const number = Number(/^GM(\d{4})$/.exec(String(gemeente))?.[1]);
    if (Number.isNaN(number)) {
      refuseImport(`${path} table ${name}: gm_code "${gemeente}" is not GM and four digits.`);
    }
    if (code !== null && naam !== null) {
      yield { gemeente: number, code: String(code), naam: String(naam) };
    }
  }
}

/**
 * Stores the wijken and buurten of one file, the first with buurten, because maps of two years do not fit together.
 * Stores the veiligheidsregio's of the first file with veiligheidsregio's.
 */
export function storeCbsAreas(db: Database, files: readonly CbsAreas[]): void {
  const ofBuurten = files.find(({ buurtMap }) => buurtMap !== undefined);
  if (ofBuurten?.buurtMap !== undefined) {
    storeBuurtMap(db, ofBuurten.buurtMap);
    const setMeta = db.query("INSERT INTO registry (key, value) VALUES (?, ?)");
    setMeta.run(BUURT_MAP_KEYS.year, String(ofBuurten.buurtMap.year));
    setMeta.run(BUURT_MAP_KEYS.source, ofBuurten.label);
  }
  const insert = db.query("INSERT OR IGNORE INTO veiligheidsregio VALUES (?, ?, ?)");
  const register = files.find(({ veiligheidsregios }) => veiligheidsregios.length > 0);
  for (const { gemeente, code, naam } of register?.veiligheidsregios ?? []) {
    insert.run(gemeente, code, naam);
  }
}

function storeBuurtMap(db: Database, { buurten, wijken, outlines }: BuurtMap): void {
  const wijkIds = numberInOrder(wijken.keys());
  const insertWijk = db.query("INSERT INTO wijk (fid, code, naam, gemeente_code) VALUES (?, ?, ?, ?)");
  for (const [code, id] of wijkIds) {
    insertWijk.run(id, code, wijken.get(code)!, gemeenteOf(code));
  }
  const setOutline = prepareSetOutline(db, "wijk");
  for (const { code, geometry } of outlines("wijk")) {
    const id = wijkIds.get(code);
    if (id !== undefined) {
      setOutline(id, geometry);
    }
  }
  storeBuurten(db, wijkIds, { buurten, outlines });
}

function storeBuurten(
  db: Database,
  wijkIds: ReadonlyMap<string, number>,
  { buurten, outlines }: Pick<BuurtMap, "buurten" | "outlines">,
): void {
  const ids = numberInOrder(buurten.keys());
  const insert = db.query(
    "INSERT INTO buurt (fid, code, naam, wijk_id, gemeente_code, geom) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const addOutline = prepareSetOutline(db, "buurt");
  const stored = new Set<string>();
  for (const { code, geometry } of outlines("buurt")) {
    const id = ids.get(code)!;
    if (stored.has(code)) {
      addOutline(id, geometry);
      continue;
    }
    stored.add(code);
    const wijkId = wijkIds.get(wijkOf(code))!;
    insert.run(id, code, buurten.get(code)!, wijkId, gemeenteOf(code), encodeGpkgGeometry(geometry));
  }
}

function numberInOrder(codes: Iterable<string>): Map<string, number> {
  return new Map([...codes].sort().map((code, i) => [code, i + 1]));
}

/** Returns a function that gives an area an outline, in addition to the one that it has. */
function prepareSetOutline(db: Database, table: Kind): (id: number, geometry: Geometry) => void {
  const find = db.query<{ geom: Uint8Array | null }, [number]>(`SELECT geom FROM ${table} WHERE fid = ?`);
  const set = db.query(`UPDATE ${table} SET geom = ? WHERE fid = ?`);
  return (id, geometry) => {
    const { geom } = find.get(id)!;
    const whole = geom === null ? geometry : mergeAreas(decodeGpkgGeometry(geom), geometry);
    set.run(encodeGpkgGeometry(whole), id);
  };
}

/** Returns true when the registry has a map of buurten; without one, no step costs anything. */
export function hasBuurten(db: Database): boolean {
  return db.query("SELECT 1 FROM buurt LIMIT 1").get() !== null;
}
