import { z } from "zod";
import { text } from "../../http/parameters/kinds.ts";
import { City } from "../../http/schemas/records.ts";
import { woonplaatsen } from "../../registry/read/areas.ts";
import { AREA_NAMES, findSimilarlyNamed, findWoonplaatsen, labelOfCity, pickArea } from "./area-names.ts";
import { withSimplifiedGeometry } from "./simplify-geometry.ts";
import { flag, tool } from "./tool.ts";
import { Unresolved } from "./unresolved.ts";

export const getCityInfo = tool({
  name: "get_city_info",
  title: "City or village by name",
  description:
    "Identifier, municipality, province and numbers of addresses, buildings and streets of a city or village " +
    `(woonplaats). ${AREA_NAMES} When several have the name, they come back as choices: ask the user which. Use ` +
    "get_statistics for more numbers or a municipality. Costs one request; about 1 KB. include_geometry adds the " +
    "border, simplified: ask for it only when it is to be drawn.",
  input: {
    city_name: text({
      description: "Name of the city or village, or its four-digit identifier.",
      example: "Weesp",
    }),
    include_geometry: flag("Add the border as GeoJSON."),
  },
  output: z.object({ city: City.optional(), note: z.string().optional(), unresolved: Unresolved.optional() }),
  run(snapshot, { city_name, include_geometry }) {
    const resolved = pickArea(findWoonplaatsen(snapshot, city_name), {
      description: `city called ${city_name}`,
      hint: "; a municipality of that name is found with get_statistics",
      choice: (woonplaats) => ({
        ...labelOfCity(woonplaats),
        tool: "get_city_info",
        arguments: { city_name: woonplaats.identificatie },
      }),
      similar: () => findSimilarlyNamed(snapshot.areas.woonplaatsen.values(), city_name),
    });
    if ("unresolved" in resolved) {
      return resolved;
    }
    const include = { counts: true, geometry: include_geometry };
    const [city, note] = withSimplifiedGeometry(
      woonplaatsen.find(snapshot, resolved.area.identificatie, include)!,
    );
    return { city, ...note };
  },
});
