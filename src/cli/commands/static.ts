import { availableParallelism } from "node:os";
import { join } from "node:path";
import { AppError, codeOf } from "../../base/errors.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { createRegion } from "../../registry/index/region.ts";
import { type FolderPart, MAP, PARTS } from "../../static/format.ts";
import { assertOwnFolder, removeOldVersions, writeHeaders, writeLatest } from "../../static/publish.ts";
import {
  listAreasIn,
  type SelectedAreas,
  StaticWriter,
  selectPostcodeAreas,
} from "../../static/static-writer.ts";
import { type PublishedVersion, VersionFolder } from "../../static/version-folder.ts";
import { TileArchive } from "../../tiles/pmtiles/tile-archive.ts";
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from "../../tiles/tile-layer.ts";
import { outputFault } from "../assert-writable.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { parseBox } from "../parse-box.ts";
import { createStderrProgress } from "../progress.ts";
import { openServedRegistry } from "../served-registry.ts";
import { assertPageFree, writeSite } from "../static-site.ts";
import { verifyStatic } from "../verify-static.ts";
import { writeTiles } from "../write-tiles.ts";

/** Zoom at which buildings have their form: half the bytes of the highest. */
const MAP_ZOOM = 14;

export const staticFiles = defineCommand({
  name: "static",
  summary: "Write addresses as files for static hosts, which need no server; or check a published folder.",
  flags: {
    out: {
      type: "text",
      placeholder: "DIR",
      completes: "files",
      description: "Folder to write: a new or empty one, or one that this command wrote.",
    },
    include: {
      type: "text",
      placeholder: "PART,PART",
      description:
        `Data of addresses in addition to names and numbers: ${PARTS.join(", ")}; none for neither. Default ` +
        "positions.",
    },
    areas: {
      type: "text",
      placeholder: "1381,1382",
      description: "Only these postcode areas. Default: the whole registry.",
    },
    bbox: {
      type: "text",
      placeholder: "W,S,E,N",
      description: "Only postcode areas with a postcode in this box, in degrees or RD metres.",
    },
    keep: {
      type: "integer",
      placeholder: "N",
      description: "Remove the oldest versions of the folder, so that N remain. Default: remove none.",
    },
    precompressed: {
      type: "boolean",
      description: "Also write each file as .gz and .br, for hosts that serve these.",
    },
    site: {
      type: "boolean",
      description: "Also write index.html: a page with a search box, a map and the form.",
    },
    "map-zoom": {
      type: "integer",
      placeholder: "N",
      description:
        `Highest zoom of the map of --site, ${MIN_TILE_ZOOM} to ${MAX_TILE_ZOOM}; 0 for no map. Default ` +
        `${MAP_ZOOM}.`,
    },
    verify: {
      type: "text",
      placeholder: "URL|DIR",
      description: "Check a published folder against its list of files and the registry; writes nothing.",
    },
  },
  settings: ["data"],
  async run({ flags, settings }) {
    const { out, verify } = flags;
    if ((out === undefined) === (verify === undefined)) {
      throw new AppError(
        "usage",
        "Give --out with the folder to write, or --verify with the folder to check.",
      );
    }
    if (verify !== undefined) {
      await verifyStatic(verify, settings.data);
      return;
    }
    if (flags.keep === 0) {
      throw new AppError("usage", "--keep must be at least 1: the version that is written stays.");
    }
    const include = parseInclude(flags.include);
    const mapZoom = flags.site ? parseMapZoom(flags["map-zoom"]) : 0;
    const { registry, snapshot } = openServedRegistry(settings.data);
    try {
      const selection = parseSelection(snapshot, flags);
      assertOwnFolder(out!);
      if (flags.site) {
        assertPageFree(out!);
      }
      await writeFolder(snapshot, { ...flags, out: out!, include, mapZoom, selection });
    } catch (error) {
      throw error instanceof AppError || codeOf(error) === undefined ? error : outputFault(out!, error);
    } finally {
      registry.close();
    }
  },
});

function parseInclude(text = "positions"): FolderPart[] {
  const parts = text === "none" ? [] : text.split(",").map((part) => part.trim());
  const unknown = parts.find((part) => !PARTS.includes(part as FolderPart));
  if (unknown !== undefined) {
    throw new AppError("usage", `--include must be of ${PARTS.join(", ")}, or none, not "${unknown}".`);
  }
  return PARTS.filter((part) => parts.includes(part));
}

