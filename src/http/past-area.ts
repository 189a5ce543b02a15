/** Area of a request about history: a woonplaats, or the woonplaatsen of a gemeente. */
import { AppError } from "../base/errors.ts";
import { faultOf } from "../base/fault-rules.ts";
import type { Past } from "../registry/history/past.ts";
import { listWoonplaatsenOf } from "../registry/history/timeline.ts";
import { validationFailed } from "./input.ts";
import { digits, optional, type Values } from "./parameters/kinds.ts";

export const pastAreaParameters = {
  gemeente_code: optional(
    digits(4, {
      description: "Code of the municipality: its cities of today, and those that ended in it.",
      example: "0457",
    }),
  ),
  woonplaats_id: optional(
    digits(4, {
      description:
        "Identificatie of the woonplaats; it or `gemeente_code` is required, and all given must hold.",
      example: "3631",
    }),
  ),
};

type PastArea = Partial<Values<typeof pastAreaParameters>>;

/** Returns a street with its current or last woonplaats; throws 404 for a street unknown or outside the area. */
export function requireStreet(
  past: Past,
  id: string,
  area: PastArea,
): { street: number; woonplaats: number } {
  const street = Number(id);
  const woonplaats = past.listVoorkomens("OPR", street).findLast(({ row }) => row !== undefined)
    ?.row?.woonplaats_id;
  const isAreaGiven = (area.gemeente_code ?? area.woonplaats_id) !== undefined;
  if (woonplaats === undefined || (isAreaGiven && !requireWoonplaatsen(past, area).includes(woonplaats))) {
    throw new AppError("not_found", `No street found with id ${id}${isAreaGiven ? " in this area" : ""}.`);
  }
  return { street, woonplaats };
}

/**
 * Returns the woonplaatsen that meet all conditions of the area. Throws 422 with `fault` without any parameter, and 404
 * for an area that the data does not have.
 */
export function requireWoonplaatsen(
  past: Past,
  { gemeente_code, woonplaats_id }: PastArea,
  fault = faultOf("required_without", { other: "woonplaats id" }),
): number[] {
  if (gemeente_code === undefined && woonplaats_id === undefined) {
    throw validationFailed({ gemeente_code: [fault] });
  }
  const id = woonplaats_id === undefined ? undefined : Number(woonplaats_id);
  const ids = gemeente_code === undefined ? [id!] : listWoonplaatsenOf(past, Number(gemeente_code));
  const found = ids.filter(
    (one) => (id === undefined || one === id) && past.listVoorkomens("WPL", one).length > 0,
  );
  if (found.length === 0) {
    const municipality = gemeente_code === undefined ? "" : ` in municipality ${gemeente_code}`;
    const city = id === undefined ? "" : ` with id ${woonplaats_id}`;
    throw new AppError("not_found", `No city found${city}${municipality}.`);
  }
  return found;
}
