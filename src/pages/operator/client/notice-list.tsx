import { healthText } from "../../../operator/health/health-texts.ts";
import { currentLanguage } from "../../kit/client/preferences.ts";
import { Link } from "../../kit/client/router.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { Notice } from "../server/notices.ts";
import { format } from "./format.ts";
import { LoggedText } from "./parts.tsx";

const texts = pickTexts({
  allWell: { en: "No problems found.", nl: "Geen problemen gevonden." },
  attention: { en: "What needs attention", nl: "Wat aandacht vraagt" },
});

const TONES: Readonly<Record<Notice["severity"], string>> = { error: "danger", warning: "warn", info: "" };

/** Lists the faults, each with its remedy. */
export function NoticeList({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) {
    return <p class="note ok">{texts.allWell}</p>;
  }
  return (
    <ul class="stack notices" aria-label={texts.attention}>
      {notices.map((notice) => (
        <NoticeItem key={notice.code} notice={notice} />
      ))}
    </ul>
  );
}

/** Says what is wrong and the remedy, in the language of the page. */
function NoticeItem({ notice }: { readonly notice: Notice }) {
  const { code, severity, values = {}, details = [], keys = [] } = notice;
  const { title, remedy } = healthText(code, currentLanguage(), (name, kind) => {
    const value = values[name]!;
    if (typeof value === "string") {
      return kind === "day" ? format.day(value) : value;
    }
    return kind === "bytes" ? format.bytes(value) : format.number(value);
  });
  return (
    <li class={`note ${TONES[severity]}`}>
      <strong>{title}</strong>
      <p>
        {remedy}
        {keys.map(({ id, name, expiresAt }, i) => (
          <span key={id}>
            {i === 0 ? " " : ", "}
            <Link href={`/keys/${id}`}>{name}</Link>
            {code === "keys_expiring" && expiresAt && ` (${showExpiry(expiresAt)})`}
          </span>
        ))}
      </p>
      {details.map((text) => (
        <LoggedText key={text} text={text} />
      ))}
    </li>
  );
}

/** Shows the last day on which a key works; an expiry within a day shows its time. */
export function showExpiry(expiresAt: string): string {
  const lastDay = new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);
  return expiresAt.endsWith("T00:00:00.000Z") ? format.day(lastDay) : format.time(expiresAt);
}
