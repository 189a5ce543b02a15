/** Writes the scripts of the form component next to static files, and the page that shows them. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { AppError } from "../base/errors.ts";
import { programFile } from "../base/program-files.ts";
import { buildAssets, EMBED_PATH, EMBED_STATIC_PATH } from "../pages/kit/server/assets.ts";
import { replaceFile } from "../static/publish.ts";

const PAGE = "index.html";
/** Text by which a page of baken's is known. */
const OWN_PAGE = "Written by ./baken static";

/** Throws `usage` when another page is already at the path of the page. */
export function assertPageFree(out: string): void {
  const page = join(out, PAGE);
  if (existsSync(page) && !readFileSync(page, "utf8").includes(OWN_PAGE)) {
    throw new AppError("usage", `${page} is not baken's: move it away, or leave out --site.`);
  }
}

/** Writes the scripts, and with `isWithPage` the page. */
export async function writeSite(out: string, isWithPage: boolean): Promise<void> {
  const { embed, embedStatic, siteMap, files, maplibre } = await buildAssets();
  replaceFile(join(out, EMBED_PATH), embed.bytes);
  replaceFile(join(out, EMBED_STATIC_PATH), embedStatic.bytes);
  if (!isWithPage) {
    return;
  }
  replaceFile(join(out, PAGE), readFileSync(programFile("src/static/site/index.html")));
  replaceFile(join(out, "embed/site.js"), readFileSync(programFile("src/static/site/site.js")));
  replaceFile(join(out, "embed/site.css"), readFileSync(programFile("src/static/site/site.css")));
  replaceFile(join(out, "embed/site-map.js"), siteMap.bytes);
  const { starter, worker, library, parts, style } = maplibre;
  const paths = [starter, worker, library, ...parts, style];
  for (const path of paths) {
    replaceFile(join(out, "embed", basename(path)), files.get(path)!.bytes);
  }
  removeOthers(join(out, "embed"), new Set(paths.map((path) => basename(path))));
}

/** Removes MapLibre's files of another baken. */
function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith("maplibre-") && !kept.has(name)) {
      rmSync(join(folder, name));
    }
  }
}
