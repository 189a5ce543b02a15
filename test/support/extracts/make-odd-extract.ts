/** Makes odd extracts from the small country's: see odd-extracts.ts. */
import { join } from "node:path";
import { NATIONAL } from "../countries/small-country.ts";
import { type ExtractSpec, writeExtractTo } from "./extract-builder.ts";
import type { ZipPart } from "./zip-maker.ts";

export interface OddExtract {
  /** First column of the table in docs/import.md. */
  readonly row: string;
  readonly what: string;
  /** Writes the files to a folder and returns the paths to import. */
  readonly make: (folder: string) => readonly string[];
  /** Extracts in the official form with the same content; NATIONAL when absent. */
  readonly equivalent?: readonly ExtractSpec[];
  /** Words of the notice and of the refusal under --strict; absent where neither is given. */
  readonly noticeWords?: readonly string[];
}

export type Alter = (part: ZipPart) => ZipPart | undefined;

export const xmlOf = (type: string) => `9999${type}08032024-000001.xml`;
export const zipOf = (type: string) => `9999${type}08032024.zip`;
export const HEADER = "Leveringsdocument-BAG-Extract.xml";
export const RELATION = "GEM-WPL-RELATIE-08032024-000001.xml";

export function makeAltered(alter: Alter, spec: ExtractSpec = NATIONAL): OddExtract["make"] {
  return (folder) => [writeExtractTo(join(folder, "odd.zip"), { ...spec, alter })];
}

/** Rewrites every XML file of the objects. Throws an Error when none changes. */
export function changeXml(
  change: (xml: string) => string,
  isSelected = (name: string) => /^9999(?!I|NB)/.test(name),
) {
  let changed = 0;
  const alter: Alter = (part) => {
    if (!part.name.endsWith(".xml") || !isSelected(part.name)) {
      return part;
    }
    const xml = part.content.toString("latin1");
    const content = Buffer.from(change(xml), "latin1");
    if (!content.equals(part.content)) {
      changed++;
    }
    return { ...part, content };
  };
  return (folder: string) => {
    const paths = makeAltered(alter)(folder);
    if (changed === 0) {
      throw new Error("nothing was changed");
    }
    return paths;
  };
}

export const isFile = (file: string) => (name: string) => name === file;
