import { useEffect, useState } from "preact/hooks";
import { lazy } from "../lazy.tsx";
import { pickTexts } from "../texts.ts";
import { type Trouble, tryAgain, useConnection } from "./connection.ts";

const texts = pickTexts({
  limitedTitle: { nl: "Te veel verzoeken", en: "Too many requests" },
  limited: {
    nl: (wait: string) => `De limiet is bereikt. De pagina gaat over ${wait} vanzelf verder.`,
    en: (wait: string) => `The limit is reached. The page continues by itself in ${wait}.`,
  },
  quota: {
    nl: (wait: string) => `De verzoeken van de sleutel zijn voor deze maand op. Over ${wait} kan het weer.`,
    en: (wait: string) => `The key has no requests left this month. Try again in ${wait}.`,
  },
  seconds: {
    nl: (n: number) => (n === 1 ? "1 seconde" : `${n} seconden`),
    en: (n: number) => (n === 1 ? "1 second" : `${n} seconds`),
  },
  // More than one, because shorter times are in smaller units.
  minutes: { nl: (n: number) => `${n} minuten`, en: (n: number) => `${n} minutes` },
  hours: { nl: (n: number) => `${n} uur`, en: (n: number) => `${n} hours` },
  days: { nl: (n: number) => `${n} dagen`, en: (n: number) => `${n} days` },
  awayTitle: { nl: "De server antwoordt niet", en: "The server does not answer" },
  away: {
    nl: "Wat u typte blijft staan. De pagina probeert het steeds opnieuw.",
    en: "What you typed stays. The page keeps trying.",
  },
  offlineTitle: { nl: "U bent offline", en: "You are offline" },
  offline: {
    nl: "Wat u typte blijft staan. De pagina gaat verder zodra er weer verbinding is.",
    en: "What you typed stays. The page continues when you are connected again.",
  },
  retry: { nl: "Nu proberen", en: "Try now" },
});

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
      return <Notice title={texts.awayTitle} text={texts.away} isRetryable />;
    case "offline":
      return <Notice title={texts.offlineTitle} text={texts.offline} />;
  }
  return null;
}

/** Most visitors need no key. */
const AccessForm = lazy(async () => (await import("./access-form.tsx")).AccessForm);

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
          {texts.retry}
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
  const text = trouble.isQuota ? texts.quota(wait) : texts.limited(wait);
  return (
    <div class="note warn trouble">
      <p role="status">
        <b>{texts.limitedTitle}</b>
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
    return texts.seconds(seconds);
  }
  if (seconds < 2 * HOUR_S) {
    return texts.minutes(Math.ceil(seconds / MINUTE_S));
  }
  return seconds < 2 * DAY_S
    ? texts.hours(Math.ceil(seconds / HOUR_S))
    : texts.days(Math.ceil(seconds / DAY_S));
}
