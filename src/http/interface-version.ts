/** Of the interface, sent as `API-Version`; its first number is in the path. */
export const API_VERSION = "1.0.0";
export const BASE_PATH = "/api/v1";

/** The address of the interface, the same in every answer: absolute where the public address is set, else a path. */
export function interfaceUrl(publicUrl: string | undefined): string {
  return (publicUrl ?? "") + BASE_PATH;
}
