/** All endpoints of the interface, in the order of the documentation. */
import type { AnyEndpoint } from "../endpoint.ts";
import { getAddressHistory } from "./address-history.ts";
import { autocomplete, searchAddresses, validateAddress } from "./address-search.ts";
import { batch, demoLookup, getAddress, lookup } from "./addresses.ts";
import { addressesInBox, nearbyAddresses } from "./addresses-by-place.ts";
import { buildingsByYear, buildingsInBox, getBuilding, getBuildingAtAddress } from "./buildings.ts";
import { getCity, listCities, listCityStreets } from "./cities.ts";
import { cancelExport, downloadExport, getExport, requestExport } from "./exports.ts";
import { formerAddresses } from "./former-addresses.ts";
import { geocodeCsv } from "./geocode-csv.ts";
import { cancelGeocoding, downloadGeocoding, getGeocoding, requestGeocoding } from "./geocode-jobs.ts";
import { forwardGeocode } from "./geocoding.ts";
import { getMunicipality, listMunicipalities, listMunicipalityCities } from "./municipalities.ts";
import { nearbyPostcodes } from "./nearby-postcodes.ts";
import { listDistricts, listNeighbourhoods } from "./neighbourhoods.ts";
import { listChangesOfObjects } from "./object-changes.ts";
import {
  getBuildingHistory,
  getCityHistory,
  getMunicipalityHistory,
  getResidenceHistory,
  getStreetHistory,
} from "./object-history.ts";
import { listPostcodeAreas, postcodeAreasInBox } from "./postcode-areas.ts";
import { getPostcodeRange, getPostcodeValidation, listPostcodeAddresses } from "./postcodes.ts";
import { getProblem } from "./problems.ts";
import { getProvince, listProvinces } from "./provinces.ts";
import { listAddressChanges, listBuildingChanges, listResidenceChanges } from "./record-changes.ts";
import { getResidence, residencesByPurpose } from "./residences.ts";
import { reverseGeocode } from "./reverse-geocoding.ts";
import { getChangesSummary, getOpenApi, getStatus, getVersion } from "./service.ts";
import {
  getCityStatistics,
  getConstructionYears,
  getMunicipalityStatistics,
  getOverview,
  getPostcodeAreaStatistics,
  getPurposes,
  getTimeline,
} from "./statistics.ts";
import { getStreet, listStreetAddresses, listStreets } from "./streets.ts";

export const ENDPOINTS = [
  lookup, //                     /addresses/lookup
  demoLookup, //                 /demo/lookup
  searchAddresses, //            /addresses/search
  autocomplete, //               /addresses/autocomplete
  batch, //                      /addresses/batch
  validateAddress, //            /addresses/validate
  nearbyAddresses, //            /addresses/nearby
  addressesInBox, //             /addresses/within-bbox
  formerAddresses, //            /addresses/former
  getAddress, //                 /addresses/{nummeraanduidingId}
  getAddressHistory, //          /addresses/{nummeraanduidingId}/history
  forwardGeocode, //             /geocode/forward
  reverseGeocode, //             /geocode/reverse
  geocodeCsv, //                 /geocode/csv
  requestGeocoding, //           /geocode/jobs
  getGeocoding, //               /geocode/jobs/{jobId}
  cancelGeocoding, //     DELETE /geocode/jobs/{jobId}
  downloadGeocoding, //          /geocode/jobs/{jobId}/download
  listPostcodeAddresses, //      /postcodes/{postcode}
  getPostcodeRange, //           /postcodes/{postcode}/range
  getPostcodeValidation, //      /postcodes/validate/{postcode}
  nearbyPostcodes, //            /postcodes/nearby
  listPostcodeAreas, //          /postcodes/areas
  postcodeAreasInBox, //         /postcodes/areas/within-bbox
  listCities, //                 /cities
  getCity, //                    /cities/{woonplaatsId}
  getCityHistory, //             /cities/{woonplaatsId}/history
  listCityStreets, //            /cities/{woonplaatsId}/streets
  listStreets, //                /streets
  getStreet, //                  /streets/{openbareRuimteId}
  getStreetHistory, //           /streets/{openbareRuimteId}/history
  listStreetAddresses, //        /streets/{openbareRuimteId}/addresses
  listMunicipalities, //         /municipalities
  getMunicipality, //            /municipalities/{gemeenteCode}
  getMunicipalityHistory, //     /municipalities/{gemeenteCode}/history
  listMunicipalityCities, //     /municipalities/{gemeenteCode}/cities
  listProvinces, //              /provinces
  getProvince, //                /provinces/{provinceName}
  listNeighbourhoods, //         /neighbourhoods
  listDistricts, //              /districts
  getBuilding, //                /buildings/{pandId}
  getBuildingHistory, //         /buildings/{pandId}/history
  getBuildingAtAddress, //       /buildings/at-address
  buildingsInBox, //             /buildings/within-bbox
  buildingsByYear, //            /buildings/by-year
  getResidence, //               /residences/{verblijfsobjectId}
  getResidenceHistory, //        /residences/{verblijfsobjectId}/history
  residencesByPurpose, //        /residences/by-purpose
  getOverview, //                /statistics/overview
  getPurposes, //                /statistics/purposes
  getConstructionYears, //       /statistics/construction-years
  getMunicipalityStatistics, //  /statistics/municipality/{gemeenteCode}
  getCityStatistics, //          /statistics/city/{woonplaatsId}
  getPostcodeAreaStatistics, //  /statistics/postcode-area/{postcode}
  getTimeline, //                /statistics/timeline
  requestExport, //              /export/addresses
  getExport, //                  /export/{jobId}
  cancelExport, //        DELETE /export/{jobId}
  downloadExport, //             /export/{jobId}/download
  getStatus, //                  /status
  getVersion, //                 /version
  getChangesSummary, //          /changes/summary
  listAddressChanges, //         /changes/addresses
  listBuildingChanges, //        /changes/buildings
  listResidenceChanges, //       /changes/residences
  listChangesOfObjects, //       /changes/objects
  getOpenApi, //                 /openapi.yaml
  getProblem, //                 /problems/{problem}
] as const satisfies readonly AnyEndpoint[];
