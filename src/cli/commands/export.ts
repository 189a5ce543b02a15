import { readFileSync, statSync } from "node:fs";
import { AppError, codeOf, messageOf } from "../../base/errors.ts";
import {
  countRows,
  type ExportRequest,
  exportKindOf,
  listColumnFaults,
} from "../../exports/export-request.ts";
import { EXPORT_FORMATS, FORMATS } from "../../exports/formats.ts";
import type { Condition } from "../../exports/kinds/export-kind.ts";
import { EXPORT_KINDS, KINDS } from "../../exports/kinds/index.ts";
import { writeExport } from "../../exports/write-export.ts";
import { parseGeoJsonArea } from "../../geo/geojson-area.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { polygonSpec, type RegionSpec } from "../../registry/index/region.ts";
import { type AdresFilter, type AreaCondition, checkFilter } from "../../registry/read/adres-filter.ts";
import { ADDRESSABLE_TYPES, EXISTING_STAGES } from "../../registry/schema/object-types.ts";
import { assertWritable, REPLACE_FLAG } from "../assert-writable.ts";
import { defineCommand } from "../command.ts";
import { formatOf, writeOutput } from "../export-output.ts";
import { printNote } from "../output.ts";
import { parseBox } from "../parse-box.ts";
import { createStderrProgress } from "../progress.ts";
import { openServedRegistry } from "../served-registry.ts";

