import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import type { Refusal } from "../answers.ts";
import { ask, refusalOf } from "./server.ts";

/** Reports to the frame of the pages: how the last request ended, undefined when well. */
export const ReportContext = createContext<(refusal: Refusal | undefined) => void>(() => {});

interface Polled<T> {
  /** Latest answer; stays while a newer one is on its way, so that nothing flickers. */
  readonly data: T | undefined;
  /** Reason why there is no answer to show, other than an ended session or a silent server. */
  readonly refusal: Refusal | undefined;
  reload(): void;
}

/** Codes of refusals that the frame of the pages shows. */
const REPORTED = ["unreachable", "unauthenticated"];

/** Asks for a path now, and again after each pause while the tab is visible. */
export function usePolled<T>(path: string, pauseMs: number): Polled<T> {
  const [data, setData] = useState<T>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [round, setRound] = useState(0);
  const report = useContext(ReportContext);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (isPoll: boolean) => {
      clearTimeout(timer);
      const outcome = await ask<T>(path, { isPoll }).then((answer) => ({ answer }), refusalOf);
      if (!isCurrent) {
        return;
      }
      if ("answer" in outcome) {
        setData(outcome.answer);
      }
      const isReported = "answer" in outcome || REPORTED.includes(outcome.code);
      setRefusal(isReported ? undefined : outcome);
      report("answer" in outcome ? undefined : outcome);
      timer = setTimeout(() => (document.hidden ? undefined : poll(true)), pauseMs);
    };
    const onVisible = () => (document.hidden ? undefined : void poll(true));
    document.addEventListener("visibilitychange", onVisible);
    void poll(false);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [path, pauseMs, report, round]);
  return { data, refusal, reload };
}
