import type { OperatorOperation } from "../operation.ts";
import { changeLog, listAudit, listNetworks, showLog } from "./audit.ts";
import { changeKey, createKey, listKeys, listUsage, revokeKey, rotateKey, showKey } from "./keys.ts";
import { showRegistry, useVersion } from "./registry.ts";
import {
  cancelJobs,
  createLoginLink,
  endFileSession,
  showExports,
  showNodes,
  showOverview,
  showTraffic,
} from "./service.ts";

export const OPERATIONS: readonly OperatorOperation[] = [
  showOverview,
  createLoginLink,
  listKeys,
  createKey,
  showKey,
  changeKey,
  rotateKey,
  revokeKey,
  listUsage,
  showTraffic,
  showRegistry,
  useVersion,
  showNodes,
  showExports,
  cancelJobs,
  endFileSession,
  listAudit,
  listNetworks,
  showLog,
  changeLog,
];
