/** Area of a request about the past: a woonplaats, or the woonplaatsen of a gemeente. */
import { AppError } from "../../base/errors.ts";
import type { Past } from "../../registry/history/past.ts";
import { listWoonplaatsenOf } from "../../registry/history/timeline.ts";
import { validationFailed } from "../input.ts";
import { digits, optional } from "./kinds.ts";

export const pastAreaParameters = {
  gemeente_code: optional(
    digits(4, {
      description: "Code of the municipality: its cities of today, and those that ended in it.",
      example: "0457",
    }),
  ),
  woonplaats_id: optional(
    digits(4, { description: "Identificatie of the woonplaats, in place of `gemeente_code`.", example: "3631" }),
  ),
};

interface PastArea {
  readonly gemeente_code?: string | undefined;
  readonly woonplaats_id?: string | undefined;
}

/** Returns the woonplaatsen of the area; throws 422 unless one parameter names it, and 404 for an unknown one. */
export function requireWoonplaatsen(past: Past, { gemeente_code, woonplaats_id }: PastArea): number[] {
  if (gemeente_code !== undefined && woonplaats_id !== undefined) {
    throw validationFailed({
      woonplaats_id: ["The woonplaats id field cannot be used with gemeente_code."],
    });
  }
  if (gemeente_code !== undefined) {
    const woonplaatsen = listWoonplaatsenOf(past, Number(gemeente_code));
    if (woonplaatsen.length === 0) {
      throw new AppError("not_found", `No municipality found with code ${gemeente_code}.`);
    }
    return woonplaatsen;
  }
  if (woonplaats_id === undefined) {
    throw validationFailed({ gemeente_code: ["The gemeente code field is required."] });
  }
  if (past.listVoorkomens("WPL", Number(woonplaats_id)).length === 0) {
    throw new AppError("not_found", `No city found with id ${woonplaats_id}.`);
  }
  return [Number(woonplaats_id)];
}
