import { useEffect, useState } from "preact/hooks";
import { accessTexts } from "./access-texts.ts";
import { type Trouble, tryAgain, useConnection } from "./connection.ts";
import { AccessForm } from "./key-form.tsx";

/** Shows the trouble between page and server, above the content from before. */
export function TroubleNotice() {
  const { trouble } = useConnection();
  switch (trouble?.kind) {
    case "key-needed":
    case "key-refused":
    case "key-not-allowed":
      return <AccessForm trouble={trouble} />;
    case "limited":
      return <LimitNotice trouble={trouble} />;
    case "away":
      return <Notice title={accessTexts.awayTitle} text={accessTexts.away} isRetryable />;
    case "offline":
      return <Notice title={accessTexts.offlineTitle} text={accessTexts.offline} />;
  }
  return null;
}

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  readonly isRetryable?: boolean;
}

function Notice({ title, text, isRetryable = false }: NoticeProps) {
  return (
    <div class="note warn trouble" role="status">
      <p>
        <b>{title}</b>
      </p>
      <p>{text}</p>
      {isRetryable && (
        <button type="button" class="button small" onClick={tryAgain}>
          {accessTexts.retry}
        </button>
      )}
    </div>
  );
}

function LimitNotice({ trouble }: { trouble: Trouble & { kind: "limited" } }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const wait = formatWait(Math.max(1, Math.ceil((trouble.untilMs - now) / 1000)));
  const text = trouble.isQuota ? accessTexts.quota(wait) : accessTexts.limited(wait);
  return (
    <div class="note warn trouble">
      <p role="status">
        <b>{accessTexts.limitedTitle}</b>
      </p>
      <p>{text}</p>
    </div>
  );
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

function formatWait(seconds: number): string {
  if (seconds < 2 * MINUTE_S) {
    return accessTexts.seconds(seconds);
  }
  if (seconds < 2 * HOUR_S) {
    return accessTexts.minutes(Math.ceil(seconds / MINUTE_S));
  }
  return seconds < 2 * DAY_S
    ? accessTexts.hours(Math.ceil(seconds / HOUR_S))
    : accessTexts.days(Math.ceil(seconds / DAY_S));
}
