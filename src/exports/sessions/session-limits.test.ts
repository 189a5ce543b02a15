/** Tests the limits of sessions of an address and of the server: below, at and above each. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SurveyedFile } from "../geocode/survey-thread.ts";
import { openSqliteJobs } from "../sqlite/sqlite-job-store.ts";
import { FileSessions } from "./file-sessions.ts";
import { type FoundSession, KEPT_MS, SessionFolders, sessionIdOf } from "./session-folder.ts";
import { IDLE_MS, refusalOf, SESSION_LIMITS } from "./session-limits.ts";

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

const refused = (network: string) =>
  refusalOf(folders.listRecords(), network)?.error.message.split(":")[0] ?? "room";
const OWN = "From this address too many files are being geocoded";
const ALL = "This server has too many files at once; try again later.";

test("an address has five sessions, and others have theirs beside them", async () => {
  const { sessions } = SESSION_LIMITS.perNetwork;
  for (let i = 0; i < sessions; i++) {
    await add("a");
    expect(refused("a")).toBe("room");
  }
  await add("b");
  const last = await add("a");
  expect([refused("a"), refused("b")]).toEqual([OWN, "room"]);
  last.session.remove();
  expect(refused("a")).toBe("room");
});

test("an address has so many bytes and none more; one file may be larger than what is left to it alone", async () => {
  const { bytes } = SESSION_LIMITS.perNetwork;
  await add("a", bytes - 2);
  await add("a", 1);
  expect(refused("a")).toBe("room");
  await add("a", 1);
  expect(refused("a")).toBe("room");
  await add("a", 1);
  expect([refused("a"), refused("b")]).toEqual([OWN, "room"]);
});

test("the server has fifty sessions", async () => {
  const { sessions } = SESSION_LIMITS.overall;
  for (let i = 1; i < sessions; i++) {
    await add(`n${i}`);
  }
  expect(refused("n1")).toBe("room");
  await add("n0");
  expect(refused("n0")).toBe("room");
  await add("another");
  expect(refused("another")).toBe(ALL);
});

test("the server has so many bytes and none more", async () => {
  const { bytes } = SESSION_LIMITS.overall;
  const count = bytes / SESSION_LIMITS.fileBytes;
  for (let i = 0; i < count; i++) {
    await add(`n${i}`, SESSION_LIMITS.fileBytes - (i === 0 ? 1 : 0));
  }
  expect(refused("n1")).toBe("room");
  await add("small", 1);
  expect(refused("small")).toBe("room");
  await add("more", 1);
  expect(refused("more")).toBe(ALL);
});

describe("with jobs", () => {
  let jobs: ReturnType<typeof openSqliteJobs>;
  let sessions: FileSessions;
  beforeEach(() => {
    jobs = openSqliteJobs(dataDir);
    sessions = new FileSessions(folders, {
      add: async (job, limits, take) => {
        const added = await jobs.add(job, limits, take);
        return typeof added === "string" ? expect.unreachable() : added;
      },
      find: (id, keyId) => jobs.find(id, keyId),
      cancel: async (id) => await jobs.cancel(id, "ended"),
    });
  });
  afterEach(() => jobs.close());

  const limits = { perKey: 1, overall: 1, bytesPerKey: 1 };
  const messageOf = (error: unknown) => (error as Error).message.split(":")[0]!;
  const start = (found: FoundSession, pay = () => () => {}) =>
    sessions.start(found, limits, pay).then(({ state }) => state, messageOf);
  const { perNetwork, overall } = SESSION_LIMITS;

  test("an address has two runs, the server twenty; a run that has ended makes place", async () => {
    const first = await add("n0");
    expect(await start(first)).toBe("pending");
    for (let run = 1; run < overall.runs; run++) {
      expect(await start(await add(`n${Math.floor(run / perNetwork.runs)}`))).toBe("pending");
      if (run === 1) {
        expect(await start(await add("n0"))).toBe("From this address other files are being geocoded");
      }
    }
    const another = await add("another");
    expect(await start(another)).toBe("This server geocodes too many files at once; try again later.");
    await sessions.remove(first.session);
    expect(await start(another)).toBe("pending");
  });

  test("a session has one run, paid once; a start that is refused gives back what it took", async () => {
    const found = await add("a");
    const paid = { taken: 0, returned: 0 };
    const pay = () => {
      paid.taken++;
      return () => void paid.returned++;
    };
    expect(await Promise.all([start(found, pay), start(found, pay), start(found, pay)])).toEqual([
      "pending",
      "pending",
      "pending",
    ]);
    expect(paid).toEqual({ taken: 1, returned: 0 });
    expect(await jobs.listLatest(9)).toHaveLength(1);
    const refuse = () => {
      throw new Error("too little quota");
    };
    const other = await add("a");
    expect(await start(other, refuse)).toBe("too little quota");
    expect(await sessions.jobOf(other)).toBeUndefined();
    await sessions.remove(other.session);
    expect(await start(other, pay)).toBe("There is no such session");
    expect(paid).toEqual({ taken: 1, returned: 0 });
  });

  /** Moves the last look at a session back by so many milliseconds. */
  const age = ({ session }: FoundSession, ms: number) => {
    const then = new Date(Date.now() - ms);
    for (const name of session.list()) {
      utimesSync(session.pathOf(name), then, then);
    }
  };
  const receive = (network: string) =>
    sessions
      .receive(new Blob(["a\n1\n"]).stream(), {
        id: sessionIdOf(randomBytes(32).toString("base64url"))!,
        network,
        keyId: 0,
        declaredBytes: 0,
        options: {},
      })
      .then((found) => sessions.write(found, { ...found.record, file: FILE }))
      .then(() => "taken", messageOf);
  const endRun = async () => await jobs.fail((await jobs.claim("geocode", "worker", () => false))!, "ended");
  const remains = ({ session }: FoundSession) => session.read() !== undefined;

  test("sessions that nobody looked at for ten minutes make room, their own address's first, those with results last", async () => {
    const own = await Promise.all(Array.from({ length: perNetwork.sessions }, () => add("a")));
    const [ran, newest, oldest, running, seen] = own as [FoundSession, ...FoundSession[]] & FoundSession[];
    expect(await start(ran!)).toBe("pending");
    await endRun();
    expect(await start(running!)).toBe("pending");
    age(ran!, IDLE_MS + 9_000);
    age(running!, IDLE_MS + 9_000);
    age(newest!, IDLE_MS + 1_000);
    age(oldest!, IDLE_MS + 5_000);
    const left = () => own.map(remains);
    expect(await receive("a")).toBe("taken");
    expect(left()).toEqual([true, true, false, true, true]);
    expect(await receive("a")).toBe("taken");
    expect(left()).toEqual([true, false, false, true, true]);
    expect(await receive("a")).toBe("taken");
    expect(left()).toEqual([false, false, false, true, true]);
    // The others are being geocoded, or were looked at just now.
    age(seen!, IDLE_MS - 5_000);
    expect(await receive("a")).toBe(OWN);
    expect(left()).toEqual([false, false, false, true, true]);
  });

  test("500 tiny files from 100 addresses: who is reviewing keeps the session, and ten minutes later a new one is taken", async () => {
    const reviewing = await add("reader");
    expect(await start(reviewing)).toBe("pending");
    await endRun();
    const outcomes = { taken: 0, refused: 0 };
    for (let i = 0; i < 500; i++) {
      (await receive(`n${i % 100}`)) === "taken" ? outcomes.taken++ : outcomes.refused++;
    }
    expect(outcomes).toEqual({ taken: overall.sessions - 1, refused: 501 - overall.sessions });
    for (const found of folders.listRecords()) {
      age(found, IDLE_MS + 1_000);
    }
    reviewing.session.look();
    expect(await receive("visitor")).toBe("taken");
    for (let i = 0; i < 100; i++) {
      await receive(`n${i % 100}`);
    }
    expect(remains(reviewing)).toBe(true);
  });

  test("a session whose time is over takes no place, though its folder is still there", async () => {
    const own = await Promise.all(Array.from({ length: perNetwork.sessions }, () => add("a")));
    expect(await receive("a")).toBe(OWN);
    age(own[0]!, KEPT_MS + 1_000);
    expect(await receive("a")).toBe("taken");
  });
});
