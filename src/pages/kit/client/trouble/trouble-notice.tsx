import { useEffect, useState } from "preact/hooks";
import { lazy } from "../lazy.tsx";
import { currentLanguage } from "../preferences.ts";
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
  /** True for a text that changes each second: only the title is announced. */
  readonly isCounting?: boolean;
}

function Notice({ title, text, isRetryable = false, isCounting = false }: NoticeProps) {
  return (
    <div class="note warn trouble" role={isCounting ? undefined : "status"}>
      <p role={isCounting ? "status" : undefined}>
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
  return (
    <Notice
      title={texts.limitedTitle}
      text={trouble.isQuota ? texts.quota(wait) : texts.limited(wait)}
      isCounting
    />
  );
}

/** Units of a wait; each is used from twice its seconds on. */
const UNITS = { day: 86_400, hour: 3_600, minute: 60 };

function formatWait(seconds: number): string {
  const [unit, length] = Object.entries(UNITS).find((entry) => seconds >= 2 * entry[1]) ?? ["second", 1];
  const format = { style: "unit", unit, unitDisplay: "long" } as const;
  return Math.ceil(seconds / length).toLocaleString(currentLanguage(), format);
}
