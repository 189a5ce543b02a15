import { expect, test } from "bun:test";
import { memoryOf } from "./process-costs.ts";

test("a process that has ended since it was listed has no memory, and hides nothing of the others", async () => {
  const ended = Bun.spawn(["true"]);
  await ended.exited;
  expect(memoryOf([ended.pid])).toEqual({ rssMb: 0, pssMb: 0, anonymousMb: 0 });
  expect(memoryOf([ended.pid, process.pid]).anonymousMb).toBeGreaterThan(1);
});
