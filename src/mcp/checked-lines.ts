/** Standard input of which every line is a message: what is none is answered at once, because the SDK drops it without a word. */
import { Transform, type TransformCallback } from "node:stream";
import { faultOfMessage, idOf } from "./message-faults.ts";
import { rpcErrorText } from "./messages.ts";

/** Passes on whole lines that hold a message; `answer` is given the line that refuses another one. */
export class CheckedLines extends Transform {
  readonly #answer: (line: string) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(answer: (line: string) => void) {
    super();
    this.#answer = answer;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const text = Buffer.concat([this.#rest, chunk]);
    const end = text.lastIndexOf("\n") + 1;
    this.#rest = text.subarray(end);
    for (const line of text.subarray(0, end).toString().split("\n")) this.#pass(line.trim());
    done();
  }

  #pass(line: string): void {
    if (line === "") return;
    const refusal = refusalOf(line);
    if (refusal === undefined) this.push(`${line}\n`);
    else this.#answer(`${refusal}\n`);
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
