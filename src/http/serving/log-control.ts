/** What is written to the log of all threads, and changing it until the process ends. */
import { type LogLevel, logLevel, setLogLevel } from "../../base/log.ts";
import type { AccessLog } from "./access-log.ts";

// A type, not an interface: the audit takes it as values.
type LogState = {
  readonly level: LogLevel;
  readonly accessLog: boolean;
};

export interface LogControl {
  state(): LogState;
  change(change: { readonly [K in keyof LogState]?: LogState[K] | undefined }): void;
}

export function openLogControl(accessLog: AccessLog): LogControl {
  return {
    state: () => ({ level: logLevel(), accessLog: accessLog.isOn }),
    change({ level = logLevel(), accessLog: isOn = accessLog.isOn }) {
      setLogLevel(level);
      accessLog.isOn = isOn;
    },
  };
}