export const exportTable = defineCommand({
  name: "export",
  summary: "Write addresses, buildings, streets or areas, or their history, to a file or standard output.",
  flags: {
    what: {
      type: "text",
      placeholder: "WHAT",
      choices: EXPORT_KINDS,
      description:
        "What to write. Default addresses; areas are postcode areas of four digits, …_history is the history.",
    },
    format: {
      type: "text",
      placeholder: "FORMAT",
      choices: EXPORT_FORMATS,
      description: "File format. Default: the extension of --out, else csv.",
    },
    "postcode-area": {
      type: "text",
      placeholder: "1382",
      description: "Only objects with a postcode that begins with these four digits.",
    },
    "gemeente-code": {
      type: "text",
      placeholder: "0457",
      description: "Only objects in the gemeente with this code.",
    },
    "woonplaats-id": {
      type: "text",
      placeholder: "3631",
      description: "Only objects in the woonplaats with this identificatie.",
    },
    "provincie-naam": {
      type: "text",
      placeholder: "NAME",
      description: "Only objects in the provincie with this name or two-letter code.",
    },
    type: {
      type: "text",
      placeholder: "TYPE",
      choices: ADDRESSABLE_TYPES,
      description: "Only addresses of this type of object.",
    },
    stage: {
      type: "text",
      placeholder: "STAGE",
      choices: EXISTING_STAGES,
      description:
        "Only planned objects, or only objects that stand, by the status of the object or building.",
    },
    "buurt-code": {
      type: "text",
      placeholder: "BU04570001",
      description: "Only addresses or residences in the CBS buurt with this code.",
    },
    "wijk-code": {
      type: "text",
      placeholder: "WK045700",
      description: "Only addresses or residences in the CBS wijk with this code.",
    },
    box: {
      type: "text",
      placeholder: "W,S,E,N",
      description: "Only objects in this box, edges included, in degrees or RD metres.",
    },
    polygon: {
      type: "text",
      placeholder: "FILE",
      completes: "files",
      description: "Only objects in the polygons of this GeoJSON file, in degrees.",
    },
    columns: {
      type: "text",
      placeholder: "NAME,NAME",
      description: "Only these columns, in this order. Default: all of docs/export-columns.md.",
    },
    crs: {
      type: "text",
      placeholder: "SYSTEM",
      choices: ["wgs84", "rd"],
      description:
        "Coordinates of geojson and parquet: wgs84, degrees (default), or rd, metres (EPSG:28992).",
    },
    formulas: {
      type: "text",
      placeholder: "HOW",
      choices: ["neutralise", "keep"],
      description: "CSV cells that a spreadsheet takes for a formula: neutralise (default) or keep.",
    },
    out: {
      type: "text",
      placeholder: "FILE",
      completes: "files",
      description: "File to write. Default: standard output.",
    },
    replace: REPLACE_FLAG,
  },
  settings: ["data"],
  async run({ flags, settings }) {
    const { what = "addresses", type, stage, out, formulas, crs } = flags;
    const format = flags.format ?? formatOf(out);
    const requestedFilter: AdresFilter = {
      ...parseFourDigits("postcodegebied", "postcode-area", flags["postcode-area"]),
      ...parseFourDigits("gemeenteCode", "gemeente-code", flags["gemeente-code"]),
      ...parseFourDigits("woonplaatsId", "woonplaats-id", flags["woonplaats-id"]),
      ...(flags["provincie-naam"] !== undefined && { provincieNaam: flags["provincie-naam"] }),
      ...(type !== undefined && { type }),
      ...(stage !== undefined && { stage }),
      ...(flags["buurt-code"] !== undefined && { buurtCode: flags["buurt-code"] }),
      ...(flags["wijk-code"] !== undefined && { wijkCode: flags["wijk-code"] }),
    };
    if (out !== undefined) {
      assertWritable(out, { mayReplace: flags.replace });
    }
    const region = parseRegion(flags);
    const columns = flags.columns?.split(",").map((name) => name.trim());
    const request = {
      what,
      format,
      ...(region && { region }),
      ...(columns && { columns }),
      ...(crs === "rd" && format !== "gpkg" && { crs }),
    };
    refuseUselessFlags({ ...request, filter: requestedFilter }, { formulas, crs });
    const { registry, snapshot } = openServedRegistry(settings.data);
    try {
      const filter = requireAreas(snapshot, requestedFilter);
      const full = { ...request, filter, ...(formulas === "keep" && { formulas }) };
      const { plural = what } = KINDS[what];
      const records = await createStderrProgress().stage(
        `export ${plural}`,
        (advance) =>
          writeOutput({ path: out, mayReplace: flags.replace }, (output) =>
            writeExport(snapshot, full, { ...output, onProgress: advancing(advance, output.onProgress) }),
          ),
        { count: countRows(snapshot, full), unit: plural },
      );
      const { referenceDate, dataVersion } = snapshot.meta;
      printNote(`${records.toLocaleString("en")} ${plural} of ${referenceDate}, version ${dataVersion}.`);
    } finally {
      registry.close();
    }
  },
});

/** Returns a function that takes the number of rows read so far and passes on the increase. */
function advancing(advance: (rows: number) => void, onProgress?: (rows: number) => void) {
  let done = 0;
  return (rows: number) => {
    onProgress?.(rows);
    advance(rows - done);
    done = rows;
  };
}

interface FormatFlags {
  readonly formulas: string | undefined;
  readonly crs: "wgs84" | "rd" | undefined;
}

function refuseUselessFlags(request: ExportRequest, { formulas, crs }: FormatFlags): void {
  const { what, filter, format, region = {} } = request;
  const { conditions, takesRegion = true } = exportKindOf(request);
  const given = (Object.keys(filter) as Condition[]).filter((condition) => !conditions.includes(condition));
  const parts = takesRegion ? [] : (Object.keys(region) as (keyof RegionSpec)[]);
  const useless = [...given.map(flagOf), ...new Set(parts.map((part) => REGION_FLAGS[part]))];
  if (useless.length > 0) {
    const taken = [...conditions.map(flagOf), ...(takesRegion ? ["--box", "--polygon"] : [])];
    throw new AppError(
      "usage",
      `${useless.join(" and ")} cannot be used with --what ${what}, which takes ${taken.join(", ")}.`,
    );
  }
  if (formulas !== undefined && format !== "csv") {
    throw new AppError("usage", `--formulas is for csv; ${format} keeps every text unchanged.`);
  }
  const faults = [...faultsOfColumns(request), ...(crs === undefined ? [] : faultsOfCrs(request, crs))];
  if (faults.length > 0) {
    throw new AppError("usage", faults.join(" "));
  }
}

