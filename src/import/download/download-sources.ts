/** Downloads the files an import needs from their official sources (docs/bag-format.md §9) into the data folder. */
import { renameSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { AppError } from "../../base/errors.ts";
import { SETTINGS, type Settings } from "../../base/settings.ts";
import { byCompanion, type CompanionFlag } from "../companions/companion-kinds.ts";
import type { Companion, DownloadedCompanions } from "../companions/companions.ts";
import { listEntries } from "../extract/archive.ts";
import { unpackToFile } from "../extract/archive-entry.ts";
import type { GivenFiles } from "../extract/sources.ts";
import type { Progress } from "../progress.ts";
import { asDiskFault, refuseImport } from "../refuse.ts";
import { DownloadClient, type DownloadClientOptions } from "./download-client.ts";
import { downloadFile, type FileType, readFileType } from "./download-file.ts";
import { DownloadTarget, lockDownloads } from "./download-target.ts";
import { findNewestFile, nameOfUrl } from "./find-newest.ts";

interface Source {
  /** Setting that holds its addresses. */
  readonly setting: "extractSource" | "gemeentenSource" | "pc4Source" | "cbsAreasSource";
  /** Folder in `downloads`. The import goes on without a companion that cannot be downloaded. */
  readonly folder: "extract" | Companion;
  /** Flags of `import` that take the file; none for the extract. */
  readonly flags: readonly CompanionFlag[];
  /** Pattern of file names in a feed; captures the edition; the highest edition is the newest. */
  readonly names: RegExp;
  readonly types: readonly FileType[];
  readonly maxBytes: number;
}

const GIGABYTE = 1e9;

/** Smallest first: a wrong address is detected before the hour that the extract takes. */
const SOURCES = [
  {
    setting: "gemeentenSource",
    folder: "gemeenten",
    flags: ["gemeenten", "boundaries"],
    names: /^bestuurlijke_?gebieden_?(\d{4}).*\.(?:gpkg|zip)$/i,
    types: ["GeoPackage", "zip", "CSV of gemeente names"],
    maxBytes: GIGABYTE,
  },
  {
    setting: "pc4Source",
    folder: "pc4",
    flags: ["boundaries"],
    names: /cbs_pc4_(\d{4}).*\.(?:gpkg|zip)$/i,
    types: ["GeoPackage", "zip", "GeoJSON"],
    maxBytes: GIGABYTE,
  },
  {
    setting: "cbsAreasSource",
    folder: "cbs-areas",
    flags: ["boundaries"],
    names: /^cbsgebiedsindelingen_?(\d{4}).*\.(?:gpkg|zip)$/i,
    types: ["GeoPackage", "zip"],
    maxBytes: GIGABYTE,
  },
  {
    setting: "extractSource",
    folder: "extract",
    flags: [],
    names: /^lvbag-extract.*\.zip$/i,
    types: ["zip"],
    maxBytes: 20 * GIGABYTE,
  },
] as const satisfies readonly Source[];

export interface DownloadOptions extends Omit<DownloadClientOptions, "urls"> {
  /** Downloads are kept in its folder `downloads`, so that unchanged files are not fetched again. */
  readonly dataDir: string;
  /** Lists of addresses from the settings; an empty list leaves the source out. */
  readonly sources: Pick<Settings, Source["setting"]>;
}

export interface DownloadedFiles extends GivenFiles {
  readonly downloaded: DownloadedCompanions;
}

/**
 * Downloads new files; returns the files to import. A companion that cannot be downloaded is listed as missing. Refuses
 * when the extract cannot be downloaded, when another download is running, and on a disk fault.
 */
export async function downloadSources(
  options: DownloadOptions,
  progress: Progress,
): Promise<DownloadedFiles> {
  const { dataDir, sources } = options;
  const downloads = join(dataDir, "downloads");
  const client = new DownloadClient({ ...options, urls: SOURCES.flatMap(({ setting }) => sources[setting]) });
  const result: DownloadResult = { files: {}, missing: [] };
  try {
    using _lock = lockDownloads(downloads);
    for (const source of SOURCES) {
      const urls = sources[source.setting];
      if (urls.length > 0) {
        await addSource(result, source, { urls, downloads, client, progress });
      }
    }
  } catch (error) {
    throw asDiskFault(error, dataDir);
  }
  return toDownloadedFiles(result);
}

interface DownloadResult {
  /** Path of the downloaded file by source, without sources that are left out or missing. */
  readonly files: Partial<Record<Source["folder"], string>>;
  readonly missing: DownloadedCompanions["missing"][number][];
}

async function addSource(result: DownloadResult, source: Source, context: DownloadContext): Promise<void> {
  const { folder } = source;
  try {
    result.files[folder] = await downloadSource(source, context);
  } catch (error) {
    if (folder === "extract" || !(error instanceof AppError)) {
      throw error;
    }
    result.missing.push({ companion: folder, reason: error.message });
  }
}

interface DownloadContext {
  readonly urls: readonly string[];
  readonly downloads: string;
  readonly client: DownloadClient;
  readonly progress: Progress;
}

async function downloadSource(
  source: Source,
  { urls, downloads, client, progress }: DownloadContext,
): Promise<string> {
  const { folder, names: namePattern, types, maxBytes } = source;
  let target: DownloadTarget | undefined;
  try {
    const newest = await progress.stage(`find ${folder}`, () => findNewestFile(client, urls, namePattern));
    await progress.stage(`found ${newest.url}`, () => undefined);
    target = new DownloadTarget(join(downloads, folder), localName(newest.url, folder));
    await downloadFile({ file: { ...newest, types, maxBytes }, target, client }, progress);
    return await unpack(target.path, folder);
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    const resumeNote =
      target?.findPart() === undefined
        ? ""
        : "; the part received so far is kept, and the next try resumes it";
    const remedy = `--${SETTINGS[source.setting].flag} sets its address${folder === "extract" ? "" : ", or none"}`;
    return refuseImport(
      `cannot download the ${folder} file: ${error.message}${resumeNote} (${remedy})`,
      error,
    );
  }
}

/** Returns the name of a file in its downloads folder: its own if that is a plain one, else `<folder>.download`. */
function localName(address: string, folder: string): string {
  const name = nameOfUrl(address);
  return /^\w[\w.-]{0,150}$/.test(name) ? name : `${folder}.download`;
}

/**
 * Returns the path of the file to import: of a zipped companion the one GeoPackage within, unpacked. Extracts are
 * read in place.
 */
async function unpack(path: string, folder: string): Promise<string> {
  if (folder === "extract" || readFileType(path) !== "zip") {
    return path;
  }
  const entries = await listEntries(path, dirname(path), (name) => (/\.gpkg$/i.test(name) ? "read" : "skip"));
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0) {
    refuseImport(`${path} holds ${entries.length} GeoPackages: expected one`);
  }
  const unpacked = join(dirname(path), entry.name);
  renameSync(await unpackToFile(entry, dirname(path)), unpacked);
  return unpacked;
}

function toDownloadedFiles({ files, missing }: DownloadResult): DownloadedFiles {
  const { extract, ...companionFiles } = files;
  const companions = Object.entries(companionFiles) as [Companion, string][];
  const given = byCompanion(({ isLabelled }, flag) =>
    SOURCES.flatMap(({ folder, flags }: Source) => {
      const path = files[folder];
      const isGiven = path !== undefined && (isNamesOnly(path) ? ["gemeenten"] : flags).includes(flag);
      return isGiven ? [isLabelled ? `${basename(path, extname(path))}=${path}` : path] : [];
    }),
  );
  return {
    ...given,
    paths: extract === undefined ? [] : [extract],
    downloaded: { files: new Map(companions.map(([companion, path]) => [path, companion])), missing },
  };
}

function isNamesOnly(path: string): boolean {
  return readFileType(path) === "CSV of gemeente names";
}
