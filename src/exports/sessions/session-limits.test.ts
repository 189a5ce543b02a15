/** Tests the limits of sessions of an address and of the server: below, at and above each. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteJobs } from "../sqlite/sqlite-job-store.ts";
import { FileSessions } from "./file-sessions.ts";
import {
  type FoundSession,
  KEPT_MS,
  SessionFolders,
  type SurveyedFile,
  sessionIdOf,
} from "./session-folder.ts";
import { assertRoom, SESSION_LIMITS } from "./session-limits.ts";

let dataDir: string;
let folders: SessionFolders;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "baken-session-limits-"));
  folders = new SessionFolders(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const FILE: SurveyedFile = {
  rows: 1,
  columns: ["adres"],
  hasHeader: true,
  headRows: 1,
  traits: [],
  firstRows: [],
  samples: [],
};

/** Adds a session with a file of this size, which takes no space. */
async function add(network: string, bytes = 1): Promise<FoundSession> {
  const session = folders.of(sessionIdOf(randomBytes(32).toString("base64url"))!);
  session.create();
  const begun = { network, keyId: 0, createdAt: Date.now(), receiver: "", sizeBytes: bytes };
  const record = { ...begun, options: {}, file: FILE };
  await session.write(record);
  writeFileSync(session.inputPath, "");
  truncateSync(session.inputPath, bytes);
  return { session, record };
}

const refusalOf = (network: string) => {
  try {
    assertRoom(folders, network);
    return "room";
  } catch (error) {
    return (error as Error).message.split(":")[0];
  }
};
const OWN = "From this address too many files are being geocoded";
const ALL = "This server has too many files at once; try again later.";

test("an address has five sessions, and others have theirs beside them", async () => {
  const { sessions } = SESSION_LIMITS.perNetwork;
  for (let i = 0; i < sessions; i++) {
    await add("a");
    expect(refusalOf("a")).toBe("room");
  }
  await add("b");
  const last = await add("a");
  expect([refusalOf("a"), refusalOf("b")]).toEqual([OWN, "room"]);
  last.session.remove();
  expect(refusalOf("a")).toBe("room");
});

test("a session whose time is over takes no place, though its folder is still there", async () => {
  const sessions = await Promise.all(
    Array.from({ length: SESSION_LIMITS.perNetwork.sessions + 1 }, () => add("a")),
  );
  expect(refusalOf("a")).toBe(OWN);
  const { session } = sessions[0]!;
  const overSince = new Date(Date.now() - KEPT_MS - 1_000);
  for (const name of session.list()) {
    utimesSync(session.pathOf(name), overSince, overSince);
  }
  expect(refusalOf("a")).toBe("room");
});

test("an address has so many bytes and none more; one file may be larger than what is left to it alone", async () => {
  const { bytes } = SESSION_LIMITS.perNetwork;
  await add("a", bytes - 2);
  await add("a", 1);
  expect(refusalOf("a")).toBe("room");
  await add("a", 1);
  expect(refusalOf("a")).toBe("room");
  await add("a", 1);
  expect([refusalOf("a"), refusalOf("b")]).toEqual([OWN, "room"]);
});

test("the server has fifty sessions", async () => {
  const { sessions } = SESSION_LIMITS.overall;
  for (let i = 1; i < sessions; i++) {
    await add(`n${i}`);
  }
  expect(refusalOf("n1")).toBe("room");
  await add("n0");
  expect(refusalOf("n0")).toBe("room");
  await add("another");
  expect(refusalOf("another")).toBe(ALL);
});

test("the server has so many bytes and none more", async () => {
  const { bytes } = SESSION_LIMITS.overall;
  const count = bytes / SESSION_LIMITS.fileBytes;
  for (let i = 0; i < count; i++) {
    await add(`n${i}`, SESSION_LIMITS.fileBytes - (i === 0 ? 1 : 0));
  }
  expect(refusalOf("n1")).toBe("room");
  await add("small", 1);
  expect(refusalOf("small")).toBe("room");
  await add("more", 1);
  expect(refusalOf("more")).toBe(ALL);
});

test("an address has two runs, the server twenty; a run that has ended makes place", async () => {
  const jobs = openSqliteJobs(dataDir);
  const sessions = new FileSessions(folders, {
    add: async (job, limits) => {
      const added = await jobs.add(job, limits);
      return typeof added === "string" ? expect.unreachable() : added;
    },
    find: (id, keyId) => jobs.find(id, keyId),
    cancel: async (id) => await jobs.cancel(id, "ended"),
  });
  const limits = { perKey: 1, overall: 1, bytesPerKey: 1 };
  const start = async (network: string) => {
    try {
      return (await sessions.start(await add(network), limits)).session;
    } catch (error) {
      return (error as Error).message.split(":")[0];
    }
  };
  const { perNetwork, overall } = SESSION_LIMITS;
  const first = await start("n0");
  expect(typeof first).toBe("object");
  for (let run = 1; run < overall.runs; run++) {
    expect(typeof (await start(`n${Math.floor(run / perNetwork.runs)}`))).toBe("object");
    if (run === 1) {
      expect(await start("n0")).toBe("From this address other files are being geocoded");
    }
  }
  expect(await start("another")).toBe("This server geocodes too many files at once; try again later.");
  await sessions.remove(first as FoundSession["session"]);
  expect(typeof (await start("another"))).toBe("object");
  jobs.close();
});
