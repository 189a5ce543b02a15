import { OrderedWorkers } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import { refuse } from "../refuse.ts";
import type { LocatorTask, ParseResponse, ParseResult, ParseTask } from "./parse-worker.ts";

/** Pool of worker threads that parse files, at most `threads + 1` of them ahead of the loader. */
export class ParsePool {
  readonly #workers: OrderedWorkers<ParseTask, ParseResponse>;

  constructor(threads: number) {
    this.#workers = new OrderedWorkers(threadUrl("import/objects/parse-worker.ts"), threads);
  }

  /** Sends every worker the geometries of the woonplaatsen, for locating panden in the files that follow. */
  setWoonplaatsen(woonplaatsen: LocatorTask["woonplaatsen"]): void {
    this.#workers.broadcast({ woonplaatsen } satisfies LocatorTask);
  }

  async *parseAll(tasks: readonly ParseTask[]): AsyncGenerator<{ task: ParseTask; result: ParseResult }> {
    for await (const { task, response } of this.#workers.runAll(tasks)) {
      yield { task, result: unwrapResponse(response) };
    }
  }

  close(): void {
    this.#workers.close();
  }
}

function unwrapResponse(response: ParseResponse): ParseResult {
  if ("result" in response) {
    return response.result;
  }
  if ("refused" in response) {
    return refuse(response.refused);
  }
  throw new Error(response.failed);
}
