/**
 * Filters the lines of standard input to messages. Other lines are refused at once, because the SDK drops them
 * silently.
 */
import { Transform, type TransformCallback } from "node:stream";
import { readJson } from "../base/read-json.ts";
import { faultOfMessage, idOf } from "./message-faults.ts";
import { rpcErrorText } from "./messages.ts";

/** Passes on complete lines that hold a message; calls `writeRefusal` with the refusal of any other line. */
export class MessageLineFilter extends Transform {
  readonly #writeRefusal: (line: string) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(writeRefusal: (line: string) => void) {
    super();
    this.#writeRefusal = writeRefusal;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const text = Buffer.concat([this.#rest, chunk]);
    const end = text.lastIndexOf("\n") + 1;
    this.#rest = text.subarray(end);
    for (const line of text.subarray(0, end).toString().split("\n")) {
      this.#pass(line.trim());
    }
    done();
  }

  #pass(line: string): void {
    if (line === "") {
      return;
    }
    const refusal = refusalOf(line);
    if (refusal === undefined) {
      this.push(`${line}\n`);
    } else {
      this.#writeRefusal(`${refusal}\n`);
    }
  }
}

function refusalOf(line: string): string | undefined {
  const json = readJson(line);
  if ("fault" in json) {
    return rpcErrorText({ code: "parseError", message: `The line ${json.fault}.` }, null);
  }
  const fault = faultOfMessage(json.value);
  return fault && rpcErrorText(fault, idOf(json.value));
}
