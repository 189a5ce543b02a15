/** Every tool, in the order of the specification. */

import { lookupAddress, searchAddresses } from "./tools/addresses.ts";
import { getBuildingInfo } from "./tools/buildings.ts";
import { getCityInfo } from "./tools/cities.ts";
import { geocodeAddress, reverseGeocode } from "./tools/geocoding.ts";
import { getAddressHistory, resolveFormerAddress } from "./tools/history.ts";
import { getNearbyPostcodes, getPostcodeInfo } from "./tools/postcodes.ts";
import { getStatistics } from "./tools/statistics.ts";
import type { Tool } from "./tools/tool.ts";

export const TOOLS: readonly Tool[] = [
  lookupAddress,
  searchAddresses,
  getPostcodeInfo,
  getNearbyPostcodes,
  getBuildingInfo,
  getCityInfo,
  geocodeAddress,
  reverseGeocode,
  getStatistics,
  getAddressHistory,
  resolveFormerAddress,
];
