import { addok } from "./addok/index.ts";
import { bag } from "./bag/index.ts";
import type { Interface } from "./interface.ts";
import { locatieserver } from "./locatieserver/index.ts";
import { location } from "./location/index.ts";
import { nominatim } from "./nominatim/index.ts";
import { ogc } from "./ogc/index.ts";
import { photon } from "./photon/index.ts";

/** Interfaces of other services, whose clients work with baken after their base URL is changed (docs/clients.md). */
export const INTERFACES: readonly Interface[] = [locatieserver, ogc, location, nominatim, photon, addok, bag];
