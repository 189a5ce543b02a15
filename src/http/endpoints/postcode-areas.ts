import { faultOf } from "../../base/fault-rules.ts";
import { listPostcodegebiedenInBox, postcodegebieden } from "../../registry/read/areas.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { firstDigits, integer, optional, withDefault } from "../parameters/kinds.ts";
import { boxAround, boxParameters, requireBox } from "../position.ts";
import { PostcodeArea } from "../schemas/records.ts";

export const listPostcodeAreas = endpoint({
  path: "/postcodes/areas",
  auth: "key",
  tag: "Postcodes",
  summary: "List the four-digit postcode areas",
  description:
    "Postcode areas with an address, in the order of their digits. The centroid is the middle of the addresses.",
  query: {
    prefix: optional(
      firstDigits({ min: 2, max: 4, description: "First two to four digits of the area.", example: "13" }),
    ),
  },
  include: ["geometry"],
  envelope: "page",
  response: PostcodeArea,
  example: ({ adres }) => ({ prefix: adres.postcode.slice(0, 2), per_page: 2 }),
  handler: ({ snapshot }, { prefix, page, include }) =>
    postcodegebieden.list(snapshot, { prefix }, { ...page, ...include }),
});

/** Maximum rows of a page; lower with boundaries, which are large. */
const MAX_PER_PAGE = 1000;
const MAX_PER_PAGE_WITH_GEOMETRY = 250;

export const postcodeAreasInBox = endpoint({
  path: "/postcodes/areas/within-bbox",
  auth: "key",
  tag: "Postcodes",
  summary: "List the postcode areas whose boundary overlaps a box",
  description: "In the order of their digits; a boundary that only touches the box overlaps it.",
  query: {
    ...boxParameters,
    per_page: withDefault(
      integer({
        min: 1,
        max: MAX_PER_PAGE,
        description:
          `Areas on a page, 1 to ${MAX_PER_PAGE}; at most ${MAX_PER_PAGE_WITH_GEOMETRY} with ` +
          "`include=geometry`.",
        example: 100,
      }),
      100,
    ),
  },
  include: ["geometry"],
  envelope: "page",
  response: PostcodeArea,
  example: ({ adres }) => ({ ...boxAround(adres), per_page: 2 }),
  handler({ snapshot }, { page, include, ...box }) {
    if (include.geometry && page.perPage > MAX_PER_PAGE_WITH_GEOMETRY) {
      const values = { max: MAX_PER_PAGE_WITH_GEOMETRY, other: "include=geometry" };
      throw validationFailed({ per_page: [faultOf("max_with", values)] });
    }
    return listPostcodegebiedenInBox(snapshot, requireBox(box), { ...page, ...include });
  },
});
