import type { Database } from "../../base/sqlite.ts";
import { assembleIndex } from "./assemble-index.ts";
import { NameTable } from "./name-table.ts";
import { readStreets } from "./read-streets.ts";
import type { IndexArrays } from "./street-index.ts";

/**
 * Builds the search index from a registry's tables, after the addresses and their indexes exist. Takes a few seconds
 * for the country, and memory for its streets.
 */
export function buildIndex(db: Database): IndexArrays {
  const names = new NameTable();
  const streets = readStreets(db, names);
  return assembleIndex(names, streets, Uint32Array.from(streets.ids.keys()));
}