function faultsOfColumns(request: ExportRequest): string[] {
  return listColumnFaults(request).map((fault) => `--columns: ${fault}`);
}

function faultsOfCrs(request: ExportRequest, crs: "wgs84" | "rd"): string[] {
  const { what, format } = request;
  if (!FORMATS[format].hasGeometry || exportKindOf(request).geometryType === undefined) {
    return [`--crs is for geometries; ${what} as ${format} have none.`];
  }
  return format === "gpkg" && crs === "wgs84"
    ? ["--crs wgs84 is for geojson and parquet; a gpkg is in RD."]
    : [];
}

/** Returns the filter with official names; throws `usage` when an area does not exist. */
function requireAreas(snapshot: Snapshot, requested: AdresFilter): AdresFilter {
  const { filter, unknown } = checkFilter(snapshot, requested);
  const faults = Array.from(unknown, ([condition, existing]) => {
    return `${CONDITION_FLAGS[condition]} "${requested[condition]}" does not exist. ${existing}`;
  });
  if (faults.length > 0) {
    throw new AppError("usage", faults.join(" "));
  }
  return filter;
}

function parseFourDigits<Name extends string>(name: Name, flag: string, text: string | undefined) {
  if (text === undefined) {
    return {};
  }
  if (!/^\d{4}$/.test(text)) {
    throw new AppError("usage", `--${flag} must be four digits, not "${text}".`);
  }
  return { [name]: text } as { [K in Name]: string };
}

const CONDITION_FLAGS = {
  provincieNaam: "--provincie-naam",
  gemeenteCode: "--gemeente-code",
  woonplaatsId: "--woonplaats-id",
  postcodegebied: "--postcode-area",
  type: "--type",
  stage: "--stage",
  buurtCode: "--buurt-code",
  wijkCode: "--wijk-code",
} as const satisfies Record<Condition, string> & Record<AreaCondition, string>;

function flagOf(condition: Condition): string {
  return CONDITION_FLAGS[condition];
}

const REGION_FLAGS = {
  wgs84Box: "--box",
  rdBox: "--box",
  polygons: "--polygon",
} as const satisfies Record<keyof RegionSpec, string>;

/** Maximum positions of a polygon file: a border of a provincie in full detail has some tens of thousands. */
export const MAX_AREA_VERTICES = 100_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;

interface RegionFlags {
  readonly box?: string | undefined;
  readonly polygon?: string | undefined;
}

/** Returns the region of the flags; `undefined` without one. Throws AppError `usage`. */
function parseRegion({ box, polygon }: RegionFlags): RegionSpec | undefined {
  if (box === undefined && polygon === undefined) {
    return undefined;
  }
  return {
    ...(box !== undefined && parseBox("box", box)),
    ...(polygon !== undefined && readPolygonFile(polygon)),
  };
}

function readPolygonFile(path: string): RegionSpec {
  try {
    return polygonSpec(parseGeoJsonArea(JSON.parse(readText(path)), MAX_AREA_VERTICES));
  } catch (error) {
    throw new AppError("usage", `--polygon ${path}: ${describe(error)}`, { cause: error });
  }
}

function readText(path: string): string {
  if (statSync(path).size > MAX_FILE_BYTES) {
    throw new AppError("usage", `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB; simplify it.`);
  }
  return readFileSync(path, "utf8");
}

function describe(error: unknown): string {
  if (error instanceof SyntaxError) {
    return `It is not JSON: ${error.message}.`;
  }
  if (codeOf(error) === "ENOENT") {
    return "It does not exist.";
  }
  return error instanceof AppError ? error.message : `It cannot be read: ${messageOf(error)}.`;
}
