/** Of the interface, sent as `API-Version`; its first number is in the path. */
export const API_VERSION = "1.0.0";
export const BASE_PATH = "/api/v1";
