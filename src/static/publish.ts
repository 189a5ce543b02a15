/** The folder that is published: what in it is baken's own, its `latest.json`, and versions that are no longer kept. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { AppError } from "../base/errors.ts";
import { sha256Of } from "../base/sha256.ts";
import { FILES, LATEST, type LatestFile, type ListFile } from "./format.ts";
import { folderName } from "./version-folder.ts";

const HEADERS = "_headers";
const HEADERS_MARK = "# Written by ./baken static; changes are overwritten.";
/** Seconds for which the pointer to the newest version may be kept. */
const LATEST_S = 300;
const YEAR_S = 31_536_000;
/** Name of a folder of a version: version of the data, digits of the hash. */
const VERSION_NAME = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}-[0-9a-f]{12}$/;

/** Matches the paths that a version has; none leads out of its folder. */
const OWN_PATH = /^([a-z]+\/)*[a-z0-9_]+\.(json|pmtiles)$/;

/** Creates the folder, or checks that it is empty or one of baken's. Throws `usage` for any other. */
export function assertOwnFolder(out: string): void {
  const found = statSync(out, { throwIfNoEntry: false });
  if (found === undefined) {
    mkdirSync(out, { recursive: true });
    return;
  }
  if (!found.isDirectory()) {
    throw new AppError("usage", `${out} is no folder; give another name with --out.`);
  }
  const names = readdirSync(out).filter((name) => !name.startsWith("."));
  if (names.length > 0 && readLatest(out) === undefined) {
    throw new AppError(
      "usage",
      `${out} holds ${names[0]} and no ${LATEST} of baken; give an empty folder or a new name with --out.`,
    );
  }
}

/** Reads the pointer of a folder; undefined when there is none of this format. */
function readLatest(out: string): LatestFile | undefined {
  try {
    const latest: LatestFile = JSON.parse(readFileSync(join(out, LATEST), "utf8"));
    const isOwn = typeof latest.files_sha256 === "string" && typeof latest.data_version === "string";
    return isOwn && latest.folder === folderName(latest.data_version, latest.files_sha256)
      ? latest
      : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the pointer. Readers find the former one or this one, never a part. */
export function writeLatest(out: string, latest: LatestFile): void {
  replaceFile(join(out, LATEST), `${JSON.stringify(latest)}\n`);
}

/** Replaces a file at once. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/**
 * Removes the oldest versions, so that `keep` remain, including the one in use. Removes only files that the list of a
 * version names, and only when this list gave the folder its name. Returns the names of the removed versions.
 */
export function removeOldVersions(out: string, keep: number, current: string): string[] {
  const writtenMs = (name: string) => statSync(join(out, name, FILES)).mtimeMs;
  const others = readdirSync(out)
    .filter((name) => name !== current && VERSION_NAME.test(name) && readList(join(out, name)) !== undefined)
    .sort((a, b) => writtenMs(b) - writtenMs(a) || (a < b ? 1 : -1));
  const old = others.slice(keep - 1);
  for (const name of old) {
    removeVersion(join(out, name));
  }
  return old;
}

/** Reads the list of a version's folder; undefined when it is not the list that gave the folder its name. */
function readList(folder: string): ListFile | undefined {
  const path = join(folder, FILES);
  if (!existsSync(path)) {
    return undefined;
  }
  const bytes = readFileSync(path);
  const list: ListFile | undefined = folder.endsWith(folderName("", sha256Of(bytes)))
    ? JSON.parse(bytes.toString())
    : undefined;
  return list?.files.every(([path]) => OWN_PATH.test(path)) ? list : undefined;
}

function removeVersion(folder: string): void {
  const { files } = readList(folder)!;
  const folders = new Set<string>([folder]);
  // The list last: an interrupted removal continues at the next run.
  for (const path of [...files.map(([path]) => path), FILES]) {
    for (const copy of ["", ".gz", ".br"]) {
      rmSync(join(folder, path + copy), { force: true });
    }
    for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
      folders.add(join(folder, parent));
    }
  }
  for (const each of [...folders].sort((a, b) => b.length - a.length)) {
    if (existsSync(each) && readdirSync(each).length === 0) {
      rmdirSync(each);
    }
  }
}

/**
 * Writes headers as Netlify and Cloudflare Pages read them, unless there is already a file from elsewhere: returns
 * false.
 */
export function writeHeaders(out: string): boolean {
  const path = join(out, HEADERS);
  if (existsSync(path) && !readFileSync(path, "utf8").startsWith(HEADERS_MARK)) {
    return false;
  }
  const versions = readdirSync(out).filter((name) => VERSION_NAME.test(name));
  const rules = [
    ["/*", "Access-Control-Allow-Origin: *"],
    [`/${LATEST}`, `Cache-Control: public, max-age=${LATEST_S}`],
    ...versions.sort().map((name) => [`/${name}/*`, `Cache-Control: public, max-age=${YEAR_S}, immutable`]),
  ];
  replaceFile(
    path,
    `${[HEADERS_MARK, ...rules.map(([path, header]) => `${path}\n  ${header}`)].join("\n")}\n`,
  );
  return true;
}
