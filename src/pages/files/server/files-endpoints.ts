import type { AnyEndpoint } from "../../../http/endpoint.ts";
import { makeDownload, sendDownload } from "./download-endpoints.ts";
import {
  decideReviewRow,
  listPoints,
  listReviewRows,
  suggestForSession,
  undecideReviewRow,
} from "./review-endpoints.ts";
import {
  beginSession,
  chooseSessionColumns,
  endSession,
  geocodeWithoutStorage,
  showSession,
  startSession,
} from "./session-endpoints.ts";

/** Endpoints for the script of the page for files. */
export const FILES_ENDPOINTS = [
  beginSession,
  showSession,
  endSession,
  chooseSessionColumns,
  startSession,
  listReviewRows,
  decideReviewRow,
  undecideReviewRow,
  listPoints,
  suggestForSession,
  makeDownload,
  sendDownload,
  geocodeWithoutStorage,
] as readonly AnyEndpoint[];
