/** Endpoints of a session of the page for files, from its file to the end of its run (docs/files-page.md). */
import { z } from "zod";
import { isKeyInForce } from "../../../accounts/api-key.ts";
import { networkOf } from "../../../accounts/ip-address.ts";
import { isCalendarDay } from "../../../base/calendar-day.ts";
import { AppError } from "../../../base/errors.ts";
import type { Language } from "../../../base/language.ts";
import { ADDRESS_ROLES } from "../../../batch/columns/roles.ts";
import { NEEDED_COLUMNS } from "../../../batch/plan-geocoding.ts";
import type { FileSessions } from "../../../exports/sessions/file-sessions.ts";
import type { FoundSession } from "../../../exports/sessions/session-folder.ts";
import { SESSION_LIMITS } from "../../../exports/sessions/session-limits.ts";
import type { Admission } from "../../../http/admission.ts";
import type { Context } from "../../../http/context.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { geocodeCsv } from "../../../http/endpoints/geocode-csv.ts";
import { assertFileType, FILE_PARAMETERS, withinLimit } from "../../../http/endpoints/geocode-file.ts";
import { UPLOAD_TYPES } from "../../../http/endpoints/geocode-jobs.ts";
import { omitUndefined } from "../../../http/omit-undefined.ts";
import { readChunks } from "../../../http/parameters/body.ts";
import { requestedId } from "../../../http/pipeline/admit-session.ts";
import { returnQuota } from "../../../http/pipeline/limits.ts";
import { consumeRows } from "../../../http/pipeline/row-quota.ts";
import { privateJson, readBodyAs, sessionOf } from "./session-request.ts";
import { isAbandoned, type Phase, phaseOf, stateOf } from "./session-state.ts";
import { surveyFile } from "./session-work.ts";

const UPLOAD = {
  mediaTypes: UPLOAD_TYPES,
  maxBytes: SESSION_LIMITS.fileBytes,
  example: "",
  description: "CSV in any dialect, or xlsx.",
};

export const beginSession = rootEndpoint({
  method: "POST",
  path: "/files/session",
  summary: "Begin a session with a file",
  auth: "files",
  upload: UPLOAD,
  errors: ["page_closed", "files_not_ready", "files_full", "too_large", "unavailable"],
  async handler(context, _input, admission) {
    const { request, services } = context;
    const id = requestedId(context);
    assertFileType(request, UPLOAD);
    const { sessions } = services.exports;
    const received = await sessions
      .receive(withinLimit(readChunks(request, context.connection), SESSION_LIMITS.fileBytes), {
        id,
        network: networkOf(context.clientAddress).join(":"),
        keyId: admission.key?.id ?? 0,
        declaredBytes: Number(request.headers.get("content-length") ?? 0),
        options: {},
      })
      .catch(nameEmptyFile);
    try {
      context.holdConnection();
      const state = await stateOf(context, await surveyFile(sessions, received, {}, context.snapshot));
      // Rows cost quota when they are geocoded; the upload itself costs nothing.
      returnQuota(context, admission);
      return privateJson(state, 201);
    } catch (error) {
      await sessions.remove(received.session);
      throw error;
    }
  },
});

/** Adds its reason to the refusal of a file without a byte. */
function nameEmptyFile(error: unknown): never {
  if (error instanceof AppError && error.code === "validation_failed") {
    throw new AppError(error.code, error.message, { ...error.details, extra: { reason: "empty" } });
  }
  throw error;
}

export const showSession = rootEndpoint({
  path: "/files/session",
  summary: "Get the state of a session",
  auth: "file-state",
  errors: ["not_found"],
  async handler(context, _input, admission) {
    const found = sessionOf(admission);
    if (isAbandoned(found.record)) {
      await context.services.exports.sessions.remove(found.session);
      return sessionOf({}) as never;
    }
    return privateJson(await stateOf(context, found));
  },
});

export const endSession = rootEndpoint({
  method: "DELETE",
  path: "/files/session",
  summary: "End a session and remove all of it",
  auth: "file-state",
  async handler({ services }, _input, { session: found }) {
    if (found !== undefined) {
      await services.exports.sessions.remove(found.session);
    }
    return { status: 204, contentType: "application/json", cacheControl: "no-store", body: "" };
  },
});

