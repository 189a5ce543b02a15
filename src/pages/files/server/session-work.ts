/** Questions of the endpoints of a session to its thread, and its faults in terms of the interface. */
import { AppError } from "../../../base/errors.ts";
import { threadUrl } from "../../../base/program-files.ts";
import { throwFault } from "../../../base/thread-calls.ts";
import { faultOfInput } from "../../../exports/geocode/geocode-request.ts";
import { TurnThread } from "../../../exports/geocode/turn-thread.ts";
import { explain, type FileSessions } from "../../../exports/sessions/file-sessions.ts";
import type { FoundSession, SessionRecord } from "../../../exports/sessions/session-folder.ts";
import { SESSION_LIMITS } from "../../../exports/sessions/session-limits.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import type { TableFormat } from "../../../tables/formats.ts";
import type { ReportTask, SessionAnswer, SessionTask } from "./session-thread.ts";

let thread: TurnThread<SessionTask, SessionAnswer> | undefined;

/** Runs a task in the thread of this one, which is started with the first. */
async function run(task: SessionTask) {
  thread ??= new TurnThread(threadUrl("pages/files/server/session-thread.ts"));
  const answer = await thread.run(task);
  if ("refused" in answer) {
    const { refused, reason } = answer;
    const text = faultOfInput(new AppError("usage", refused))!;
    throw new AppError("validation_failed", text, { errors: { file: [text] }, extra: { reason } });
  }
  if ("fault" in answer) {
    try {
      throwFault(answer.fault);
    } catch (error) {
      throw explain(error);
    }
  }
  return answer;
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
  const task = { ...placeOf(sessions, found, snapshot), survey: options };
  const answer = await run(task);
  const { file } = answer as Extract<SessionAnswer, { file: unknown }>;
  if (file.rows > SESSION_LIMITS.rows) {
    throw new AppError(
      "too_large",
      `The file has ${file.rows} rows; here it must not have more than ${SESSION_LIMITS.rows}.`,
      { extra: { rows: file.rows } },
    );
  }
  return await sessions.write(found, { ...found.record, options, file });
}

/** Writes the result of a session to a file of its folder; returns the size in bytes. */
export async function writeSessionFile(
  sessions: FileSessions,
  found: FoundSession,
  snapshot: Snapshot,
  file: { readonly write: TableFormat | ReportTask; readonly name: string },
): Promise<number> {
  const answer = await run({ ...placeOf(sessions, found, snapshot), ...file });
  return (answer as Extract<SessionAnswer, { sizeBytes: unknown }>).sizeBytes;
}

function placeOf({ folders }: FileSessions, { session }: FoundSession, snapshot: Snapshot) {
  return { dataDir: folders.dataDir, id: session.id, registryPath: snapshot.path };
}
