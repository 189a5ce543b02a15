import type { RequestTransformFunction } from "maplibre-gl";
import type { Access } from "../../../kit/client/access.ts";

/** Adds the key or session to MapLibre's requests to this server; those to a base map elsewhere stay without. */
export function withAccess(access: Access): RequestTransformFunction {
  return (url) =>
    new URL(url, location.href).origin === location.origin ? authorize(url, access) : undefined;
}

async function authorize(url: string, access: Access) {
  const token = await access.token();
  return { url, ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }) };
}
