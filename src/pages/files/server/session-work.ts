/** Requests of the session endpoints to their thread, and its faults in terms of the interface. */
import { AppError } from "../../../base/errors.ts";
import { threadUrl } from "../../../base/program-files.ts";
import { faultOfInput } from "../../../exports/geocode/geocode-request.ts";
import { surveyForPage } from "../../../exports/geocode/survey-file.ts";
import { TurnThread } from "../../../exports/geocode/turn-thread.ts";
import { explain, type FileSessions } from "../../../exports/sessions/file-sessions.ts";
import type { FoundSession, SessionRecord } from "../../../exports/sessions/session-folder.ts";
import { SESSION_LIMITS } from "../../../exports/sessions/session-limits.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import type { SentRefusal } from "./session-request.ts";
import type { ResultTask, WrittenFile } from "./session-thread.ts";

/** Writes the results of all sessions of a serving thread, one after another. */
const writer = new TurnThread<ResultTask, WrittenFile>(threadUrl("pages/files/server/session-thread.ts"));

/** Throws a fault of a session's file or folder in terms of the interface. */
function refuse(error: unknown): never {
  const text = faultOfInput(error);
  if (text === undefined) {
    throw explain(error);
  }
  const { reason = "columns" } = (error as AppError).details.extra ?? {};
  throw new AppError("validation_failed", text, { errors: { file: [text] }, extra: { reason } });
}

/**
 * Reads the file of a session whole and chooses its columns. Throws 422 for a file that cannot be read, and 413 for one
 * with too many rows.
 */
export async function surveyFile(
  sessions: FileSessions,
  found: FoundSession,
  options: SessionRecord["options"],
  snapshot: Snapshot,
): Promise<FoundSession> {
  const { session, record } = found;
  const { sizeBytes } = record;
  const file = await surveyForPage({ path: session.inputPath, sizeBytes, options, snapshot }).catch(refuse);
  if (file.rows > SESSION_LIMITS.rows) {
    throw new AppError(
      "too_large",
      `The file has ${file.rows} rows; here it must not have more than ${SESSION_LIMITS.rows}.`,
      { extra: { reason: "too_many_rows" satisfies SentRefusal, rows: file.rows } },
    );
  }
  return await sessions.write(found, { ...record, options, file });
}

/** Returns the name and size of the result of a session in its folder, which is written when it is not there yet. */
export async function writeSessionFile(
  { folders: { dataDir } }: FileSessions,
  { session: { id } }: FoundSession,
  { path: registryPath }: Snapshot,
  wanted: ResultTask["wanted"],
): Promise<WrittenFile> {
  return await writer.run({ dataDir, id, registryPath, wanted }).catch(refuse);
}
