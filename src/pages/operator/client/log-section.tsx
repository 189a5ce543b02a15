import { useState } from "preact/hooks";
import type { LogAnswer, LogLevel, Refusal } from "../answers.ts";
import { Choice } from "./frame.tsx";
import { RefusalNote, Section } from "./parts.tsx";
import { ask, refusalOf } from "./server.ts";
import { useTexts } from "./texts.ts";
import { usePolled } from "./use-polled.ts";

const PAUSE_MS = 5_000;

/** What this server writes to its log, to be changed until it ends. */
export function LogSection() {
  const t = useTexts();
  const { data, refusal, reload } = usePolled<LogAnswer>("log", PAUSE_MS);
  const [failure, setFailure] = useState<Refusal>();
  const change = async (wanted: Partial<LogAnswer>) => {
    setFailure(undefined);
    await ask("log", { method: "PATCH", body: wanted }).catch((error) => setFailure(refusalOf(error)));
    reload();
  };
  return (
    <Section title={t.log}>
      <RefusalNote refusal={failure ?? refusal} />
      {data && (
        <div class="filters">
          <Choice
            label={t.logLevel}
            value={data.level}
            options={t.logLevels}
            onChoose={(level: LogLevel) => void change({ level })}
          />
          <Choice
            label={t.accessLog}
            value={data.accessLog ? "on" : "off"}
            options={t.accessLogs}
            onChoose={(choice) => void change({ accessLog: choice === "on" })}
          />
        </div>
      )}
      <p class="hint">{t.logHint}</p>
    </Section>
  );
}
