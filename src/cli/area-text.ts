import { COUNTRY, type RegistryMeta } from "../registry/registry-meta.ts";

/** What a registry is of, for the owner of its folder. */
export function nameArea(area: RegistryMeta["area"]): string {
  if (area.includes(COUNTRY)) return "the whole country";
  return `${area.length === 1 ? "gemeente" : "gemeenten"} ${area.join(", ")}`;
}
