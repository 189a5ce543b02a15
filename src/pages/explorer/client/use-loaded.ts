import { useEffect, useState } from "preact/hooks";
import { type Ask, createAsk } from "../../kit/client/ask.ts";
import { reportFailure, type Trouble, useConnection } from "../../kit/client/trouble/connection.ts";

/** Milliseconds for which the former content stays before a text takes its place. */
const SKELETON_AFTER_MS = 300;

export interface Loaded<T> {
  /** Key that the value belongs to. */
  readonly key: string | undefined;
  readonly value: T | undefined;
  /** True when the value is late and a text stands in for it. */
  readonly isLate: boolean;
  /** True when nothing more comes. */
  readonly isWhole: boolean;
  /** Trouble of this load only. */
  readonly trouble: Trouble | undefined;
}

/**
 * Loads what belongs to `key`; each value that `load` yields replaces the one before. Loads again when the key changes,
 * and when the connection recovers from a trouble.
 */
export function useLoaded<T>(key: string | undefined, load: (ask: Ask) => AsyncGenerator<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>(NOTHING);
  const { round } = useConnection();
  useEffect(() => {
    if (key === undefined) {
      setLoaded(NOTHING);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(
      () => setLoaded((before) => (before.key === key ? before : { ...NOTHING, isLate: true })),
      SKELETON_AFTER_MS,
    );
    const show = (change: Partial<Loaded<T>>) => {
      clearTimeout(timer);
      setLoaded((before) => ({ ...(before.key === key ? before : NOTHING), key, isLate: false, ...change }));
    };
    const { signal } = controller;
    const consume = async () => {
      try {
        for await (const value of load(createAsk(signal))) {
          if (signal.aborted) {
            return;
          }
          show({ value, trouble: undefined });
        }
        if (!signal.aborted) {
          show({ isWhole: true });
        }
      } catch (error) {
        const trouble = signal.aborted ? undefined : reportFailure(error);
        if (trouble !== undefined) {
          show({ isWhole: true, trouble });
        }
      }
    };
    void consume();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, round]);
  return loaded;
}

const NOTHING = { key: undefined, value: undefined, isLate: false, isWhole: false, trouble: undefined };
