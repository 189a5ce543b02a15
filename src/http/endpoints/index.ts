/** Every endpoint of the interface: its table of contents, in the order of the documentation. */
import type { AnyEndpoint } from "../endpoint.ts";
import { batch, demoLookup, getAddress, lookup } from "./addresses.ts";
import { getBuilding, getBuildingAtAddress } from "./buildings.ts";
import { getCity, listCities, listCityStreets } from "./cities.ts";
import { getMunicipality, listMunicipalities, listMunicipalityCities } from "./municipalities.ts";
import { getPostcodeRange, getPostcodeValidation, listPostcodeAddresses } from "./postcodes.ts";
import { getProvince, listProvinces } from "./provinces.ts";
import { getResidence } from "./residences.ts";
import { getOpenApi, getStatus, getVersion } from "./service.ts";
import { getStreet, listStreetAddresses, listStreets } from "./streets.ts";

export const ENDPOINTS: readonly AnyEndpoint[] = [
  lookup, //                  /addresses/lookup
  demoLookup, //              /demo/lookup
  batch, //                   /addresses/batch
  getAddress, //              /addresses/{nummeraanduidingId}
  listPostcodeAddresses, //   /postcodes/{postcode}
  getPostcodeRange, //        /postcodes/{postcode}/range
  getPostcodeValidation, //   /postcodes/validate/{postcode}
  listCities, //              /cities
  getCity, //                 /cities/{woonplaatsId}
  listCityStreets, //         /cities/{woonplaatsId}/streets
  listStreets, //             /streets
  getStreet, //               /streets/{openbareRuimteId}
  listStreetAddresses, //     /streets/{openbareRuimteId}/addresses
  listMunicipalities, //      /municipalities
  getMunicipality, //         /municipalities/{gemeenteCode}
  listMunicipalityCities, //  /municipalities/{gemeenteCode}/cities
  listProvinces, //           /provinces
  getProvince, //             /provinces/{provinceName}
  getBuilding, //             /buildings/{pandId}
  getBuildingAtAddress, //    /buildings/at-address
  getResidence, //            /residences/{verblijfsobjectId}
  getStatus, //               /status
  getVersion, //              /version
  getOpenApi, //              /openapi.yaml
];
