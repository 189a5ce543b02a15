/** PDOK's Location API v1 (docs/migrate-from-pdok.md): one search whose results link to items of `ogc`. */
import type { Interface } from "../interface.ts";
import { toOgcError } from "../ogc/index.ts";
import {
  answerApi,
  answerCollection,
  answerCollections,
  answerConformance,
  answerItems,
  answerLanding,
} from "./documents.ts";
import { COLLECTIONS_PATH, ROOT } from "./paths.ts";
import { answerSearch } from "./search.ts";

export const location: Interface = {
  name: "location",
  endpoints: [
    { path: ROOT, answer: answerLanding },
    { path: `${ROOT}/conformance`, answer: answerConformance },
    { path: `${ROOT}/api`, answer: answerApi },
    { path: `${ROOT}/openapi.json`, answer: answerApi },
    { path: COLLECTIONS_PATH, answer: answerCollections },
    { path: `${COLLECTIONS_PATH}/{collection}`, answer: answerCollection },
    { path: `${COLLECTIONS_PATH}/{collection}/items`, answer: answerItems },
    { path: `${COLLECTIONS_PATH}/{collection}/items/{feature}`, answer: answerItems },
    { path: `${ROOT}/search`, answer: answerSearch },
  ],
  toError: toOgcError,
};
