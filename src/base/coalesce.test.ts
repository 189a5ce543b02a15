import { expect, test } from "bun:test";
import { coalesce } from "./coalesce.ts";

test("calls during a run share the next one, which sees what they waited for", async () => {
  const runs: PromiseWithResolvers<number>[] = [];
  const call = coalesce(() => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  });
  const first = call();
  const [second, third] = [call(), call()];
  expect(runs.length).toBe(1);
  runs[0]!.resolve(1);
  expect(await first).toBe(1);
  await Bun.sleep(0);
  expect(runs.length).toBe(2);
  const fourth = call();
  runs[1]!.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await Bun.sleep(0);
  expect(runs.length).toBe(3);
  runs[2]!.reject(new Error("broken"));
  await expect(fourth).rejects.toThrow("broken");
  const fifth = call();
  runs[3]!.resolve(5);
  expect(await fifth).toBe(5);
});
