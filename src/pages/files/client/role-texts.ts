/** Names of the roles of columns in the language of the page. */
import { ROLE_TEXTS } from "../../../batch/texts/roles.ts";
import type { Role } from "../answers.ts";
import { language } from "./texts.ts";

/** Roles to choose from; the columns of ids are found. */
export const ALL_ROLES = (Object.keys(ROLE_TEXTS) as Role[]).filter(
  (role) => role !== "id" && role !== "day",
);

export function roleText(role: Role): string {
  return ROLE_TEXTS[role][language];
}
