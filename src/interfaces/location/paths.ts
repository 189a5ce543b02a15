/** Paths and documents' titles of the interface, which are PDOK's. */
export const ROOT = "/kadaster/location-api/v1";
export const COLLECTIONS_PATH = `${ROOT}/collections`;
export const TITLE = "Location API";
export const DESCRIPTION =
  "Zoeken naar adressen, woonplaatsen, gemeenten en provincies, door baken. Paden en namen zijn die van PDOK's Location API v1.";