/** Throws `files_not_ready` for a session that is in another phase. */
export async function requirePhase(context: Context, found: FoundSession, phase: Phase): Promise<void> {
  const is = phaseOf(found.record, await context.services.exports.sessions.jobOf(found));
  if (is !== phase) {
    throw new AppError("files_not_ready", `This is for the phase ${phase} of a session, which is in ${is}.`);
  }
}

const ReadOtherwise = z.strictObject({
  uses: z
    .array(z.strictObject({ role: z.enum(ADDRESS_ROLES as [string, ...string[]]), index: z.int().min(0) }))
    .max(1_000)
    .nullish(),
  /** Brings a list of ids up to date, from this day on; null finds addresses again. */
  recheck: z.strictObject({ since: z.string().refine(isCalendarDay).optional() }).nullish(),
  sheet: z.string().max(100).optional(),
});

export const chooseSessionColumns = rootEndpoint({
  method: "POST",
  path: "/files/session/columns",
  summary: "Choose the columns of a session's file",
  auth: "file",
  errors: ["not_found", "files_not_ready", "validation_failed"],
  async handler(context, _input, admission) {
    const found = sessionOf(admission);
    const { uses, recheck, sheet } = await readBodyAs(context, ReadOtherwise);
    await requirePhase(context, found, "preview");
    const { options: before } = found.record;
    const options = omitUndefined({
      sheet: sheet ?? before.sheet,
      recheck: recheck ?? undefined,
      uses: (uses ?? undefined) as typeof before.uses,
    });
    const { sessions } = context.services.exports;
    return privateJson(await stateOf(context, await surveyFile(sessions, found, options, context.snapshot)));
  },
});

export const startSession = rootEndpoint({
  method: "POST",
  path: "/files/session/start",
  summary: "Geocode the file of a session",
  auth: "files",
  query: { lang: FILE_PARAMETERS.lang },
  errors: ["page_closed", "not_found", "files_not_ready", "files_full", "unavailable"],
  async handler(context, { lang: language }, admission) {
    const { sessions, limits } = context.services.exports;
    const found = sessionOf({ session: await sessions.find(requestedId(context)) });
    assertOwnKey(found, admission);
    let isPaid = false;
    if ((await sessions.jobOf(found)) === undefined) {
      await requirePhase(context, found, "preview");
      await sessions.start(await inLanguage(sessions, found, language), limits, () => {
        const giveBack = payRows(context, admission, found.record.file!.rows);
        isPaid = true;
        return () => {
          giveBack();
          isPaid = false;
        };
      });
    }
    if (!isPaid) {
      // Another request has begun the run, and paid for it.
      returnQuota(context, admission);
    }
    return privateJson(await stateOf(context, found));
  },
});

/**
 * Takes the quota of the rows at once; returns what gives it back. Sessions are on one machine, which counts in its own
 * memory.
 */
function payRows(context: Context, admission: Admission, rows: number): () => void {
  const taken = consumeRows(context, admission, rows);
  if (taken instanceof Promise) {
    throw new Error("rows of a session cannot be counted over a network");
  }
  return () => returnQuota(context, { ...taken, quotaTaken: taken.quotaTaken - admission.quotaTaken });
}

/** Throws 403 unless the request has the key by which the session was begun. */
function assertOwnKey({ record }: FoundSession, { key }: Admission): void {
  if (record.keyId !== (key?.id ?? 0) || (key !== undefined && !isKeyInForce(key, Date.now()))) {
    throw new AppError("page_closed", "Send the key with which the session was begun.");
  }
}

/** Stores the language of the sentences in the result. Throws 422 without columns in which addresses can be found. */
async function inLanguage(
  sessions: FileSessions,
  found: FoundSession,
  language: Language = "en",
): Promise<FoundSession> {
  const file = found.record.file!;
  if (file.plan === undefined) {
    throw new AppError("validation_failed", `No columns are chosen. ${NEEDED_COLUMNS}`, {
      errors: { uses: [NEEDED_COLUMNS] },
      extra: { reason: "no_addresses" },
    });
  }
  return await sessions.write(found, {
    ...found.record,
    file: { ...file, plan: { ...file.plan, language } },
  });
}

/** Geocodes a CSV while it is sent and keeps nothing, as the interface does; for those whom the page admits. */
export const geocodeWithoutStorage = rootEndpoint({
  method: "POST",
  path: "/files/csv",
  summary: "Geocode a CSV file at once",
  auth: "files",
  query: FILE_PARAMETERS,
  upload: geocodeCsv.upload!,
  errors: [...geocodeCsv.errors, "page_closed"],
  handler: geocodeCsv.handler,
});
