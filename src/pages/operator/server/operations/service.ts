/** Operations that show the state of the service, and end jobs. */
import { z } from "zod";
import { isKeyInForce } from "../../../../accounts/api-key.ts";
import { retryQuery } from "../../../../accounts/retry-query.ts";
import { SOFTWARE_VERSION } from "../../../../base/version.ts";
import { CANCELLED_BY_OPERATOR } from "../../../../exports/cancel-job.ts";
import type { Exports } from "../../../../exports/exports.ts";
import type { Job } from "../../../../exports/job.ts";
import { code, uuid } from "../../../../http/parameters/kinds.ts";
import { reportFolder } from "../../../../operator/folder-report.ts";
import { listNotices } from "../notices.ts";
import { type AnswerOf, operation } from "../operation.ts";
import { refusalFor } from "../refuse.ts";

const MAX_EXPORTS = 50;

export const showOverview = operation({
  path: "/api/overview",
  async handler(operator) {
    const nowMs = Date.now();
    const process = operator.processState();
    const [keys, exports, folder] = await Promise.all([
      retryQuery(() => operator.keys.list()),
      operator.exports.report(MAX_EXPORTS),
      reportFolder({ dataDir: operator.dataDir }),
    ]);
    const { minute } = operator.traffic.report();
    // No time has passed yet at the first look at a server that has just started.
    const seconds = Math.max(1, minute.seconds);
    const meta = process.snapshot?.meta;
    return {
      notices: listNotices({
        ...operator,
        nowMs,
        process,
        counts: operator.trafficCounts(),
        folder,
        keys,
        exports,
      }),
      software: SOFTWARE_VERSION,
      startedAt: operator.startedAt,
      memoryBytes: process.memoryBytes,
      requests: { perSecond: minute.total.requests / seconds, p99: minute.total.p99 },
      keys: { all: keys.length, inForce: keys.filter((key) => isKeyInForce(key, nowMs)).length },
      registry: meta && {
        referenceDate: meta.referenceDate,
        isDemo: meta.isDemo,
        sample: meta.sample,
        adressen: meta.counts.adressen,
      },
      exports: exports.counts,
      hasUsableLinks: operator.pages.linkState(process.snapshot) === "usable",
    };
  },
});
export type ServiceOverview = AnswerOf<typeof showOverview>;

export const createLoginLink = operation({
  method: "POST",
  path: "/api/login-links",
  // The body is empty, but required: no form of another site can send it.
  requestBody: z.strictObject({}),
  status: 201,
  async handler(operator, { by }) {
    const link = await operator.pages.openLink(operator.processState().snapshot, by);
    if (link === undefined) {
      throw refusalFor(
        "no_login_links",
        "unavailable",
        "No link opens the pages: they need no key, or other machines can reach this server.",
      );
    }
    return { url: `${operator.publicUrl}/${link}` };
  },
});
export type LoginLinkAnswer = AnswerOf<typeof createLoginLink>;

export const showTraffic = operation({
  path: "/api/traffic",
  handler: ({ traffic, slowRequests, keyTraffic }) => ({
    ...traffic.report(),
    rates: traffic.rates(),
    byTime: keyTraffic(),
    slow: slowRequests(),
  }),
});
export type Traffic = AnswerOf<typeof showTraffic>;

export const showNodes = operation({
  path: "/api/nodes",
  handler: ({ nodes }) => nodes(),
});

export const cancelJobs = operation({
  method: "POST",
  path: "/api/exports/{id}/cancel",
  pathParameters: { id: uuid({ description: "Id of the job." }) },
  // The body is empty, but required: no form of another site can send it.
  requestBody: z.strictObject({}),
  async handler({ exports, audit }, { id, by }) {
    const job = await exports.cancel({ id }, CANCELLED_BY_OPERATOR);
    if (job === undefined) {
      throw refusalFor("no_job", "not_found", `There is no job with the id ${id}.`);
    }
    const { state, keyId } = job;
    await retryQuery(() =>
      audit.record({ action: "cancel", subject: `job ${id}`, by, after: { state, keyId } }),
    );
    return { state };
  },
});

export const endFileSession = operation({
  method: "POST",
  path: "/api/files/{id}/cancel",
  pathParameters: { id: code(/^[0-9a-f]{64}$/, 64, { description: "Id of the session." }) },
  requestBody: z.strictObject({}),
  async handler({ exports: { sessions }, audit }, { id, by }) {
    const session = sessions.folders.of(id);
    const record = session.read();
    if (record === undefined) {
      throw refusalFor("no_file_session", "not_found", "There is no such session: it has ended.");
    }
    await sessions.remove(session);
    const after = { state: "ended", keyId: record.keyId };
    await retryQuery(() => audit.record({ action: "cancel", subject: `file session ${id}`, by, after }));
    return {};
  },
});

/** Lists the sessions of the page for files, the oldest first. */
function listFileSessions({ folders }: Exports["sessions"]) {
  return folders
    .listRecords()
    .map(({ session, record: { keyId, createdAt, sizeBytes, file } }) => ({
      ...{ id: session.id, keyId, sizeBytes, rows: file?.rows ?? null },
      createdAt: new Date(createdAt).toISOString(),
      lookedAt: new Date(session.lookedAtMs()).toISOString(),
    }))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

export const showExports = operation({
  path: "/api/exports",
  async handler({ exports }) {
    const { counts, latest } = await exports.report(MAX_EXPORTS);
    const isOfSession = ({ kind, request }: Job) => kind === "geocode" && request.session !== undefined;
    const ofKeys = latest.filter((job) => !isOfSession(job));
    const jobs = ofKeys.map(({ request, file, createdAt, updatedAt, ...job }) => ({
      ...job,
      format: request.format,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
      sizeBytes: file?.sizeBytes ?? null,
    }));
    return { counts, jobs, sessions: listFileSessions(exports.sessions) };
  },
});
export type ExportsAnswer = AnswerOf<typeof showExports>;
