/**
 * Filters the lines of standard input to messages. Other lines are refused at once, because the SDK drops them
 * silently.
 */
import { Transform, type TransformCallback } from "node:stream";
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
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return rpcErrorText({ code: "parseError", message: "The line is not valid JSON." }, null);
  }
  const fault = faultOfMessage(json);
  return fault && rpcErrorText(fault, idOf(json));
}
