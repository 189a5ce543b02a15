/** Questions of the endpoints of a session to its thread, and its faults in terms of the interface. */
import { AppError } from "../../../base/errors.ts";
import { threadUrl } from "../../../base/program-files.ts";
import { throwFault } from "../../../base/thread-calls.ts";
import { faultOfInput } from "../../../exports/geocode/geocode-request.ts";
import { TurnThread } from "../../../exports/geocode/turn-thread.ts";
import { explain, type FileSessions } from "../../../exports/sessions/file-sessions.ts";
import type { FoundSession, SessionRecord } from "../../../exports/sessions/session-folder.ts";
import { filesFull, SESSION_LIMITS } from "../../../exports/sessions/session-limits.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import type { TableFormat } from "../../../tables/formats.ts";
import type { SentRefusal } from "../answers.ts";
import type { ReportTask, SessionAnswer, SessionTask, WrittenFile } from "./session-thread.ts";

/** Bytes of a file whose survey takes a second at most. */
const SMALL_BYTES = 2_000_000;

/** Work that waits for each other alone: who sends a small file waits neither for a large one nor for a result. */
type Lane = "small" | "large" | "write";
const lanes = new Map<Lane, TurnThread<SessionTask, SessionAnswer>>();

/** Runs a task in its lane, whose thread is started with the first. */
async function run(lane: Lane, task: SessionTask) {
  const thread = lanes.get(lane) ?? new TurnThread(threadUrl("pages/files/server/session-thread.ts"));
  lanes.set(lane, thread);
  const answer = await thread.run(task);
  if ("refused" in answer) {
    const { refused, reason } = answer;
    const text = faultOfInput(new AppError("usage", refused))!;
    throw new AppError("validation_failed", text, { errors: { file: [text] }, extra: { reason } });
  }
  if ("fault" in answer) {
    if (answer.fault.code === "files_full") {
      throw filesFull(answer.fault.message);
    }
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
  const answer = await run(found.record.sizeBytes > SMALL_BYTES ? "large" : "small", task);
  const { file } = answer as Extract<SessionAnswer, { file: unknown }>;
  if (file.rows > SESSION_LIMITS.rows) {
    throw new AppError(
      "too_large",
      `The file has ${file.rows} rows; here it must not have more than ${SESSION_LIMITS.rows}.`,
      { extra: { reason: "too_many_rows" satisfies SentRefusal, rows: file.rows } },
    );
  }
  return await sessions.write(found, { ...found.record, options, file });
}

/** Returns the name and size of the result of a session in its folder, which is written when it is not there yet. */
export async function writeSessionFile(
  sessions: FileSessions,
  found: FoundSession,
  snapshot: Snapshot,
  write: TableFormat | ReportTask,
): Promise<WrittenFile> {
  const answer = await run("write", { ...placeOf(sessions, found, snapshot), write });
  return (answer as Extract<SessionAnswer, { written: unknown }>).written;
}

function placeOf({ folders }: FileSessions, { session }: FoundSession, snapshot: Snapshot) {
  return { dataDir: folders.dataDir, id: session.id, registryPath: snapshot.path };
}
