/** An import on one screen: from the given files to the registry that serves. */
import { availableParallelism } from "node:os";
import type { Database } from "../base/sqlite.ts";
import { openScratch } from "../base/sqlite.ts";
import { createGeopackageTables } from "../registry/geopackage.ts";
import { createTables, INDEXES_DDL } from "../registry/schema.ts";
import { readBoundaries } from "./boundaries.ts";
import { choosePanden, deriveAdressen } from "./derive-adressen.ts";
import { deriveGemeenteBorders, deriveGemeenten, derivePostcodegebieden } from "./derive-areas.ts";
import { deriveCounts, derivePostcodes } from "./derive-counts.ts";
import { deriveLinks, derivePandLinks } from "./derive-links.ts";
import { deriveRtrees } from "./derive-rtrees.ts";
import { readHeaders } from "./extract-header.ts";
import { readGemeenteNames } from "./gemeente-names.ts";
import { ObjectStage } from "./object-stage.ts";
import type { Progress } from "./progress.ts";
import { openImportFolder } from "./publish.ts";
import { ImportReport } from "./report.ts";
import { type GivenFiles, readSources } from "./sources.ts";
import { verifyRegistry, verifySize } from "./verify.ts";
import { formatDate } from "./voorkomen.ts";
import { writeMeta } from "./write-meta.ts";

export interface ImportOptions extends GivenFiles {
  readonly dataDir: string;
  readonly isDemo?: boolean;
  /** Let the new registry replace one with more than twice its addresses. */
  readonly mayShrink?: boolean;
  readonly threads?: number;
}

export interface ImportResult {
  /** File name of the registry in the data folder. */
  readonly registry: string;
  readonly referenceDate: string;
  readonly report: ImportReport;
}

/**
 * Reads, derives, verifies and publishes. Whatever stops it — a refusal (AppError `import_refused`), a fault or
 * `kill -9` — leaves what served before untouched.
 */
export async function runImport(options: ImportOptions, progress: Progress): Promise<ImportResult> {
  const folder = openImportFolder(options.dataDir);
  const report = new ImportReport();
  let objects: ObjectStage | undefined;
  try {
    const sources = await progress.stage("look at the files", () => readSources(options, folder.workDir));
    const header = await progress.stage("read headers", () => readHeaders(sources.extracts));
    const names = sources.gemeenteFiles.map(readGemeenteNames);
    const boundaries = await progress.stage("read boundaries", () =>
      sources.boundaryFiles.map(({ path, label }) => readBoundaries(path, label)),
    );
    const db = openDraft(folder.draft, folder.workDir);
    objects = new ObjectStage(db, {
      extracts: sources.extracts,
      referenceDate: header.referenceDate,
      report,
      threads: options.threads ?? availableParallelism(),
    });

    await objects.load(["WPL"], progress);
    await progress.stage("gemeenten", () => deriveGemeenten(db, header, names));
    await objects.load(["OPR", "NUM", "VBO", "LIG", "STA"], progress);
    await progress.stage("link addresses to objects", () => deriveLinks(db, report));
    await progress.stage("link addresses to panden", () => derivePandLinks(db));
    await objects.load(["PND"], progress);
    await progress.stage("choose among several panden", () => choosePanden(db, report));
    await progress.stage("adressen", () => deriveAdressen(db));
    await progress.stage("indexes", () => INDEXES_DDL.forEach((ddl) => void db.run(ddl)));
    await progress.stage("counts", () => deriveCounts(db));
    await progress.stage("postcodes", () => derivePostcodes(db));
    await progress.stage("borders of gemeenten", () => deriveGemeenteBorders(db, boundaries));
    await progress.stage("postcodegebieden", () => derivePostcodegebieden(db, boundaries, report));
    await progress.stage("spatial indexes", () => deriveRtrees(db));

    const referenceDate = formatDate(header.referenceDate);
    writeMeta(db, { referenceDate, isDemo: options.isDemo ?? false, sources, report });
    await progress.stage("verify", () => {
      verifyRegistry(db, report);
      if (!options.mayShrink) verifySize(db, options.dataDir);
    });
    db.run("COMMIT");
    db.close();
    const registry = await progress.stage("publish", () => folder.publish(referenceDate));
    return { registry, referenceDate, report };
  } finally {
    objects?.close();
    folder.close();
  }
}

/** The draft registry, with an attached `work` database for what only the import needs. */
function openDraft(draft: string, workDir: string): Database {
  const db = openScratch(draft);
  db.run(`ATTACH '${`${workDir}/work.db`.replaceAll("'", "''")}' AS work`);
  for (const pragma of ["journal_mode = MEMORY", "synchronous = OFF"]) db.run(`PRAGMA work.${pragma}`);
  createGeopackageTables(db);
  createTables(db);
  db.run("BEGIN");
  return db;
}
