/** Reads all of Weesp into memory, so that tests can compare indexed reads with full scans. */
import { rmSync } from "node:fs";
import type { GeoJsonGeometry } from "../../../src/geo/geojson.ts";
import { openRegistry } from "../../../src/registry/file/open-registry.ts";
import type { Snapshot } from "../../../src/registry/file/snapshot.ts";
import { ADRES_COLUMNS, type AdresRow, toAdresRecord } from "../../../src/registry/read/adres-record.ts";
import { findPand } from "../../../src/registry/read/panden.ts";
import type { AdresRecord, PandRecord } from "../../../src/registry/read/records.ts";
import { warmSteps } from "../../../src/registry/read/warm-snapshot.ts";
import { compareKeys } from "../../../src/registry/schema/name-key.ts";
import { makeWeespFolder } from "./import-data-folders.ts";

export type Adres = AdresRecord;
export interface Pand extends PandRecord {
  footprint: GeoJsonGeometry;
}

export interface Weesp {
  readonly dataDir: string;
  readonly snapshot: Snapshot;
  readonly adressen: readonly Adres[];
  readonly panden: readonly Pand[];
  close(): void;
}

/** Imports and reads Weesp; takes some seconds. */
export async function readWeesp(): Promise<Weesp> {
  const dataDir = await makeWeespFolder();
  const registry = openRegistry(dataDir);
  const s = registry.current()!;
  warmSteps(s).forEach((step) => void step());
  return {
    dataDir,
    snapshot: s,
    adressen: s.db
      .query<AdresRow, []>(`SELECT ${ADRES_COLUMNS} FROM adres`)
      .all()
      .map((row) => toAdresRecord(s, row)),
    panden: s.db
      .query<{ identificatie: string }, []>("SELECT identificatie FROM pand")
      .all()
      .map(({ identificatie }) => {
        const { geometry, ...pand } = findPand(s, identificatie, { geometry: true })!;
        return { ...pand, footprint: geometry! };
      }),
    close() {
      registry.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function idsOf(rows: readonly AdresRecord[]): string[] {
  return rows.map(({ nummeraanduiding_id }) => nummeraanduiding_id);
}

export function byId(a: AdresRecord, b: AdresRecord): number {
  return compareKeys(a.nummeraanduiding_id, b.nummeraanduiding_id);
}
