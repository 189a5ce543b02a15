/** TCP proxy between a program and an engine that drops, delays, cuts or swallows what passes. */
import { connect, createServer, type Socket } from "node:net";

/** Fault of all connections, open and new, until the next `set`. */
export type Fault =
  | { readonly kind: "pass" }
  /** Every chunk arrives `ms` later, up to `jitterMs` more; the order stays. */
  | { readonly kind: "delay"; readonly ms: number; readonly jitterMs?: number }
  /** Nothing passes and nothing closes, as when packets are lost; what was sent arrives after the hole. */
  | { readonly kind: "hole" }
  /** Open connections are reset, new ones closed at once. */
  | { readonly kind: "refuse" }
  /** Each connection is reset after this many further bytes from the engine. */
  | { readonly kind: "cut"; readonly afterBytes: number };

export interface FaultProxy {
  readonly port: number;
  set(fault: Fault): void;
  /** Resets all open connections; the fault applies to new ones. */
  reset(): void;
  stop(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly engine: Socket;
  /** Bytes from the engine since the last `set`. */
  received: number;
}

/** Starts a proxy on a free port of 127.0.0.1 to this port; `random` draws jitter. Passes until `set`. */
export async function startFaultProxy(enginePort: number, random = Math.random): Promise<FaultProxy> {
  let fault: Fault = { kind: "pass" };
  const pairs = new Set<Pair>();
  const server = createServer((client) => {
    const engine = connect(enginePort, "127.0.0.1");
    const pair: Pair = { client, engine, received: 0 };
    pairs.add(pair);
    client.setNoDelay();
    engine.setNoDelay();
    pipe(client, engine, () => pass(pair, 0));
    pipe(engine, client, (bytes) => pass(pair, bytes));
    for (const socket of [client, engine]) {
      socket.on("error", () => undefined);
      socket.on("close", () => close(pair));
    }
    if (fault.kind === "refuse") {
      close(pair);
    } else if (fault.kind === "hole") {
      pause(pair);
    }
  });

  /** Returns the milliseconds after which a chunk goes on; undefined: never, the connection was cut. */
  function pass(pair: Pair, bytesFromEngine: number): number | undefined {
    pair.received += bytesFromEngine;
    if (fault.kind === "cut" && pair.received > fault.afterBytes) {
      close(pair);
      return undefined;
    }
    return fault.kind === "delay" ? fault.ms + random() * (fault.jitterMs ?? 0) : 0;
  }

  function close(pair: Pair): void {
    pairs.delete(pair);
    pair.client.resetAndDestroy();
    pair.engine.resetAndDestroy();
  }

  const reset = () => [...pairs].forEach(close);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    set(next) {
      fault = next;
      if (next.kind === "refuse") {
        reset();
      }
      for (const pair of pairs) {
        pair.received = 0;
        (next.kind === "hole" ? pause : resume)(pair);
      }
    },
    reset,
    async stop() {
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes chunks from one socket to the other, each after its delay and after the chunk before it. */
function pipe(from: Socket, to: Socket, delayOf: (bytes: number) => number | undefined): void {
  const waiting: { readonly chunk: Buffer; readonly atMs: number }[] = [];
  const writeDue = () => {
    while (waiting.length > 0 && waiting[0]!.atMs <= performance.now()) {
      to.write(waiting.shift()!.chunk);
    }
    if (waiting.length > 0) {
      setTimeout(writeDue, Math.max(0, waiting[0]!.atMs - performance.now()));
    }
  };
  from.on("data", (chunk: Buffer) => {
    const delayMs = delayOf(chunk.length);
    if (delayMs === undefined) {
      return;
    }
    const isFirst = waiting.push({ chunk, atMs: performance.now() + delayMs }) === 1;
    if (isFirst) {
      writeDue();
    }
  });
}

/** Stops reading, so that during a hole the kernel keeps the sent data, not this process. */
function pause({ client, engine }: Pair): void {
  client.pause();
  engine.pause();
}

function resume({ client, engine }: Pair): void {
  client.resume();
  engine.resume();
}
