/** Every tool, in the order of the specification. */
import type { Tool } from "./tool.ts";
import { lookupAddress, searchAddresses } from "./tools/addresses.ts";
import { getCityInfo, getStatistics } from "./tools/areas.ts";
import { getBuildingInfo } from "./tools/buildings.ts";
import { geocodeAddress, reverseGeocode } from "./tools/geocoding.ts";
import { getNearbyPostcodes, getPostcodeInfo } from "./tools/postcodes.ts";

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
];
