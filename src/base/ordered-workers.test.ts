/** Tests threads that end in any way: no task may wait for an answer that cannot come. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { OrderedWorkers, TaskWorker } from "./ordered-workers.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-workers-"));
afterAll(() => rmSync(folder, { recursive: true }));

function script(name: string, code: string): URL {
  const path = join(folder, `${name}.ts`);
  writeFileSync(path, `declare var self: Worker;\n${code}`);
  return pathToFileURL(path);
}

const doubling = script(
  "doubling",
  `import { serveTasks } from ${JSON.stringify(join(import.meta.dir, "ordered-workers.ts"))};
  serveTasks((task) => {
    if (task === "exit") process.exit(0);
    if (task === "throw") setTimeout(() => { throw new Error("no such task"); });
    return task === "throw" ? new Promise(() => undefined) : double(task);
  });
  function double(task) {
    if (typeof task === "number") return task * 2;
    throw Object.assign(new Error("not a number"), { code: "ENUMBER" });
  }`,
);

test.each([
  ["ends with code 0 while it is loaded", script("exit-0", "process.exit(0);"), "ended with code 0"],
  ["ends with code 3 while it is loaded", script("exit-3", "process.exit(3);"), "ended with code 3"],
  ["throws while it is loaded", script("throws", 'throw new Error("no licence");'), "no licence"],
  ["has no file", pathToFileURL(join(folder, "absent.ts")), "absent.ts"],
])("a thread that %s fails its task, and every later one", async (_, entry, reason) => {
  const worker = new TaskWorker(entry);
  await expect(worker.run(1)).rejects.toThrow(reason);
  await expect(worker.run(2)).rejects.toThrow(reason);
  worker.terminate();
});

test.each([
  ["exit", "ended with code 0"],
  ["throw", "no such task"],
])("a thread that ends in a task fails that task: %s", async (task, reason) => {
  const worker = new TaskWorker(doubling);
  expect(await worker.run<number>(4)).toBe(8);
  await expect(worker.run(task)).rejects.toThrow(reason);
  await expect(worker.run(5)).rejects.toThrow(reason);
  worker.terminate();
});

test("a task that throws fails alone, with its message, code and stack", async () => {
  const worker = new TaskWorker(doubling);
  const fault = await worker.run<never>("four").catch((error: Error) => error);
  expect(fault).toMatchObject({ message: "not a number", code: "ENUMBER" });
  expect(fault.stack).toContain("double");
  expect(worker.hasFailed).toBe(false);
  expect(await worker.run<number>(4)).toBe(8);
  worker.terminate();
});

test("tasks in order, until the first whose thread has ended", async () => {
  const workers = new OrderedWorkers<number | string, number>(doubling, 2);
  const answers: number[] = [];
  const run = async () => {
    for await (const { response } of workers.runAll([1, 2, 3, "exit", 5, 6, 7])) {
      answers.push(response);
    }
  };
  await expect(run()).rejects.toThrow("worker thread: ended with code 0");
  expect(answers).toEqual([2, 4, 6]);
  workers.close();
});
