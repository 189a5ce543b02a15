/** Lists the kinds of exports by their names in `--what` and the parameter `what`. */
import { addresses } from "./addresses.ts";
import { areas, cities, municipalities } from "./areas.ts";
import { buildings } from "./buildings.ts";
import type { ExportKind } from "./export-kind.ts";
import { address_history, building_history, residence_history } from "./history.ts";
import { residences } from "./residences.ts";
import { streets } from "./streets.ts";

export const EXPORT_KINDS = [
  "addresses",
  "buildings",
  "residences",
  "streets",
  "cities",
  "municipalities",
  "areas",
  "address_history",
  "building_history",
  "residence_history",
] as const;
export type ExportWhat = (typeof EXPORT_KINDS)[number];

export const KINDS: Readonly<Record<ExportWhat, ExportKind>> = {
  addresses,
  buildings,
  residences,
  streets,
  cities,
  municipalities,
  areas,
  address_history,
  building_history,
  residence_history,
};
