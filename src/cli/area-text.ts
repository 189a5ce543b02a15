import { ALL_GEMEENTEN, type RegistryMeta } from "../registry/file/registry-meta.ts";

/** Returns the area of a registry in words, for the owner of its folder. */
export function describeArea(area: RegistryMeta["area"]): string {
  if (area.includes(ALL_GEMEENTEN)) {
    return "the whole country";
  }
  return `${area.length === 1 ? "gemeente" : "gemeenten"} ${area.join(", ")}`;
}