/** Returns the highest zoom of the map; 0 for none. */
function parseMapZoom(zoom = MAP_ZOOM): number {
  if (zoom !== 0 && (zoom < MIN_TILE_ZOOM || zoom > MAX_TILE_ZOOM)) {
    throw new AppError(
      "usage",
      `--map-zoom must be 0, or ${MIN_TILE_ZOOM} to ${MAX_TILE_ZOOM}, not ${zoom}.`,
    );
  }
  return zoom;
}

function parseSelection(
  s: Snapshot,
  { areas, bbox }: { areas?: string | undefined; bbox?: string | undefined },
) {
  if (areas !== undefined && bbox !== undefined) {
    throw new AppError("usage", "Give --areas or --bbox, not both.");
  }
  const wanted = areas === undefined ? undefined : parseAreas(areas);
  const inBox = bbox === undefined ? undefined : listAreasIn(s, createRegion(parseBox("bbox", bbox))!);
  const chosen = wanted ?? inBox;
  const selection = selectPostcodeAreas(s, chosen && ((area) => chosen.has(area)));
  const missing = [...(wanted ?? [])].find((area) => !selection.areas.includes(area));
  if (missing !== undefined) {
    throw new AppError("usage", `--areas: the registry has no postcode that begins with ${missing}.`);
  }
  if (selection.areas.length === 0) {
    throw new AppError("usage", "The registry has no postcodes there.");
  }
  return selection;
}

function parseAreas(text: string): Set<number> {
  const areas = text.split(",").map((area) => area.trim());
  const wrong = areas.find((area) => !/^[1-9]\d{3}$/.test(area));
  if (wrong !== undefined) {
    throw new AppError("usage", `--areas must be four digits each, joined by commas, not "${wrong}".`);
  }
  return new Set(areas.map(Number));
}

interface WriteRequest {
  readonly out: string;
  readonly include: readonly FolderPart[];
  readonly selection: SelectedAreas;
  readonly keep?: number | undefined;
  readonly precompressed: boolean;
  readonly site: boolean;
  /** Highest zoom of the map; 0 for none. */
  readonly mapZoom: number;
}

async function writeFolder(s: Snapshot, request: WriteRequest): Promise<void> {
  const { out, include, selection, keep, precompressed, site, mapZoom } = request;
  const startMs = performance.now();
  const progress = createStderrProgress();
  using folder = VersionFolder.begin(out, { isPrecompressed: precompressed });
  const writer = new StaticWriter(s, folder, include);
  const total = { count: selection.addresses, unit: "addresses" };
  await progress.stage("addresses", (advance) => writer.writeAddresses(selection, advance), total);
  await progress.stage("names and grid", () => writer.writeIndexes());
  if (mapZoom > 0) {
    const options = { maxZoom: mapZoom, threads: availableParallelism() };
    await folder.add(MAP, async (file) => writeTiles(await TileArchive.create(s, file, options)));
  }
  const { version, latest } = writer.publish();
  await writeSite(out, site);
  writeLatest(out, latest);
  const removed = keep === undefined ? [] : removeOldVersions(out, keep, version.folder);
  if (!writeHeaders(out)) {
    printNote(
      `${join(out, "_headers")} is not baken's and stays; docs/static.md has the headers that it needs.`,
    );
  }
  tellVersion(out, version, { addresses: latest.addresses, seconds: (performance.now() - startMs) / 1000 });
  for (const name of removed) {
    printNote(`Removed version ${name}.`);
  }
}

/** Maximum number of files that some hosts accept. */
const HOST_FILES = 20_000;

function tellVersion(
  out: string,
  version: PublishedVersion,
  run: { addresses: number; seconds: number },
): void {
  const { folder, files, bytes, gzipBytes, largest, isNew } = version;
  const count = (n: number) => n.toLocaleString("en");
  const gzip = gzipBytes === undefined ? "" : `, ${count(gzipBytes)} of them gzipped`;
  printResult(
    `${join(out, folder)}: ${count(run.addresses)} addresses in ${count(files)} files, ${count(bytes)} ` +
      `bytes${gzip}; largest ${largest}; ${run.seconds.toFixed(1)} s.`,
  );
  if (!isNew) {
    printNote("The folder had this version already.");
  }
  if (2 * files > HOST_FILES) {
    printNote(`Two versions are more than ${count(HOST_FILES)} files, the limit of some hosts.`);
  }
}
