/** All endpoints of the interface, in the order of the documentation. */
import type { AnyEndpoint } from "../endpoint.ts";
import * as addressHistory from "./address-history.ts";
import * as addressSearch from "./address-search.ts";
import * as addresses from "./addresses.ts";
import * as addressesByPlace from "./addresses-by-place.ts";
import * as buildings from "./buildings.ts";
import * as cities from "./cities.ts";
import * as exports from "./exports.ts";
import * as formerAddresses from "./former-addresses.ts";
import * as geocodeCsv from "./geocode-csv.ts";
import * as geocodeJobs from "./geocode-jobs.ts";
import * as geocoding from "./geocoding.ts";
import * as municipalities from "./municipalities.ts";
import * as nearbyPostcodes from "./nearby-postcodes.ts";
import * as neighbourhoods from "./neighbourhoods.ts";
import * as objectChanges from "./object-changes.ts";
import * as objectHistory from "./object-history.ts";
import * as postcodeAreas from "./postcode-areas.ts";
import * as postcodes from "./postcodes.ts";
import * as problems from "./problems.ts";
import * as provinces from "./provinces.ts";
import * as recordChanges from "./record-changes.ts";
import * as residences from "./residences.ts";
import * as reverseGeocoding from "./reverse-geocoding.ts";
import * as service from "./service.ts";
import * as statistics from "./statistics.ts";
import * as streets from "./streets.ts";

export const ENDPOINTS = [
  addresses.lookup,
  addresses.demoLookup,
  addressSearch.searchAddresses,
  addressSearch.autocomplete,
  addresses.batch,
  addressSearch.validateAddress,
  addressesByPlace.nearbyAddresses,
  addressesByPlace.addressesInBox,
  formerAddresses.formerAddresses,
  addresses.getAddress,
  addressHistory.getAddressHistory,
  geocoding.forwardGeocode,
  reverseGeocoding.reverseGeocode,
  geocodeCsv.geocodeCsv,
  geocodeJobs.requestGeocoding,
  geocodeJobs.getGeocoding,
  geocodeJobs.cancelGeocoding,
  geocodeJobs.downloadGeocoding,
  postcodes.listPostcodeAddresses,
  postcodes.getPostcodeRange,
  postcodes.getPostcodeValidation,
  nearbyPostcodes.nearbyPostcodes,
  postcodeAreas.listPostcodeAreas,
  postcodeAreas.postcodeAreasInBox,
  cities.listCities,
  cities.getCity,
  objectHistory.getCityHistory,
  cities.listCityStreets,
  streets.listStreets,
  streets.getStreet,
  objectHistory.getStreetHistory,
  streets.listStreetAddresses,
  municipalities.listMunicipalities,
  municipalities.getMunicipality,
  objectHistory.getMunicipalityHistory,
  municipalities.listMunicipalityCities,
  provinces.listProvinces,
  provinces.getProvince,
  neighbourhoods.listNeighbourhoods,
  neighbourhoods.listDistricts,
  buildings.getBuilding,
  objectHistory.getBuildingHistory,
  buildings.getBuildingAtAddress,
  buildings.buildingsInBox,
  buildings.buildingsByYear,
  residences.getResidence,
  objectHistory.getResidenceHistory,
  residences.residencesByPurpose,
  statistics.getOverview,
  statistics.getPurposes,
  statistics.getConstructionYears,
  statistics.getMunicipalityStatistics,
  statistics.getCityStatistics,
  statistics.getPostcodeAreaStatistics,
  statistics.getTimeline,
  exports.requestExport,
  exports.getExport,
  exports.cancelExport,
  exports.downloadExport,
  service.getStatus,
  service.getVersion,
  service.getChangesSummary,
  recordChanges.listAddressChanges,
  recordChanges.listBuildingChanges,
  recordChanges.listResidenceChanges,
  objectChanges.listChangesOfObjects,
  service.getOpenApi,
  problems.getProblem,
] as const satisfies readonly AnyEndpoint[];
