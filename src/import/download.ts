/** Gets what an import needs from its official sources (bag-format.md §9) into the data folder. */
import { renameSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { SETTINGS, type Settings } from "../base/config.ts";
import { AppError } from "../base/errors.ts";
import { listEntries, readEntry } from "./archive.ts";
import type { Companion, DownloadedCompanions } from "./companions.ts";
import { asDiskFault } from "./disk-fault.ts";
import { downloadFile } from "./download-file.ts";
import { fileNameOf, findNewest } from "./download-newest.ts";
import { DownloadPlace, lockDownloads } from "./download-place.ts";
import { type FileType, readFileType } from "./download-type.ts";
import { Web, type WebOptions } from "./download-web.ts";
import type { Progress } from "./progress.ts";
import { refuse } from "./refuse.ts";
import type { GivenFiles } from "./sources.ts";

interface Source {
  /** The setting that holds its addresses. */
  readonly setting: "extractSource" | "gemeentenSource" | "pc4Source";
  /** Its folder in `downloads`. An import does without a companion that cannot be had. */
  readonly folder: "extract" | Companion;
  /** File names in a feed; captured is the edition, the highest of which is the newest. */
  readonly names: RegExp;
  readonly types: readonly FileType[];
  readonly maxBytes: number;
}

const GIGABYTE = 1e9;

/** Small ones first: what is wrong with an address shows before the hour that the extract takes. */
const SOURCES = [
  {
    setting: "gemeentenSource",
    folder: "gemeenten",
    names: /^bestuurlijke_?gebieden_?(\d{4}).*\.(?:gpkg|zip)$/i,
    types: ["GeoPackage", "zip", "CSV of gemeente names"],
    maxBytes: GIGABYTE,
  },
  {
    setting: "pc4Source",
    folder: "pc4",
    names: /cbs_pc4_(\d{4}).*\.(?:gpkg|zip)$/i,
    types: ["GeoPackage", "zip", "GeoJSON"],
    maxBytes: GIGABYTE,
  },
  {
    setting: "extractSource",
    folder: "extract",
    names: /^lvbag-extract.*\.zip$/i,
    types: ["zip"],
    maxBytes: 20 * GIGABYTE,
  },
] as const satisfies readonly Source[];

export interface DownloadOptions extends Omit<WebOptions, "addresses"> {
  /** The downloads go to its folder `downloads`, and stay: what is unchanged is not fetched again. */
  readonly dataDir: string;
  /** Lists of addresses as the settings give them; an empty one leaves the source out. */
  readonly sources: Pick<Settings, Source["setting"]>;
}

export interface DownloadedFiles extends GivenFiles {
  readonly downloaded: DownloadedCompanions;
}

/** Downloads what is new; returns what to import. Refuses only where the extract cannot be had. */
export async function downloadSources(
  options: DownloadOptions,
  progress: Progress,
): Promise<DownloadedFiles> {
  const { dataDir, sources } = options;
  const downloads = join(dataDir, "downloads");
  const web = new Web({ ...options, addresses: SOURCES.flatMap(({ setting }) => sources[setting]) });
  const found: Found = { files: {}, missing: [] };
  try {
    using _lock = lockDownloads(downloads);
    for (const source of SOURCES) {
      const addresses = sources[source.setting];
      if (addresses.length > 0) await addSource(found, source, { addresses, downloads, web, progress });
    }
  } catch (error) {
    throw asDiskFault(error, dataDir);
  }
  return givenFiles(found);
}

interface Found {
  /** Paths of what came from each source that is not left out. */
  readonly files: Partial<Record<Source["folder"], string>>;
  readonly missing: DownloadedCompanions["missing"][number][];
}

async function addSource(found: Found, source: Source, means: Means): Promise<void> {
  const { folder } = source;
  try {
    found.files[folder] = await downloadSource(source, means);
  } catch (error) {
    if (folder === "extract" || !(error instanceof AppError)) throw error;
    found.missing.push({ companion: folder, reason: error.message });
  }
}

interface Means {
  readonly addresses: readonly string[];
  readonly downloads: string;
  readonly web: Web;
  readonly progress: Progress;
}

async function downloadSource(
  source: Source,
  { addresses, downloads, web, progress }: Means,
): Promise<string> {
  const { folder, names, types, maxBytes } = source;
  let place: DownloadPlace | undefined;
  try {
    const newest = await progress.stage(`find ${folder}`, () => findNewest(web, addresses, names));
    place = new DownloadPlace(join(downloads, folder), localName(newest.address, folder));
    await downloadFile({ ...newest, types, maxBytes }, place, web, progress);
    return await unpack(place.path, folder);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const kept = place?.part() === undefined ? "" : "; what has arrived is kept for the next try";
    const remedy = `--${SETTINGS[source.setting].flag} sets its address${folder === "extract" ? "" : ", or none"}`;
    return refuse(`cannot download the ${folder} file: ${error.message}${kept} (${remedy})`, error);
  }
}

/** The name a file has in the downloads folder: its own, as far as that is a plain one. */
function localName(address: string, folder: string): string {
  const name = fileNameOf(address);
  return /^\w[\w.-]{0,150}$/.test(name) ? name : `${folder}.download`;
}

/** Companion files come zipped too: then the one GeoPackage within; extracts are read as they are. */
async function unpack(path: string, folder: string): Promise<string> {
  if (folder === "extract" || readFileType(path) !== "zip") return path;
  const entries = await listEntries(path, dirname(path), (name) =>
    /\.gpkg$/i.test(name) ? "take" : "leave",
  );
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0)
    refuse(`${path} holds ${entries.length} GeoPackages: expected one`);
  const unpacked = join(dirname(path), entry.name);
  writeFileSync(`${unpacked}.part`, readEntry(entry));
  renameSync(`${unpacked}.part`, unpacked);
  return unpacked;
}

function givenFiles({ files: { extract, gemeenten, pc4 }, missing }: Found): DownloadedFiles {
  const present = (...paths: (string | undefined)[]) => paths.filter((path) => path !== undefined);
  const borders = present(gemeenten, pc4).filter((path) => !isNamesOnly(path));
  const companions = Object.entries({ gemeenten, pc4 }).flatMap(([companion, path]) =>
    path === undefined ? [] : [[path, companion as Companion] as const],
  );
  return {
    paths: present(extract),
    gemeenten: present(gemeenten),
    boundaries: borders.map((path) => `${basename(path, extname(path))}=${path}`),
    downloaded: { files: new Map(companions), missing },
  };
}

function isNamesOnly(path: string): boolean {
  return readFileType(path) === "CSV of gemeente names";
}
