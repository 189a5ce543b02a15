import { currentLanguage } from "../../kit/client/preferences.ts";
import { Link } from "../../kit/client/router.tsx";
import type { Notice, Severity } from "../answers.ts";
import { type Formatter, useFormat } from "./format.ts";
import { NOTICE_TEXTS } from "./notice-texts.ts";
import { LoggedText } from "./parts.tsx";
import { useTexts } from "./texts.ts";

const TONES: Readonly<Record<Severity, string>> = { error: "danger", warning: "warn", info: "" };

/** Lists the faults, each with its remedy. */
export function NoticeList({ notices }: { readonly notices: readonly Notice[] }) {
  const t = useTexts();
  if (notices.length === 0) {
    return <p class="note ok">{t.allWell}</p>;
  }
  return (
    <ul class="notices" aria-label={t.attention}>
      {notices.map((notice) => (
        <NoticeItem key={notice.code} notice={notice} />
      ))}
    </ul>
  );
}

function NoticeItem({
  notice: { code, severity, values, details = [], keys = [] },
}: {
  readonly notice: Notice;
}) {
  const format = useFormat();
  const { title, remedy } = NOTICE_TEXTS[currentLanguage()][code](values, format);
  return (
    <li class={`note ${TONES[severity]}`}>
      <strong>{title}</strong>
      <p>
        {remedy}
        {keys.map(({ id, name, expiresAt }) => (
          <span key={id} class="key-link">
            <Link href={`/keys/${id}`}>{name}</Link>
            {code === "keys_expiring" && expiresAt && ` (${showExpiry(format, expiresAt)})`}
          </span>
        ))}
      </p>
      {details.map((text) => (
        <p key={text} class="detail">
          <LoggedText text={text} />
        </p>
      ))}
    </li>
  );
}

/** Shows the last day on which a key works; an expiry within a day shows its time. */
export function showExpiry(format: Formatter, expiresAt: string): string {
  const lastDay = new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);
  return expiresAt.endsWith("T00:00:00.000Z") ? format.day(lastDay) : format.time(expiresAt);
}
