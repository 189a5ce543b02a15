import type { Interface } from "./interface.ts";
import { ogc } from "./ogc/index.ts";

/** Interfaces of other services, whose clients work with baken after their base URL is changed (docs/clients.md). */
export const INTERFACES: readonly Interface[] = [ogc];
