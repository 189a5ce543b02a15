/** The system EPSG:28992 as PROJJSON, which GeoParquet asks for; numbers as in the EPSG dataset. */
const angle = (name: string, value: number, code: number) => ({
  name,
  value,
  unit: "degree",
  id: { authority: "EPSG", code },
});
const length = (name: string, value: number, code: number) => ({
  name,
  value,
  unit: "metre",
  id: { authority: "EPSG", code },
});
const axis = (name: string, abbreviation: string, direction: string, unit: string) => ({
  name,
  abbreviation,
  direction,
  unit,
});

export const RD_PROJJSON = {
  $schema: "https://proj.org/schemas/v0.5/projjson.schema.json",
  type: "ProjectedCRS",
  name: "Amersfoort / RD New",
  base_crs: {
    name: "Amersfoort",
    datum: {
      type: "GeodeticReferenceFrame",
      name: "Amersfoort",
      ellipsoid: { name: "Bessel 1841", semi_major_axis: 6377397.155, inverse_flattening: 299.1528128 },
    },
    coordinate_system: {
      subtype: "ellipsoidal",
      axis: [
        axis("Geodetic latitude", "Lat", "north", "degree"),
        axis("Geodetic longitude", "Lon", "east", "degree"),
      ],
    },
    id: { authority: "EPSG", code: 4289 },
  },
  conversion: {
    name: "RD New",
    method: { name: "Oblique Stereographic", id: { authority: "EPSG", code: 9809 } },
    parameters: [
      angle("Latitude of natural origin", 52.1561605555556, 8801),
      angle("Longitude of natural origin", 5.38763888888889, 8802),
      {
        name: "Scale factor at natural origin",
        value: 0.9999079,
        unit: "unity",
        id: { authority: "EPSG", code: 8805 },
      },
      length("False easting", 155000, 8806),
      length("False northing", 463000, 8807),
    ],
  },
  coordinate_system: {
    subtype: "Cartesian",
    axis: [axis("Easting", "X", "east", "metre"), axis("Northing", "Y", "north", "metre")],
  },
  id: { authority: "EPSG", code: 28992 },
} as const;
