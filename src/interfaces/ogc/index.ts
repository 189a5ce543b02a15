/** OGC API Features 1 and 2, under the paths and names of PDOK's BAG OGC API v2 (docs/clients.md). */
import type { Interface } from "../interface.ts";
import {
  answerApi,
  answerCollection,
  answerCollections,
  answerConformance,
  answerLanding,
  answerSchema,
} from "./documents.ts";
import { answerItem, answerItems } from "./features.ts";
import { COLLECTIONS_PATH, ROOT } from "./paths.ts";

/** Returns the exception of OGC API, with the fields of a problem that PDOK has. */
export const toOgcError: Interface["toError"] = ({ status, code, message }) => ({
  contentType: "application/problem+json",
  body: JSON.stringify({ status, title: message, detail: message, code, description: message }),
});

export const ogc: Interface = {
  name: "ogc",
  endpoints: [
    { path: ROOT, answer: answerLanding },
    { path: `${ROOT}/conformance`, answer: answerConformance },
    { path: `${ROOT}/api`, answer: answerApi },
    { path: `${ROOT}/openapi.json`, answer: answerApi },
    { path: COLLECTIONS_PATH, answer: answerCollections },
    { path: `${COLLECTIONS_PATH}/{collection}`, answer: answerCollection },
    { path: `${COLLECTIONS_PATH}/{collection}/schema`, answer: answerSchema },
    { path: `${COLLECTIONS_PATH}/{collection}/items`, answer: answerItems },
    { path: `${COLLECTIONS_PATH}/{collection}/items/{feature}`, answer: answerItem },
  ],
  toError: toOgcError,
};
