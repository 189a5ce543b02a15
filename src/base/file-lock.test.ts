import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileLock, readLockedNumber } from "./file-lock.ts";
import { Database, openScratch } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("one lock at a time; the number stored in the file outlives the lock", () => {
  const path = join(folder, "a.lock");
  const lock = FileLock.acquire(path, { create: true })!;
  expect(lock.number).toBe(0);
  expect([FileLock.acquire(path), readLockedNumber(path)]).toEqual([undefined, "locked"]);
  lock.storeNumber(7);
  expect([lock.number, FileLock.acquire(path), readLockedNumber(path)]).toEqual([7, undefined, "locked"]);
  lock.close();
  lock.close();
  expect(readLockedNumber(path)).toBe(7);
  using again = FileLock.acquire(path)!;
  expect(again.number).toBe(7);
});

test("ends when the process that holds it is killed", async () => {
  const path = join(folder, "killed.lock");
  const script = `
    import { FileLock } from ${JSON.stringify(join(import.meta.dir, "file-lock.ts"))};
    globalThis.lock = FileLock.acquire(${JSON.stringify(path)}, { create: true });
    console.log("locked");
    setInterval(() => {}, 1000);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  await child.stdout.getReader().read();
  expect(readLockedNumber(path)).toBe("locked");
  child.kill("SIGKILL");
  await child.exited;
  FileLock.acquire(path)!.close();
});

test("a reader prevents the lock, and keeps its own shared lock when the attempt fails", () => {
  const path = join(folder, "read.gpkg");
  const written = openScratch(path);
  written.run("CREATE TABLE t (a)");
  written.close();
  const reader = new Database(path, { readonly: true });
  reader.run("PRAGMA locking_mode = EXCLUSIVE");
  reader.query("SELECT * FROM t").all();
  expect([FileLock.acquire(path), FileLock.acquire(path)]).toEqual([undefined, undefined]);
  reader.close();
  FileLock.acquire(path)!.close();
});

test("throws for a file that is missing or no database", () => {
  const path = join(folder, "text");
  expect(() => FileLock.acquire(path)).toThrow("unable to open database file");
  writeFileSync(path, "no database, but long enough for a header of one: ".repeat(4));
  expect(() => FileLock.acquire(path)).toThrow("file is not a database");
  expect(() => readLockedNumber(path)).toThrow("file is not a database");
});
