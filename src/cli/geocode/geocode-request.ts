import type { GeocodePlan } from "../../batch/plan.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { HeaderChoice } from "../../tables/read/open-table.ts";
import type { TableSource } from "../../tables/table.ts";
import type { Language } from "../../web/preferences.ts";

/** Request of the user: files and options of the command. */
export interface GeocodeRequest {
  readonly input: string;
  readonly out: string;
  readonly columns: string | undefined;
  /** Refuses columns of which it is not certain what they hold. */
  readonly strict: boolean;
  /** Goes on though most rows of a sample have no address. */
  readonly force: boolean;
  readonly add: string | undefined;
  readonly dedupe: boolean;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly header: HeaderChoice | undefined;
  readonly sheet: string | undefined;
  readonly limit: number | undefined;
  readonly report: string | undefined;
  readonly lang: Language | undefined;
  readonly resume: boolean;
  readonly replace: boolean;
  readonly threads: number;
}

/** Opened input and its plan, from which both kinds of output start. */
export interface OpenedFile {
  readonly snapshot: Snapshot;
  readonly source: TableSource;
  readonly plan: GeocodePlan;
}
