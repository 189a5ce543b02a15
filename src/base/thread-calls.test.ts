import { expect, test } from "bun:test";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "./errors.ts";
import { openCaller, openCallServer, throwFault, toThreadFault } from "./thread-calls.ts";

test("callers get values, errors of their code, and events before later answers", async () => {
  const server = openCallServer();
  const [one, other] = [openCaller(server.channel), openCaller(server.channel)];
  const heard: unknown[] = [];
  one.on("news", (value) => heard.push(value));
  server.answer({
    double: (n: number) => n * 2,
    async tell(value: unknown) {
      server.send("news", value);
    },
    refuse() {
      throw new AppError("unavailable", "not now");
    },
    fail() {
      throw new TypeError("broken");
    },
  });
  expect(await Promise.all([one.call<number>("double", 4), other.call<number>("double", 5)])).toEqual([
    8, 10,
  ]);
  const value = { set: new Set([1]), limit: Number.POSITIVE_INFINITY, none: undefined };
  await one.call("tell", value);
  expect(heard).toEqual([value]);
  await expect(other.call("refuse")).rejects.toMatchObject({ code: "unavailable", message: "not now" });
  await expect(other.call("fail")).rejects.toThrow("broken");
  for (const end of [one, other, server]) {
    end.close();
  }
});

test("a call that ends after its server was closed is no fault", async () => {
  const server = openCallServer();
  const caller = openCaller(server.channel);
  const [begun, end, ended] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  server.answer({
    async wait() {
      begun!.resolve();
      await end!.promise;
      queueMicrotask(() => ended!.resolve());
    },
  });
  void caller.call("wait");
  await begun!.promise;
  server.close();
  end!.resolve();
  await ended!.promise;
  // An error of the answer, which nobody awaits, would fail the test here.
  await new Promise(setImmediate);
  caller.close();
});

test("a thread that does nothing but wait for an answer does not end before it", async () => {
  const server = openCallServer();
  const [asked, end] = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
  server.answer({
    async double(n: number) {
      asked!.resolve();
      await end!.promise;
      return n * 2;
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "baken-thread-calls-"));
  const start = (name: string, script: string) => {
    const path = join(folder, name);
    writeFileSync(path, script);
    return new Worker(path, { workerData: server.channel });
  };
  const module = JSON.stringify(new URL("thread-calls.ts", import.meta.url).href);
  const caller = start(
    "caller.ts",
    `import { parentPort, workerData } from "node:worker_threads";
    import { openCaller } from ${module};
    openCaller(workerData).call("double", 4).then((value) => parentPort.postMessage(value));`,
  );
  const ended = once(caller, "exit");
  const received = once(caller, "message");
  await asked!.promise;
  // Another thread starts and ends: time enough for the caller to end, if waiting did not keep it alive.
  await once(start("other.ts", "export {};"), "exit");
  end!.resolve();
  expect(await Promise.race([received, ended.then(() => "ended")])).toEqual([8]);
  await ended;
  server.close();
  rmSync(folder, { recursive: true });
});

test("an error passes as data: an AppError with its details, any other with its code", () => {
  const passed = (error: unknown) => () => throwFault(JSON.parse(JSON.stringify(toThreadFault(error))));
  const details = { headers: { "Retry-After": "5" }, extra: { reason: "rows" } };
  const refusal = new AppError("files_full", "too many", { ...details, cause: new Error("inner") });
  expect(passed(refusal)).toThrow(AppError);
  expect(passed(refusal)).toThrow(
    expect.objectContaining({ code: "files_full", message: "too many", details }),
  );
  const fault = Object.assign(new Error("no space"), { code: "ENOSPC" });
  expect(passed(fault)).toThrow(expect.objectContaining({ code: "ENOSPC", message: "no space" }));
  expect(passed(fault)).not.toThrow(AppError);
});
