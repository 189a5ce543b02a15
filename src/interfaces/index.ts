import { ADDOK } from "./addok/index.ts";
import { BAG } from "./bag/index.ts";
import type { Interface } from "./interface.ts";
import { LOCATIESERVER } from "./locatieserver/index.ts";
import { NOMINATIM } from "./nominatim/index.ts";
import { PHOTON } from "./photon/index.ts";

/** Interfaces of other services, whose clients work with baken after their base URL is changed (docs/clients.md). */
export const INTERFACES: readonly Interface[] = [LOCATIESERVER, NOMINATIM, PHOTON, ADDOK, BAG];
