import { COUNTRY, type RegistryMeta } from "../registry/registry-meta.ts";

/** Returns the area of a registry in words, for the owner of its folder. */
export function nameArea(area: RegistryMeta["area"]): string {
  if (area.includes(COUNTRY)) return "the whole country";
  return `${area.length === 1 ? "gemeente" : "gemeenten"} ${area.join(", ")}`;
}
