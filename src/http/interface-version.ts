/** Version of the interface, sent as `API-Version`; its major number is in the path. */
export const API_VERSION = "1.0.0";
export const BASE_PATH = "/api/v1";

/** Returns the base URL of the interface, equal in all responses: absolute when the public URL is set, else a path. */
export function interfaceUrl(publicUrl: string | undefined): string {
  return (publicUrl ?? "") + BASE_PATH;
}
